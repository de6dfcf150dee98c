import { compileContracts } from '../contract/compile.ts';
import { contracts } from '../contract/index.ts';
import { publish, versionProblems } from '../contract/releases.ts';

/* `npm run publish:openapi`: writes each contract with a new version to openapi/published/. Commit the files. */

await compileContracts();
const problems = contracts().flatMap(versionProblems);
const files = problems.length > 0 ? [] : contracts().flatMap((contract) => publish(contract) ?? []);
for (const problem of problems) console.error(problem);
for (const file of files) console.log(`Published ${file}. Don't edit this file anymore.`);
if (problems.length === 0 && files.length === 0) console.log('Every version is already published.');
process.exitCode = problems.length > 0 ? 1 : 0;
