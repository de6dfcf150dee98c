import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ExpressiveCodeEngine } from '@astrojs/starlight/expressive-code';
import { selectAll, toHtml } from '@astrojs/starlight/expressive-code/hast';
import { parse as parseYaml } from 'yaml';
import { codeBlocks } from '../../src/components/code/code-blocks.ts';
import { toPowerShell } from '../../src/components/code/powershell.ts';
import { parseSequence } from '../../src/components/diagrams/parse-sequence.ts';
import { renderFlowchart } from '../../src/components/diagrams/render-flowchart.ts';
import { excerptOf } from '../../src/components/parts/excerpt.ts';
import { starterCode, regionsIn } from '../../src/content/starter-code.ts';

const fail = (line: string, fix: string): never => {
  throw new Error(`${line}: ${fix}`);
};
const participants = 'participant A as Your app\n  participant P as Platform';
const parse = (lines: string) => parseSequence(`sequenceDiagram\n  ${participants}\n  ${lines}`, fail);
const flowchart = (...lines: string[]) => renderFlowchart(lines.join('\n  '), 'own', fail);

test("A sequence diagram shows messages in frames and each branch's condition in words", () => {
  const { participants: names, items } = parse(`alt accepted
    loop until it finishes
      A->>P: poll
    end
    else limit used up
      A->>A: wait
    else
    end
    P-->>A: event`);
  const outline = (each: (typeof items)[number]): unknown =>
    each.kind === 'frame'
      ? each.branches.map(({ condition, items: inside }) => [condition, ...inside.map(outline)])
      : `${names[each.from]} ${each.isReply ? 'replies' : 'sends'} ${each.label} to ${names[each.to]}`;
  assert.deepEqual(items.map(outline), [
    [
      ['If accepted', [['Repeat until it finishes', 'Your app sends poll to Platform']]],
      ['If limit used up', 'Your app sends wait to Your app'],
      ['Otherwise'],
    ],
    'Platform replies event to Your app',
  ]);
});

const flowchartSyntax = /write a --> b, a -->\|label\| b, or a\[Label\], and close each bracket$/;

for (const [line, draw, message] of [
  ['A->P: go', parse, /^A->P: go: write "A->>B: text"/],
  ['A->>B: go', parse, /^A->>B: go: add "participant B as <name>" above it$/],
  ['end', parse, /^end: remove it/],
  ['else no', parse, /^else no: write it between alt and end$/],
  ['loop twice', parse, /^loop twice: add "end"/],
  ['pie title X', flowchart, /start it with flowchart TB or flowchart LR$/],
  ['flowchart TB', (wrong: string) => parseSequence(wrong, fail), /start it with sequenceDiagram$/],
  ...['a --> [b', 'a["b] --> c', 'a -> b', 'a -->|b c', 'subgraph a'].map(
    (line) => [line, (wrong: string) => flowchart('flowchart TB', wrong), flowchartSyntax] as const,
  ),
] as const)
  test(`In a diagram, "${line}" is rejected with a fix`, () => {
    assert.throws(() => draw(line), { message });
  });

test('A flowchart contains all labels, loads nothing, and has unique IDs', () => {
  const svg = flowchart('flowchart LR', 'a["One -> (two)"] -->|yes, or| b{Three?}', 'b --> c(Four)');
  for (const text of ['One -&gt; (two)', 'yes, or', 'Three?', 'Four'])
    assert.ok(svg.includes(`>${text}<`), text);
  assert.doesNotMatch(svg, /<style|https:\/\/fonts| id="[^"]*(?<!-own|-own-start)"|url\(#(?!arrowhead-own)/);
});

test('Every flowchart in the guides fits a 390-pixel phone, with labels of at least 12 pixels', () => {
  const tooWide = globSync('src/content/**/*.mdx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/source=\{`(flowchart[^`]*)`/g)]
      .map(([, source = '']) => Number(/ width="([\d.]+)"/.exec(flowchart(source))?.[1]))
      .filter((width) => !((width * 12) / 13 <= 332))
      .map((width) => `${file}: ${width} pixels`),
  );
  assert.deepEqual(tooWide, []);
});

const body = { lists: [{ name: 'first', count: 2, none: null }], version: '1' };

test('An excerpt contains the part at a path, the fields in the requested order, and a label for both', () => {
  assert.deepEqual(excerptOf('page', body, 'lists.0.none'), { value: null, label: 'lists[0].none' });
  assert.deepEqual(excerptOf('page', [{ name: 'first' }], '0.name'), { value: 'first', label: '[0].name' });
  assert.deepEqual(excerptOf('page', body, 'lists.0', ['count', 'name']), {
    value: { count: 2, name: 'first' },
    label: 'lists[0], 2 of 3 fields',
  });
});

for (const [at, only, message] of [
  ['list.0', undefined, /no "list\.0"\. Fields: lists, version\./],
  ['lists.1', undefined, /no "lists\.1"\. Fields: 0\./],
  ['lists.0', ['size'], /no "lists\.0\.size"/],
  // If fields of the whole body were missing, readers wouldn't notice.
  [undefined, ['version'], /^page: "only" selects fields of the part at "at"\. Add at="…"/],
] as const)
  test(`An excerpt at ${at}${only ? ` with ${only}` : ''} is rejected with the fix`, () => {
    assert.throws(() => excerptOf('page', body, at, only), { name: 'WriterError', message });
  });

const engine = new ExpressiveCodeEngine({ plugins: [codeBlocks()] });

for (const [language, code, colored] of [
  [
    'js',
    `const list = await read({ id: 'a' }); // one`,
    "«const:t-k» list «=:t-k» «await:t-k» «read:t-f»({ «id:t-n»: «'a':t-s» }); «// one:t-c»",
  ],
  ['sh', "curl --data-urlencode 'a=b'", "«curl:t-f» «--data-urlencode:t-v» «'a=b':t-s»"],
  ['txt', 'GET=/accounts', 'GET=/accounts'],
  ['mdx', '```js\nconst list\n```', '«const:t-k» list'],
] as const)
  test(`Code is colored as ${language}: ${code.split('\n').join(' ')}`, async () => {
    const { renderedGroupAst } = await engine.render({ code, language });
    const html = toHtml(selectAll('.ec-line > .code', renderedGroupAst));
    const parts = html.replaceAll(/<span class="(t-\w+)">(.*?)<\/span>/g, '«$2:$1»');
    assert.ok(parts.replaceAll(/<[^>]+>/g, '').includes(colored), parts);
  });

test('The indent of a line of code is text', async () => {
  const { renderedGroupAst } = await engine.render({ code: '  - a', language: 'txt' });
  const html = toHtml(selectAll('.code', renderedGroupAst));
  assert.equal(html, '<span class="code">  - a\n</span>');
});

test('A starter region omits its markers and shared indentation', () => {
  const one = '  // #region one\n  b {\n\n    c\n  }\n  // #endregion one\n';
  const regions = regionsIn(`a\n${one}d\n# region two\ne\n# endregion`);
  assert.deepEqual(Object.fromEntries(regions), { one: 'b {\n\n  c\n}', two: 'e' });
});

for (const [file, region, message] of [
  ['javascript/flows.js', 'pages', /No such file: .*; did you mean javascript\/flow\.js\?/],
  ['javascript/flow.js', 'page', /flow\.js has no region page; did you mean pages\? Regions: /],
] as const)
  test(`The region ${region} of ${file} is rejected with the nearest name`, () => {
    assert.throws(() => starterCode(file, region), message);
  });

test('POSIX shell commands have a PowerShell variant unless they need more than quotes and variables', () => {
  const { translated, untranslated } = parseYaml(readFileSync('tests/unit/powershell.yaml', 'utf8'));
  for (const { posix, powershell } of translated) assert.equal(toPowerShell(posix), powershell);
  for (const posix of untranslated) assert.equal(toPowerShell(posix), undefined, posix);
});
