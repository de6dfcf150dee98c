import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { factsFile, type SiteFacts } from '../../server/site-facts.ts';
import { inlineHashes, joinHashes } from './inline-hashes.ts';
import { scalarStyles } from './scalar-styles.ts';

/**
 * Writes what hosts have to know about the built site. It comes after everything that changes pages, since the
 * Content-Security-Policy contains the hashes of their scripts and styles.
 */
export function hosts(): AstroIntegration {
  let base = '';
  let root = '';
  return {
    name: 'hosts',
    hooks: {
      'astro:config:done': ({ config }) => {
        base = config.base.replace(/\/$/, '');
        root = fileURLToPath(config.root);
      },
      'astro:build:done': async ({ dir, logger }) => {
        const folder = fileURLToPath(dir);
        const pages = [];
        for await (const page of glob('**/*.html', { cwd: folder }))
          pages.push(inlineHashes(await readFile(join(folder, page), 'utf8')));
        const facts: SiteFacts = {
          base,
          inline: joinHashes([...pages, { scripts: [], styles: scalarStyles }]),
        };
        const file = join(root, factsFile);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, `${JSON.stringify(facts, null, 2)}\n`);
        const { scripts, styles } = facts.inline;
        logger.info(`The policy allows ${scripts.length} inline scripts and ${styles.length} inline styles.`);
      },
    },
  };
}
