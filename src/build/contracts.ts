import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';
import { compileContracts } from '../contract/compile.ts';
import { contractFolder } from '../contract/files.ts';
import { whenChanged } from './development-server.ts';

/** The module through which every page reads the contracts. */
export const contractReader = fileURLToPath(new URL('../contract/index.ts', import.meta.url));

/**
 * Compiles the contracts. Listed before Starlight, because starlight-openapi reads them in the same hook. In development
 * it compiles them again when a file in `openapi/` is saved, and reloads the browser. While a contract is invalid, the
 * pages keep the last valid one.
 *
 * @throws ContractError when a contract is invalid at the start.
 */
export function contracts(): AstroIntegration {
  return {
    name: 'contracts',
    hooks: {
      'astro:config:setup': async ({ updateConfig }) => {
        await compileContracts();
        updateConfig({ vite: { plugins: [currentDocuments] } });
      },
      'astro:server:setup': ({ server, logger }) => {
        whenChanged(server, [contractFolder()], async () => {
          try {
            await compileContracts();
            // Pretend that the module was saved, so that Vite runs it again with every page that depends on it.
            server.watcher.emit('change', contractReader);
          } catch (error) {
            const { message } = error as Error;
            logger.error(message);
            server.environments.client.hot.send({ type: 'error', err: { message, stack: '' } });
          }
        });
      },
    },
  };
}

/** starlight-openapi reads the documents once, when the server starts. This module reads them again with each change. */
const currentDocuments: Plugin = {
  name: 'current-documents',
  apply: 'serve',
  transform: {
    filter: { id: /^\0virtual:starlight-openapi\/schemas$/ },
    handler: (code) => `
      import { readFileSync } from 'node:fs';
      import ${JSON.stringify(contractReader)};
      ${code.replace('export default', 'const schemas =')};
      for (const schema of Object.values(schemas))
        schema.document = JSON.parse(readFileSync(new URL(schema.config.schema), 'utf8'));
      export default schemas;
    `,
  },
};
