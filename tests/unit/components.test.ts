import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ExpressiveCodeEngine } from '@astrojs/starlight/expressive-code';
import { selectAll, toHtml } from '@astrojs/starlight/expressive-code/hast';
import { codeBlocks } from '../../src/components/code/code-blocks.ts';
import { toPowerShell } from '../../src/components/code/powershell.ts';
import { parseSequence } from '../../src/components/diagrams/parse-sequence.ts';
import { renderFlowchart } from '../../src/components/diagrams/render-flowchart.ts';
import { excerptOf } from '../../src/components/parts/excerpt.ts';
import { starterCode, regionsIn } from '../../src/content/starter-code.ts';

const fail = (line: string, fix: string): never => {
  throw new Error(`${line}: ${fix}`);
};
const parse = (...lines: string[]) =>
  parseSequence(
    ['sequenceDiagram', 'participant A as Your app', 'participant P as Platform', ...lines].join('\n  '),
    fail,
  );
const flowchart = (...lines: string[]) => renderFlowchart(lines.join('\n  '), 'own', fail);

test("A sequence diagram shows messages in frames and each branch's condition in words", () => {
  const { participants, items } = parse(
    'alt accepted',
    'loop until it finishes',
    'A->>P: poll',
    'end',
    'else limit used up',
    'A->>A: wait',
    'else',
    'end',
    'P-->>A: event',
  );
  const outline = (each: (typeof items)[number]): unknown =>
    each.kind === 'frame'
      ? each.branches.map(({ condition, items: inside }) => [condition, ...inside.map(outline)])
      : `${participants[each.from]} ${each.isReply ? 'replies' : 'sends'} ${each.label} to ${participants[each.to]}`;
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
  const code =
    'a\n  // #region one\n  b {\n\n    c\n  }\n  // #endregion one\nd\n# region two\ne\n# endregion';
  assert.deepEqual(Object.fromEntries(regionsIn(code)), { one: 'b {\n\n  c\n}', two: 'e' });
});

for (const [file, region, message] of [
  ['javascript/flows.js', 'pages', /No such file: .*; did you mean javascript\/flow\.js\?/],
  ['javascript/flow.js', 'page', /flow\.js has no region page; did you mean pages\? Regions: /],
] as const)
  test(`The region ${region} of ${file} is rejected with the nearest name`, () => {
    assert.throws(() => starterCode(file, region), message);
  });

test('POSIX shell commands have a PowerShell variant unless they need more than quotes and variables', () => {
  const variants: Readonly<Record<string, string | undefined>> = {
    'node sandbox.mjs --port 4011': 'node sandbox.mjs --port 4011',
    'export CLIENT_ID=a\n\nexport X="$CLIENT_ID" Y=1\npython3 a.py': `$env:CLIENT_ID = 'a'\n\n$env:X = "$env:CLIENT_ID"; $env:Y = '1'\npython a.py`,
    "curl 'http://127.0.0.1/x?a=1&b=2' \\\n  --data 'a=it'\\''s $5'":
      "curl.exe 'http://127.0.0.1/x?a=1&b=2' `\n  --data 'a=it''s $5'",
    'curl "http://127.0.0.1$WEBHOOK_PATH" --data @event.json': `curl.exe "http://127.0.0.1$env:WEBHOOK_PATH" --data '@event.json'`,
    'curl "$HOST:80/$ID?a=$A&b=${B}s"': 'curl.exe "${env:HOST}:80/${env:ID}?a=$env:A&b=${env:B}s"',
    'BODY=\'{ "a": 1 }\'\nCOPY="$BODY"\ncurl x --data "$COPY"': `$env:BODY = '{ "a": 1 }'\n$env:COPY = "$env:BODY"\n"$env:COPY" | curl.exe x --data '@-'`,
    'curl x --request PUT \\\n  --data \'{ "a": 1 }\'': `'{ "a": 1 }' | curl.exe x --request PUT \`\n  --data '@-'`,
    'java -Dhttps.proxyHost=a': "java '-Dhttps.proxyHost=a'",
    'java -cp classes:.:"$DRIVER" Steps': 'java -cp "classes;.;$env:DRIVER" Steps',
    'export CLASSPATH=a:b EMPTY= URL=http://a:1':
      "$env:CLASSPATH = 'a;b'; $env:EMPTY = ''; $env:URL = 'http://a:1'",
    'node a.js flows/*.yaml': undefined,
    'X=1 node a.js': undefined,
    'npx respect --input \'{ "a": 1 }\'': undefined,
    'curl x --header \'If-Match: "1"\'': undefined,
    'BODY=\'{ "a": 1 }\'\nnode a.js "$BODY"': undefined,
    "curl x --data ''": undefined,
    'node a.js ~/data': undefined,
    'node {a,b}.js': undefined,
    'cd a && node b.js': undefined,
    'node a.js <<END\na\nEND': undefined,
    'node a.js "${A:-b}"': undefined,
    'A=$(openssl rand -hex 16)': undefined,
    'node a.js | head': undefined,
  };
  for (const [code, variant] of Object.entries(variants)) assert.equal(toPowerShell(code), variant, code);
});
