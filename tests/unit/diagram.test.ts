import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseSequence } from '../../src/components/diagrams/parse-sequence.ts';
import { renderFlowchart } from '../../src/components/diagrams/render-diagram.ts';
import { allSources, place } from '../content/support/pages.ts';

const fail = (line: string, fix: string): never => {
  throw new Error(`${line}: ${fix}`);
};
const participants = ['participant A as Your app', 'participant P as Platform'];
const parse = (...lines: string[]) =>
  parseSequence(['sequenceDiagram', ...participants, ...lines].join('\n  '), fail);

test('Messages and replies of a sequence have their participants by position', () => {
  assert.deepEqual(parse('A->>P: POST /Consent', 'P-->>A: 200: ID', 'A->>A: store'), {
    participants: ['Your app', 'Platform'],
    items: [
      { kind: 'message', from: 0, to: 1, label: 'POST /Consent', isReply: false },
      { kind: 'message', from: 1, to: 0, label: '200: ID', isReply: true },
      { kind: 'message', from: 0, to: 0, label: 'store', isReply: false },
    ],
  });
});

test('Frames contain their branches, each with its condition in words', () => {
  const { items } = parse(
    'alt accepted',
    'loop until it finishes',
    'A->>P: poll',
    'end',
    'else limit used up',
    'A->>A: wait',
    'else',
    'end',
    'P->>A: event',
  );
  const outline = (each: (typeof items)[number]): unknown =>
    each.kind === 'frame'
      ? each.branches.map(({ condition, items: inside }) => [condition, ...inside.map(outline)])
      : each.label;
  assert.deepEqual(items.map(outline), [
    [['If accepted', [['Repeat until it finishes', 'poll']]], ['If limit used up', 'wait'], ['Otherwise']],
    'event',
  ]);
});

describe('A wrong line is refused with the way to fix it', () => {
  for (const [line, message] of [
    ['A->P: go', /^A->P: go: write "A->>B: text"/],
    ['A->>B: go', /^A->>B: go: add "participant B as <name>" above it$/],
    ['end', /^end: remove it/],
    ['else no', /^else no: write it between alt and end$/],
    ['loop twice', /^loop twice: add "end"/],
  ] as const)
    test(line, () => assert.throws(() => parse(line), { message }));

  for (const line of ['a --> [b', 'a["b] --> c', 'a -> b', 'a -->|b c', 'subgraph a'])
    test(line, () =>
      assert.throws(() => renderFlowchart(`flowchart TB\n  ${line}`, 'x', fail), {
        message: `${line}: write a --> b, a -->|label| b, or a[Label], and close each bracket`,
      }),
    );
  for (const source of ['pie title X', ''])
    test(`"${source}" instead of a flowchart`, () =>
      assert.throws(
        () => renderFlowchart(source, 'x', fail),
        /start it with flowchart TB or sequenceDiagram/,
      ));
});

test('A flowchart has all labels, loads nothing, and has IDs of its own', () => {
  const svg = renderFlowchart(
    'flowchart LR\n  a["One -> (two)"] -->|yes, or| b{Three?}\n  b --> c(Four)',
    'own',
    fail,
  );
  for (const text of ['One -&gt; (two)', 'yes, or', 'Three?', 'Four'])
    assert.ok(svg.includes(`>${text}<`), text);
  assert.doesNotMatch(svg, /<style|https:\/\/fonts| id="[^"]*(?<!-own|-own-start)"|url\(#(?!arrowhead-own)/);
});

test('Every flowchart of the guides fits on a phone of 390 pixels without scrolling', () => {
  const widths = allSources.flatMap((source) =>
    source.components
      .filter(
        ({ name, attributes: { source: code = '' } }) => name === 'Diagram' && code.startsWith('`flowchart'),
      )
      .map((diagram) => {
        const svg = renderFlowchart(diagram.attributes['source']!.replaceAll('`', ''), 'x', fail);
        return { where: place(source, diagram), width: Number(/ width="([\d.]+)"/.exec(svg)?.[1]) };
      }),
  );
  assert.ok(widths.length > 5);
  // A picture shrinks as long as its labels have at least 12 of their 13 pixels.
  assert.deepEqual(
    widths.filter(({ width }) => !(width * (12 / 13) <= 332)),
    [],
  );
});
