/**
 * `npm run mutants`: changes one operator, number, boolean, or string of the source at a time, and runs daily tests that
 * should fail. Prints the changes that none noticed, and the rate per area. Needs a build. Parameters pick areas, and
 * the same SEED picks the same changes.
 */

import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import ts from 'typescript';
import { ProjectCopy, projectRoot } from '../support/project-copy.ts';
import { generator } from '../support/random.ts';

const CHANGES_PER_AREA = 12;
/** Changes can cause endless loops. */
const TIME_LIMIT = 10 * 60_000;
const SEED = Number(process.env['SEED'] ?? 70);

interface Area {
  sources: string;
  /** Programs for Node that should fail, in order. */
  programs: (readonly string[])[];
}

const test = (folder: string, ...names: string[]) =>
  ['--test', ...names.map((name) => `tests/${folder}/${name}.test.ts`)] as const;
const astro = 'node_modules/astro/bin/astro.mjs';

const areas: Readonly<Record<string, Area>> = {
  search: { sources: 'src/search/find.ts', programs: [test('site', 'search')] },
  hosting: {
    sources: 'src/hosting/**/*.ts',
    programs: [test('unit', 'hosting'), test('hosts', 'published-files', 'hosts')],
  },
  sandbox: {
    sources: 'src/sandbox/{,controls/,operations/}*.ts',
    programs: [test('sandbox', 'bank', 'contract', 'controls', 'faults', 'flow', 'strictness')],
  },
  starters: {
    sources: 'starters/javascript/{,recipes/}*.js',
    programs: ['limits', 'wire', 'histories', 'faults', 'clients', 'receivers', 'recipes'].map((name) =>
      test('starters', name),
    ),
  },
  // Comes last, because it replaces the built site.
  rendering: {
    sources: '{src/agents/**/*,src/contract/**/*,src/search/build-*}.ts',
    programs: [
      test('unit', 'agents', 'contract'),
      test('contract', 'assumptions', 'guides', 'lint', 'releases', 'story'),
      test('samples', 'commands', 'reference'),
      [astro, 'build'],
      test('site', 'machines', 'pages', 'promises', 'reference', 'search'),
    ],
  },
};

/** Each of two replaces the other. */
const opposites = [
  ['===', '!=='],
  ['<', '<='],
  ['>', '>='],
  ['+', '-'],
  ['&&', '||'],
  ['true', 'false'],
] as const;
const reversed = opposites.map(([one, other]) => [other, one] as const);
const replacements = new Map<string, string>([...opposites, ...reversed]);

/** What replaces a node's code, if anything does. */
function otherCode(node: ts.Node): string | undefined {
  if (ts.isNumericLiteral(node)) return String(Number(node.text) + 1);
  if (ts.isStringLiteral(node)) return node.text ? "''" : "'x'";
  const isNegation = ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;
  return isNegation ? node.operand.getText() : replacements.get(ts.tokenToString(node.kind) ?? '');
}

interface Change {
  node: ts.Node;
  code: string;
}

function changesIn(node: ts.Node): Change[] {
  const isOnlyType = ts.isTypeNode(node) || ts.isInterfaceDeclaration(node);
  if (isOnlyType || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return [];
  const code = otherCode(node);
  const found: Change[] = code === undefined ? [] : [{ node, code }];
  ts.forEachChild(node, (child) => void found.push(...changesIn(child)));
  return found;
}

const copy = new ProjectCopy('mutants-', 'all');
process.on('exit', () => copy.remove());
for (const folder of ['.astro', 'dist', 'hosts'])
  cpSync(join(projectRoot, folder), copy.path(folder), { recursive: true });

const passes = ({ programs }: Area) =>
  programs.every(([first = '', ...options]) => copy.run(first, options, {}, TIME_LIMIT).status === 0);

for (const [name, area] of Object.entries(areas)) {
  if (process.argv.length > 2 && !process.argv.includes(name)) continue;
  if (!passes(area)) throw new Error(`Without a change, tests of ${name} fail.`);
  const random = generator(SEED);
  const changes = globSync(area.sources, { cwd: copy.folder })
    .sort()
    .flatMap((file) => changesIn(ts.createSourceFile(file, copy.read(file), ts.ScriptTarget.Latest, true)));
  let survivors = 0;
  for (let count = 0; count < CHANGES_PER_AREA; count += 1)
    for (const { node, code } of changes.splice(Math.floor(random() * changes.length), 1)) {
      const { fileName, text } = node.getSourceFile();
      const line = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
      copy.write(fileName, text.slice(0, node.getStart()) + code + text.slice(node.getEnd()));
      const survives = passes(area);
      copy.restore();
      if (!survives) continue;
      survivors += 1;
      console.log(`${fileName}:${line}: ${node.getText()} may be ${code}`);
    }
  console.log(`${name}: noticed ${CHANGES_PER_AREA - survivors} of ${CHANGES_PER_AREA}`);
}
