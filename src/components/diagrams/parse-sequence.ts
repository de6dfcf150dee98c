/** A line of a sequence diagram. */
export type SequenceItem = Message | Frame;

/** An arrow from one participant to another or to itself. Participants are numbered from left to right, from 0. */
interface Message {
  kind: 'message';
  from: number;
  to: number;
  /** Text with Markdown links. */
  label: string;
  /** A reply's line is dashed. */
  isReply: boolean;
}

/** Conditional or repeated items. */
interface Frame {
  kind: 'frame';
  branches: { condition: string; items: SequenceItem[] }[];
}

/** Parses the parts of Mermaid's sequence diagrams that guides use. `fail` throws an error about a line. */
export function parseSequence(source: string, fail: (line: string, fix: string) => never) {
  const names = new Map<string, string>();
  const items: SequenceItem[] = [];
  const openFrames: { frame: Frame; outer: SequenceItem[]; line: string }[] = [];
  let current = items;

  const [header = '', ...lines] = source.trim().split('\n');
  if (header !== 'sequenceDiagram') fail(header, 'start it with sequenceDiagram');
  for (const line of lines.map((untrimmed) => untrimmed.trim()).filter(Boolean)) {
    const position = (id = '') => {
      const index = [...names.keys()].indexOf(id);
      return index === -1 ? fail(line, `add "participant ${id} as <name>" above it`) : index;
    };
    const [, id, name = id] = line.match(/^participant (\w+)(?: as (.+))?$/) ?? [];
    const [, from, dashes, to, label = ''] = line.match(/^(\w+)\s*(--?)>>\s*(\w+)\s*:\s*(.+)$/) ?? [];
    const [keyword = '', ...words] = line.split(' ');
    const condition = words.join(' ');
    if (id && name) {
      names.set(id, name);
    } else if (from) {
      const isReply = dashes === '--';
      current.push({ kind: 'message', from: position(from), to: position(to), label, isReply });
    } else if (keyword === 'alt' || keyword === 'loop') {
      const branch = { condition: `${keyword === 'alt' ? 'If' : 'Repeat'} ${condition}`.trim(), items: [] };
      const frame: Frame = { kind: 'frame', branches: [branch] };
      current.push(frame);
      openFrames.push({ frame, outer: current, line });
      current = branch.items;
    } else if (keyword === 'else') {
      const { frame } = openFrames.at(-1) ?? fail(line, 'write it between alt and end');
      current = [];
      frame.branches.push({ condition: condition ? `If ${condition}` : 'Otherwise', items: current });
    } else if (keyword === 'end') {
      current = (openFrames.pop() ?? fail(line, 'remove it, because nothing is open')).outer;
    } else {
      fail(line, 'write "A->>B: text", "A-->>B: text", alt, else, loop, or end');
    }
  }
  const unclosed = openFrames.at(-1);
  if (unclosed) fail(unclosed.line, 'add "end" below its last message');
  return { participants: [...names.values()], items };
}
