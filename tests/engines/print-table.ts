import { labels } from '../support/engines.ts';
import type { EngineName } from './engine.ts';
import { readResults, type Result } from './results.ts';
import { table } from './table.ts';

/** Columns of seconds and marks. */
const WIDTH = 10;

/** Prints which behavior was proved where, how long it took, and what an engine can't do. */
export async function printTable(engines: EngineName[]): Promise<void> {
  const results = new Map(
    await Promise.all(engines.map(async (name) => [name, await readResults(name)] as const)),
  );
  console.log(`\n${engines.map((name) => labels[name].padEnd(WIDTH)).join('')}Behavior`);
  const notes: string[] = [];
  for (const { name: subject, behaviors } of table) {
    console.log(`${' '.repeat(WIDTH * engines.length)}${subject}`);
    for (const { title } of behaviors) {
      const cells = engines.map((name) => {
        const row = results.get(name)?.rows.find((each) => each.subject === subject && each.title === title);
        if (row?.exception) notes.push(noteOf(name, row, row.exception));
        return cellOf(row, notes.length).padEnd(WIDTH);
      });
      console.log(`${cells.join('')}  ${title}`);
    }
  }
  for (const [index, note] of notes.entries()) console.log(`${index + 1}  ${note}`);
  const versions = engines.map((name) => results.get(name)?.version).join(', ');
  console.log(`${table.flatMap(({ behaviors }) => behaviors).length} behaviors in ${versions}.`);
}

function cellOf(row: Result | undefined, note: number): string {
  if (!row) return '– not run';
  const mark = row.passed ? '✔' : '✖';
  return `${mark} ${(row.ms / 1000).toFixed(1)}${row.exception ? ` (${note})` : ''}`;
}

const noteOf = (
  engine: EngineName,
  { title }: Result,
  { reason, instead }: NonNullable<Result['exception']>,
) => `${labels[engine]} can't show "${title}": ${reason} Proved instead: ${instead}.`;
