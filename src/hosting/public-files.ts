import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { trackedFiles } from '../shared/source-files.ts';

/** Makes a build publish only files in `public/` that git tracks, because Astro would publish the whole folder. */
export function publicFiles(): AstroIntegration {
  return {
    name: 'public-files',
    hooks: {
      'astro:config:setup': ({ command, config, updateConfig }) => {
        if (command !== 'build') return;
        const folder = fileURLToPath(config.publicDir);
        const publicDir = new URL('./.astro/public/', config.root);
        rmSync(publicDir, { recursive: true, force: true });
        for (const file of trackedFiles(folder))
          cpSync(join(folder, file), join(fileURLToPath(publicDir), file));
        updateConfig({ publicDir });
      },
    },
  };
}
