import { lintPages, pageFiles } from '../checks/pages/index.ts';
import { styleErrors } from '../checks/pages/style.ts';
import { compileContracts } from '../contract/compile.ts';

/* `npm run lint:pages`: all mistakes on pages that don't need a built site, those of words and Markdown included. */

await compileContracts();
const root = process.cwd();
const { message } = lintPages(root);
const style = await styleErrors(pageFiles(root));
for (const error of [message, ...style]) if (error) console.error(error);
if (message || style.length > 0) process.exitCode = 1;
