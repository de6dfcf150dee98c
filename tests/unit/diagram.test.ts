import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { minifySvg } from '../../src/diagrams/minify-svg.ts';
import { renderDiagram } from '../../src/diagrams/render-diagram.ts';
import { allSources, place } from '../content/support/pages.ts';
import { projectRoot } from '../support/project-copy.ts';

/** Width of a diagram that fits on a phone of 390 pixels without scrolling, without padding and border. */
const PHONE = 332;
/** How far a diagram shrinks before it scrolls, so that text of 11 pixels stays legible. */
const SHRINKS_TO = Number(
  /min-width: calc\(([\d.]+) \* var\(--width\)\)/.exec(
    readFileSync(join(projectRoot, 'src/components/writers/Diagram.astro'), 'utf8'),
  )?.[1],
);

const page = 'src/content/docs/guide.mdx';

test('Every flowchart and state diagram of the guides fits on a phone without scrolling', () => {
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
  assert.ok(diagrams.length > 10);
  assert.ok(SHRINKS_TO > 0.9, 'Diagram.astro lets texts shrink below 10 pixels.');
  assert.deepEqual(
    diagrams
      .filter(({ width }) => width * SHRINKS_TO > PHONE)
      .map(({ where, width }) => `${where}: ${width}`),
    [],
  );
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
  for (const { svg } of [
    renderDiagram(flow, page),
    renderDiagram('stateDiagram-v2\n  One --> Two: ask', page),
  ]) {
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
