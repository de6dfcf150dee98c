import { join } from 'node:path';
import { formatProblems, getTotals, lint, loadConfig } from '@redocly/openapi-core';
import { apis } from '../config/apis.ts';
import { compileContracts } from './compile.ts';
import { compiledFile, contractFolder } from './files.ts';

/*
 * `npm run lint:openapi`: checks every rule of openapi/redocly.yaml, in the files that people edit and in the bundles
 * that integrators download.
 */

await compileContracts();
const config = await loadConfig({ configPath: join(contractFolder(), 'redocly.yaml') });
const sources = apis.map(({ name }) => join(contractFolder(), `${name}.yaml`));
const bundles = apis.map(({ name }) => compiledFile(name, 'published'));

const problems = (await Promise.all([...sources, ...bundles].map((ref) => lint({ ref, config })))).flat();
const totals = getTotals(problems);
if (problems.length > 0) formatProblems(problems, { format: 'codeframe', totals, version: '' });
else console.log(`${sources.length} contracts and their bundles pass every rule.`);
process.exitCode = problems.length > 0 ? 1 : 0;
