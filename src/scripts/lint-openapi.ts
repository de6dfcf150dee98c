import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatProblems, getTotals, lint, loadConfig } from '@redocly/openapi-core';
import { apis } from '../config/apis.ts';
import { assumptionShape } from '../contract/assumptions.ts';
import { compileContracts } from '../contract/compile.ts';
import { compiledFile, contractFolder, contracts } from '../contract/index.ts';
import { combinedDocument } from '../contract/combined.ts';
import { versionProblems } from '../contract/releases.ts';

/*
 * `npm run lint:openapi`: checks every rule of openapi/redocly.yaml, in the files that people edit and in the bundles
 * that integrators download. It also compares each contract with its latest published version.
 */

await compileContracts();
const config = await loadConfig({
  configPath: join(contractFolder(), 'redocly.yaml'),
  plugins: [assumptionShape],
});
const sources = apis.map(({ name }) => join(contractFolder(), `${name}.yaml`));
const combined = join(dirname(compiledFile('users', 'published')), 'platform.json');
await writeFile(combined, JSON.stringify(combinedDocument()));
const bundles = [...apis.map(({ name }) => compiledFile(name, 'published')), combined];
const others = contracts().flatMap(versionProblems);

const problems = (await Promise.all([...sources, ...bundles].map((ref) => lint({ ref, config })))).flat();
const totals = getTotals(problems);
if (problems.length > 0) formatProblems(problems, { format: 'codeframe', totals, version: '' });
for (const problem of others) console.error(problem);
if (problems.length + others.length === 0) {
  console.log(`${sources.length} contracts, their bundles and the combined document pass every rule.`);
}
process.exitCode = problems.length + others.length > 0 ? 1 : 0;
