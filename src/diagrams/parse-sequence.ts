/** What happens in a sequence diagram, in order. Participants are positions in the diagram, from 0. */
export type SequenceItem = Message | Note | Frame;

/** An arrow between two participants, or from one to itself. */
export interface Message {
  kind: 'message';
  from: number;
  to: number;
  /** What is sent. On the home page, links to the guides that explain it. */
  label: string | readonly { href: string; label: string }[];
  /** Whether it responds to an earlier message: its line is dashed. */
  isReply?: boolean;
}

/** A remark across one or more participants. */
export interface Note {
  kind: 'note';
  from: number;
  to: number;
  label: string;
}

/** Items that depend on a condition, repeat, or happen at the same time. */
interface Frame {
  kind: 'frame';
  branches: { condition: string; items: SequenceItem[] }[];
}

/** A sequence diagram: the names of its participants from left to right, and what happens between them. */
interface ParsedSequence {
  participants: string[];
  items: SequenceItem[];
}

/** What the condition of a branch starts with, by Mermaid's keyword for it. */
const words: Readonly<Record<string, string>> = {
  alt: 'If',
  else: 'If',
  opt: 'If',
  loop: 'Repeat',
  par: 'At the same time:',
  and: 'and',
};

/**
 * Parses the source of a Mermaid sequence diagram.
 *
 * @param fail - Throws an error about a line of the source.
 * @throws What `fail` throws, for a line that isn't supported, an unknown participant, or a frame without its `end`.
 */
export function parseSequence(source: string, fail: (line: string, fix: string) => never): ParsedSequence {
  const [, ...lines] = source.trim().split('\n');
  const ids: string[] = [];
  const participants: string[] = [];
  const items: SequenceItem[] = [];
  const open: { frame: Frame; outer: SequenceItem[]; line: string }[] = [];
  let current = items;

  for (const line of lines.map((each) => each.trim()).filter((each) => each && !each.startsWith('%%'))) {
    const find = (id = '') => {
      const index = ids.indexOf(id);
      return index === -1 ? fail(line, `add "participant ${id} as <name>" above it`) : index;
    };
    let match: RegExpExecArray | null;
    if ((match = /^participant (\w+)(?: as (.+))?$/.exec(line))) {
      const [, id = '', name = id] = match;
      ids.push(id);
      participants.push(name);
    } else if ((match = /^(\w+)\s*(--?)>>\s*(\w+)\s*:\s*(.+)$/.exec(line))) {
      const [, from, dashes, to, label = ''] = match;
      const isReply = dashes === '--';
      current.push({ kind: 'message', from: find(from), to: find(to), label, isReply });
    } else if ((match = /^Note over (\w+)(?:\s*,\s*(\w+))?\s*:\s*(.+)$/i.exec(line))) {
      const [, from, to = from, label = ''] = match;
      const [start = 0, end = 0] = [find(from), find(to)].sort((a, b) => a - b);
      current.push({ kind: 'note', from: start, to: end, label });
    } else if ((match = /^(alt|opt|loop|par)\b\s*(.*)$/.exec(line))) {
      const frame: Frame = { kind: 'frame', branches: [branch(match)] };
      current.push(frame);
      open.push({ frame, outer: current, line });
      current = frame.branches[0]!.items;
    } else if ((match = /^(else|and)\b\s*(.*)$/.exec(line))) {
      const { frame } = open.at(-1) ?? fail(line, 'write it between alt or par, and end');
      frame.branches.push(branch(match));
      current = frame.branches.at(-1)!.items;
    } else if (line === 'end') {
      current = (open.pop() ?? fail(line, 'remove it: there is nothing to end')).outer;
    } else {
      fail(
        line,
        'write "A->>B: text", "A-->>B: text", "Note over A: text", alt, else, opt, loop, par, and, or end',
      );
    }
  }
  const unclosed = open.at(-1);
  if (unclosed) fail(unclosed.line, 'add "end" below its last message');
  return { participants, items };
}

function branch([, keyword = '', condition = '']: RegExpExecArray): Frame['branches'][number] {
  if (keyword === 'else' && !condition) return { condition: 'Otherwise', items: [] };
  return { condition: `${words[keyword]} ${condition}`.trim(), items: [] };
}
