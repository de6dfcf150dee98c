import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { trackedFiles, untrackedFiles } from '../shared/source-files.ts';

/**
 * Makes a build publish only files in `public/` that git tracks, because Astro would publish the whole folder. Warns
 * about untracked files there and in `starters/`.
 */
export function publicFiles(): AstroIntegration {
  return {
    name: 'public-files',
    hooks: {
      'astro:config:setup': ({ command, config, logger, updateConfig }) => {
        if (command !== 'build') return;
        const folder = fileURLToPath(config.publicDir);
        const publicDir = new URL('./.astro/public/', config.root);
        rmSync(publicDir, { recursive: true, force: true });
        for (const file of trackedFiles(folder))
          cpSync(join(folder, file), join(fileURLToPath(publicDir), file));
        updateConfig({ publicDir });
        const untracked = ['public', 'starters'].flatMap((each) =>
          untrackedFiles(fileURLToPath(new URL(each, config.root))).map((file) => `${each}/${file}`),
        );
        if (untracked.length > 0)
          logger.warn(`Not published, because git doesn't track them: ${untracked.join(', ')}`);
      },
    },
  };
}
