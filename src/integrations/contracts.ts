import type { AstroIntegration } from 'astro';
import { contractFolder } from '../contract/files.ts';
import { filesBelow } from './files-below.ts';

/**
 * Lets the development server begin anew when a contract changes: `astro.config.mjs` compiles the contracts, and
 * Starlight makes pages from them. While one is not valid, the server goes on with the last ones that were.
 */
export function contracts(): AstroIntegration {
  return {
    name: 'contracts',
    hooks: {
      'astro:config:setup': async ({ addWatchFile }) => {
        for (const file of await filesBelow(contractFolder())) addWatchFile(`${contractFolder()}/${file}`);
      },
    },
  };
}
