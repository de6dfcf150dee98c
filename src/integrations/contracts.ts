import type { AstroIntegration } from 'astro';
import { compileContracts, ContractError } from '../contract/compile.ts';
import { contractFolder } from '../contract/files.ts';
import { forgetContracts } from '../contract/index.ts';

/** Keeps the compiled contracts in step with `openapi/` while the development server runs. */
export function contracts(): AstroIntegration {
  return {
    name: 'contracts',
    hooks: {
      'astro:server:setup': ({ server, logger }) => {
        server.watcher.add(contractFolder());
        server.watcher.on('all', async (event, file) => {
          if (!file.startsWith(contractFolder()) || event.endsWith('Dir')) return;
          try {
            await compileContracts();
            forgetContracts();
            await server.restart();
          } catch (error) {
            // The server goes on with the last good contracts; the writer reads what is wrong.
            if (!(error instanceof ContractError)) throw error;
            logger.error(error.message);
          }
        });
      },
    },
  };
}
