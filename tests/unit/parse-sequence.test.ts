import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSequence } from '../../src/diagrams/parse-sequence.ts';

const fail = (line: string, fix: string): never => {
  throw new Error(`${line}: ${fix}`);
};
const participants = ['participant A as Your app', 'participant P as Platform'];
const parse = (...lines: string[]) =>
  parseSequence(['sequenceDiagram', ...participants, ...lines].join('\n  '), fail);

test('Messages, replies and notes have their participants by position', () => {
  assert.deepEqual(
    parse('A->>P: POST /Consent', 'P-->>A: 200: ID', 'A->>A: store', 'Note over P, A: later'),
    {
      participants: ['Your app', 'Platform'],
      items: [
        { kind: 'message', from: 0, to: 1, label: 'POST /Consent', isReply: false },
        { kind: 'message', from: 1, to: 0, label: '200: ID', isReply: true },
        { kind: 'message', from: 0, to: 0, label: 'store', isReply: false },
        { kind: 'note', from: 0, to: 1, label: 'later' },
      ],
    },
  );
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
    'opt new',
    'end',
    'par read',
    'and write',
    'end',
    'P->>A: event',
  );
  const outline = (each: (typeof items)[number]): unknown =>
    each.kind === 'frame'
      ? each.branches.map(({ condition, items: inside }) => [condition, ...inside.map(outline)])
      : each.label;
  assert.deepEqual(items.map(outline), [
    [['If accepted', [['Repeat until it finishes', 'poll']]], ['If limit used up', 'wait'], ['Otherwise']],
    [['If new']],
    [['At the same time: read'], ['and write']],
    'event',
  ]);
});

for (const [line, message] of [
  ['A->P: go', /^A->P: go: write "A->>B: text"/],
  ['A->>B: go', /^A->>B: go: add "participant B as <name>" above it$/],
  ['end', /^end: remove it/],
  ['else no', /^else no: write it between alt or par, and end$/],
  ['loop twice', /^loop twice: add "end"/],
] as const)
  test(`"${line}" is refused with the way to fix it`, () => {
    assert.throws(() => parse(line), { message });
  });
