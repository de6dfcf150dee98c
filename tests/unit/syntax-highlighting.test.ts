import assert from 'node:assert/strict';
import test from 'node:test';
import { ExpressiveCodeEngine, ExpressiveCodeTheme } from '@astrojs/starlight/expressive-code';
import { selectAll, type Nodes } from '@astrojs/starlight/expressive-code/hast';
import { createHighlighter, type BundledLanguage } from 'shiki';
import { bundledThemes } from 'shiki/themes';
import { syntaxHighlighting } from '../../src/build/markdown/syntax-highlighting/index.ts';
import { pairThemes } from '../../src/build/markdown/syntax-highlighting/paired-theme.ts';

const names = ['github-dark', 'github-light'] as const;
const themes = await Promise.all(
  names.map(async (name) => new ExpressiveCodeTheme((await bundledThemes[name]()).default)),
);
const newEngine = () =>
  new ExpressiveCodeEngine({
    themes,
    plugins: [syntaxHighlighting()],
    // The colors of the themes as they are, so that they can be compared.
    minSyntaxHighlightingColorContrast: 0,
  });
const engine = newEngine();

const samples: Record<string, string> = {
  sh: `curl --request GET --url "https://api.example.com/accounts?Page=1" # all`,
  json: `{ "id": null, "amount": -12.5, "names": ["a\\n", true] }`,
  js: `const list = await fetch(\`\${base}/x\`, { headers }); // ask\nif (!/^a\\/b$/i.test(list.url)) throw new Error('no');`,
  py: `import os\n@cached\ndef read(name: str = "a") -> int:\n    """Reads."""\n    return int(os.environ[name]) + 1`,
  csharp: `using var client = new HttpClient();\npublic async Task<int> Count() => (await client.GetAsync($"{url}")).Length;`,
  java: `HttpRequest request = HttpRequest.newBuilder(URI.create("https://x")).build(); // one`,
  php: `<?php\n$curl = curl_init();\necho "Sum: {$a['b']}" . PHP_EOL;`,
  sql: `CREATE TABLE event (id uuid PRIMARY KEY, body jsonb NOT NULL DEFAULT '{}'); -- all`,
  mdx: `---\ntitle: A page\n---\n\n## Text\n\nA **bold** [link](/webhooks/) and <Term of="guid" />, \`code\`.`,
};

const shiki = await createHighlighter({
  themes: [...names],
  langs: [...(Object.keys(samples) as BundledLanguage[]), 'yaml', 'tsx'],
});

/** Blanks have no color that could be seen. */
const lookOf = (character: string, color: string, style: number) =>
  `${character.trim() === '' ? 'blank' : color} ${style}`.toLowerCase();

/** For every character of code: its color in the light and in the dark theme, and its style. */
function expectedLooks(code: string, language: string): string[] {
  const [dark, light] = names.map((theme) =>
    shiki
      .codeToTokensBase(code, { lang: language as BundledLanguage, theme })
      .flat()
      .flatMap(({ content, ...look }) => [...content].map((character) => ({ character, ...look }))),
  );
  return dark!.map(({ character, color, fontStyle = 0 }, place) =>
    lookOf(character, `${light![place]!.color},${color}`, Math.max(0, fontStyle)),
  );
}

const rules = new Map(
  [...pairThemes(engine.styleVariants).css.matchAll(/\.([\w-]+)\{([^}]*)\}/g)].map(([, name, rule]) => [
    name!,
    rule!,
  ]),
);
const plain = themes.map(({ fg }) => fg).reverse();
const styleBits: Record<string, number> = { 't-italic': 1, 't-bold': 2, 't-underline': 4, 't-struck': 8 };

const textIn = (node: Nodes): string =>
  'children' in node ? node.children.map(textIn).join('') : 'value' in node ? node.value : '';

/** The same, as a page has it. */
async function shownLooks(code: string, language: string): Promise<string[]> {
  const { renderedGroupAst } = await engine.render({ code, language });
  return selectAll('.ec-line > .code', renderedGroupAst).flatMap((line) =>
    line.children.flatMap((part) => {
      const classes = part.type === 'element' ? (part.properties['className'] as string[]) : [];
      const color = classes
        .map((name) => /light-dark\((.+)\)/.exec(rules.get(name) ?? '')?.[1])
        .find(Boolean);
      const style = classes.reduce((bits, name) => bits + (styleBits[name] ?? 0), 0);
      return [...textIn(part).replace('\n', '')].map((character) =>
        lookOf(character, color ?? plain.join(), style),
      );
    }),
  );
}

for (const [language, code] of Object.entries(samples)) {
  test(`Code in ${language} has the colors of both themes, without a style of its own`, async () => {
    assert.deepEqual(await shownLooks(code, language), expectedLooks(code, language));
    const { renderedGroupAst } = await engine.render({ code, language });
    assert.deepEqual(selectAll('.code [style]', renderedGroupAst), []);
  });
}

test('Code within MDX is colored, also when its own language comes later', async () => {
  const code = "```js\nconst list = 'a';\n```";
  const { renderedGroupAst } = await newEngine().render({ code, language: 'mdx' });
  const colored = selectAll('.ec-line:nth-child(2) span[class]', renderedGroupAst).map(textIn);
  assert.deepEqual(
    colored.map((part) => part.trim()),
    ['const', 'list', '=', "'a'"],
  );
});

test('Plain text has no colors', async () => {
  assert.deepEqual(
    new Set(await shownLooks('GET=/accounts', 'txt')),
    new Set([`${plain.join()} 0`.toLowerCase()]),
  );
});

test('An unknown language is an error with the file, the nearest known one and the place to add another', async () => {
  const parentDocument = { sourceFilePath: 'src/content/docs/guide.mdx' };
  await assert.rejects(engine.render({ code: '{}', language: 'jsonn', parentDocument }), {
    message:
      /src\/content\/docs\/guide\.mdx: code in "jsonn".*Did you mean "json"\?.*syntax-highlighting\/grammars\.ts/s,
  });
});
