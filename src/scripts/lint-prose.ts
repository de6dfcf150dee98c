/**
 * `npm run lint:prose`: finds words with a better alternative, and claims on pages, that `src/checks/prose/words.yaml`
 * lists. To check only some files, add their names.
 */

import { proseErrors } from '../checks/prose/index.ts';

const errors = proseErrors(process.argv.slice(2));
for (const error of errors) console.error(error);
if (errors.length > 0) process.exitCode = 1;
