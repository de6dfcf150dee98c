import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minifySvg } from '../../src/diagrams/minify-svg.ts';
import { renderDiagram, SHRINKS_TO } from '../../src/diagrams/render-diagram.ts';
import { allSources, place } from '../content/support/pages.ts';

/** Width of a diagram that fits on a phone of 390 pixels without scrolling, without padding and border. */
const PHONE = 332;
/** The same for the text column of a guide where it is narrowest, from 768 pixels on, with pictures for wide columns. */
const COLUMN = 704;
/** The largest height of a diagram, with its padding, border and caption. */
const HIGHEST = 520;
/** How far a diagram grows. */
const GROWS_TO = 1.1;
/** The small text of the site. */
const SMALL = 12;

const page = 'src/content/docs/guide.mdx';

/** Every flowchart and state diagram of the guides. */
const diagrams = allSources.flatMap((source) =>
  source.components
    .filter(
      ({ name, attributes }) => name === 'Diagram' && !sourceOf(attributes).startsWith('sequenceDiagram'),
    )
    .map((diagram) => ({
      where: place(source, diagram),
      ...renderDiagram(sourceOf(diagram.attributes), page),
    })),
);

test('Every diagram of the guides fits on a phone without scrolling, and from left to right into the text', () => {
  assert.ok(diagrams.length > 5);
  const tooWide = diagrams.filter(
    ({ narrow, wide }) =>
      narrow.width * SHRINKS_TO > PHONE || (wide !== undefined && wide.width * SHRINKS_TO > COLUMN),
  );
  assert.deepEqual(
    tooWide.map(({ where }) => where),
    [],
  );
});

test('Most flowcharts of the guides go from left to right in wide windows, and none is high there', () => {
  assert.ok(diagrams.filter(({ wide }) => wide).length > diagrams.length / 2);
  const high = diagrams.filter(({ narrow, wide }) => (wide ?? narrow).height * GROWS_TO + 60 > HIGHEST);
  assert.deepEqual(
    high.map(({ where }) => where),
    [],
  );
});

test('The text of a diagram is never smaller than the small text of the site', () => {
  const sizes = diagrams
    .flatMap(({ narrow, wide }) => [narrow, ...(wide ? [wide] : [])])
    .flatMap(({ svg }) => [...svg.matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size)));
  assert.ok(Math.round(Math.min(...sizes) * SHRINKS_TO) >= SMALL);
});

test('Shapes of a diagram are inside its picture', () => {
  for (const { where, narrow, wide } of diagrams) {
    for (const { svg, width, height } of wide ? [narrow, wide] : [narrow]) {
      for (const [, ...box] of svg.matchAll(/<rect x="(.+?)" y="(.+?)" width="(.+?)" height="(.+?)"/g)) {
        const [x = 0, y = 0, across = 0, down = 0] = box.map(Number);
        assert.ok(x > 0 && y > 0 && x + across < width && y + down < height, where);
      }
    }
  }
});

test('A wide picture has the words of the narrow one, each in a line of its own if they are long', () => {
  const source = 'flowchart TB\n  a["GET /Consent/{id}<br/>by ID"] -->|one or more| b([Read the accounts])';
  const { narrow, wide } = renderDiagram(source, page);
  assert.ok(wide && wide.height < narrow.height);
  const words = (svg: string) => [...svg.matchAll(/>([^<>]*\S[^<>]*)</g)].map(([, text]) => text!.trim());
  assert.deepEqual(words(narrow.svg), ['one or more', 'GET /Consent/{id}', 'by ID', 'Read the accounts']);
  assert.deepEqual(words(wide.svg), ['one or', 'more', 'GET /Consent/{id}', 'by ID', 'Read the accounts']);
});

test('Diagrams that are no flowcharts, or too wide from left to right, have one picture', () => {
  const boxes = Array.from({ length: 9 }, (_, index) => `box${index}[Box ${index}]`);
  const links = boxes.slice(1).map((box, index) => `  ${boxes[index]} --> ${box}`);
  for (const source of ['stateDiagram-v2\n  One --> Two: ask', `flowchart TB\n${links.join('\n')}`])
    assert.equal(renderDiagram(source, page).wide, undefined);
});

/** The attribute holds a template literal, with its backticks. */
function sourceOf({ source = '' }: Readonly<Record<string, string>>): string {
  return source.replace(/^`|`$/g, '');
}

test('The minified SVG has at most two thirds of the characters, with every text in its place and color', () => {
  const round = (value = '0') => Math.round(Number(value) * 10) / 10;
  const textsOf = (svg: string) =>
    [...svg.matchAll(/<(text|tspan)([^>]*)>([^<]*)/g)].map(([, , attributes = '', text]) => {
      const { x, y, fill } = Object.fromEntries(
        [...attributes.matchAll(/ (\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
      ) as Record<string, string | undefined>;
      return { text, fill, x: round(x), y: round(y) };
    });
  const flow =
    'flowchart TD\n  a["One<br>and two"] -->|leads to| b(("Three"))\n  subgraph part\n    b\n  end';
  for (const source of [flow, 'stateDiagram-v2\n  One --> Two: ask']) {
    const { svg } = renderDiagram(source, page).narrow;
    const light = minifySvg(svg);
    assert.ok(light.length <= (2 / 3) * svg.length, `${light.length} of ${svg.length}`);
    assert.deepEqual(textsOf(light), textsOf(svg));
    for (const [, id = ''] of light.matchAll(/url\(#([^)]+)\)/g)) assert.ok(light.includes(`id="${id}"`), id);
  }
});

test("A diagram that can't be rendered is an error with its page", () => {
  assert.throws(
    () => renderDiagram('', page),
    /src\/content\/docs\/guide\.mdx: the diagram can't be rendered/,
  );
});
