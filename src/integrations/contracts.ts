import type { AstroIntegration } from 'astro';
import { compileContracts } from '../contract/compile.ts';
import { contractFolder } from '../contract/files.ts';
import { filesBelow } from './files-below.ts';

/**
 * Compiles the contracts before Starlight makes pages from them, and lets the development server begin anew when one
 * changes. While one is not valid, the server goes on with the last ones that were.
 *
 * @throws ContractError when a contract is not valid.
 */
export function contracts(): AstroIntegration {
  return {
    name: 'contracts',
    hooks: {
      'astro:config:setup': async ({ addWatchFile }) => {
        await compileContracts();
        for (const file of await filesBelow(contractFolder())) addWatchFile(`${contractFolder()}/${file}`);
      },
    },
  };
}
