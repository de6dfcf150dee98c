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
const render = (...lines: string[]) => renderDiagram(['sequenceDiagram', ...lines].join('\n'), page);

/** Numbers of the first element that matches, by attribute. */
function numbers(svg: string, element: RegExp): Record<string, number> {
  const [tag = ''] = element.exec(svg) ?? [];
  return Object.fromEntries(
    [...tag.matchAll(/ (\w+)="(-?[\d.]+)"/g)].map(([, name, value]) => [name, Number(value)]),
  );
}

/** The frame around a loop: its upper and its lower edge. */
function frameOf(svg: string): { top: number; bottom: number } {
  const { y = NaN, height = NaN } = numbers(svg, /<g class="block"[^>]*>\s*<rect[^>]*>/);
  return { top: y, bottom: y + height };
}

test('Every diagram of the guides fits on a phone without scrolling', () => {
  const diagrams = allSources.flatMap((source) =>
    source.components
      .filter(({ name }) => name === 'Diagram')
      .map((diagram) => ({
        where: place(source, diagram),
        ...renderDiagram(sourceOf(diagram.attributes), page),
      })),
  );
  assert.ok(diagrams.length > 20);
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

test('Participants are as close to each other as names and labels allow', () => {
  const names = ['A as App', 'B as Platform', 'C as Provider'].map((name) => `participant ${name}`);
  const short = render(...names, 'A->>B: go', 'B->>C: go');
  const long = render(...names, 'A->>B: go', 'B->>C: a label that needs much more room');
  assert.ok(short.width < 260, `${short.width}`);
  assert.ok(long.width > short.width + 100, `${long.width}`);
});

test('All participants are at the same distance, which the longest label decides', () => {
  const { svg } = render(
    'participant A as App',
    'participant B as Platform',
    'participant C as Provider',
    'A->>B: go',
    'B->>C: a label that needs much more room',
  );
  const [a, b, c] = [...svg.matchAll(/<line class="lifeline"[^>]* x1="([\d.]+)"/g)].map(([, x]) => Number(x));
  assert.equal(b! - a!, c! - b!);
});

test('Messages have numbers in their order, each where its line starts', () => {
  const { svg } = render(
    'participant A as App',
    'participant B as Platform',
    'A->>B: go',
    'B-->>A: done',
    'A->>A: store',
  );
  const starts = [...svg.matchAll(/<g class="message"[^>]*>\s*<(?:line x1="|polyline points=")([\d.]+)/g)];
  const numbered = [...svg.matchAll(/<text x="([\d.]+)" y="[\d.]+"[^>]* font-size="10">(\d)</g)];
  assert.deepEqual(
    numbered.map(([, x, number]) => [number, x]),
    starts.map(([, x], index) => [String(index + 1), x]),
  );
  assert.equal(svg.match(/<circle /g)?.length, starts.length);
});

test('Frames say in words when their messages are sent', () => {
  const { svg } = render(
    'participant A as App',
    'alt accepted',
    'A->>A: go',
    'else limit used up',
    'A->>A: wait',
    'end',
    'loop until it finishes',
    'A->>A: poll',
    'end',
  );
  for (const words of ['if accepted', 'if limit used up', 'repeat until it finishes'])
    assert.ok(svg.includes(`>${words}<`), words);
});

test('A message goes from the middle of one participant to the middle of the other', () => {
  const { svg } = render('participant A as App', 'participant B as Platform', 'A->>B: go');
  const [from, to] = ['A', 'B'].map((id) =>
    numbers(svg, new RegExp(`<line class="lifeline" data-actor="${id}"[^>]*>`)),
  );
  const arrow = numbers(svg, /<g class="message"[^>]*>\s*<line[^>]*>/);
  const box = numbers(svg, /<g class="actor" data-id="B"[^>]*>\s*<rect[^>]*>/);
  assert.deepEqual([arrow['x1'], arrow['x2']], [from?.['x1'], to?.['x1']]);
  assert.equal(box['x']! + box['width']! / 2, arrow['x2']);
});

test('Everything is inside the view box, also notes and long labels', () => {
  const { svg } = render(
    'participant A as App',
    'A->>A: a message of an app to itself',
    'Note over A: a note that is wide',
  );
  const [, left = NaN, width = NaN] = (/viewBox="(-?[\d.]+) -?[\d.]+ ([\d.]+)/.exec(svg) ?? []).map(Number);
  const note = /<g class="note"[^>]*>\s*<polygon points="([^"]+)"/.exec(svg)?.[1]?.split(' ') ?? [];
  const places = note.map((point) => Number(point.split(',')[0]));
  const { x = NaN } = numbers(svg, /<text[^>]*text-anchor="start"[^>]*>/);
  assert.ok(Math.min(...places) >= left && Math.max(...places) <= left + width);
  assert.ok(x + 'a message of an app to itself'.length * 5 <= left + width);
});

test('A frame ends below a message to oneself or a note that comes last within it', () => {
  for (const last of ['A->>A: again', 'Note over A: wait']) {
    const { svg } = render(
      'participant A as App',
      'participant B as Platform',
      'loop',
      'A->>B: go',
      last,
      'end',
    );
    const { bottom } = frameOf(svg);
    const points = [
      ...svg.matchAll(/<poly(?:gon|line) points="([^"]+)" fill="(?:none" stroke="var\(--_line|var\(--bg)/g),
    ];
    const lowest = Math.max(
      ...points.flatMap(([, each = '']) => each.split(' ').map((point) => Number(point.split(',')[1]))),
    );
    assert.ok(bottom >= lowest + 8, `${last}: ${bottom} and ${lowest}`);
  }
});

test('A frame has room for its title, and covers the lines below participants', () => {
  const { svg } = render(
    'participant A as App',
    'participant B as Queue',
    'alt accepted',
    'A->>B: go',
    'else limit',
    'A->>B: no',
    'end',
  );
  const { width = NaN } = numbers(svg, /<rect[^>]*fill="var\(--_group-hdr\)"[^>]*>/);
  assert.ok(width >= 'if accepted'.length * 6.5, `${width}`);
  assert.ok(svg.lastIndexOf('class="lifeline"') < svg.indexOf('class="block"'));
});

test('What comes after a frame is below it', () => {
  const { svg } = render('participant A as App', 'loop', 'A->>A: again', 'end', 'A->>A: done');
  const { bottom } = frameOf(svg);
  const after = [...svg.matchAll(/<polyline points="[\d.]+,([\d.]+)/g)].map(([, y]) => Number(y)).at(-1);
  assert.ok(after! > bottom + 8);
});

test('The minified SVG has at most two thirds of the characters, with every text in its place and color', () => {
  const round = (value = '0') => Math.round(Number(value) * 10) / 10;
  const textsOf = (svg: string) =>
    [...svg.matchAll(/<(text|tspan)([^>]*)>([^<]*)/g)].map(([, , attributes = '', text]) => {
      const { x, y, fill } = Object.fromEntries(
        [...attributes.matchAll(/ (\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
      ) as Record<string, string | undefined>;
      return { text, fill, x: round(x), y: round(y) };
    });
  const sequence = ['participant A as App', 'participant B as Platform', 'loop', 'A->>B: ask & wait', 'end'];
  const flow =
    'flowchart TD\n  a["One<br>and two"] -->|leads to| b(("Three"))\n  subgraph part\n    b\n  end';
  for (const { svg } of [render(...sequence), renderDiagram(flow, page)]) {
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
