import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../state.ts';

/** Says which secret or account number a text contains, without repeating it. */
export function secretIn(sandbox: Sandbox, text: string, target: string): string | undefined {
  const { settings, state } = sandbox;
  if (text.includes(settings.clientSecret)) return `the client secret to ${target}`;
  if ([...state.tokens.keys()].some((token) => text.includes(token))) return `an access token to ${target}`;
  return hasAccountNumber(sandbox, text) ? `an account number to ${target}` : undefined;
}

/** Says which secret or account number a file below a folder contains, except for SQLite databases. */
export function secretInFolder(sandbox: Sandbox, folder: string): string | undefined {
  for (const [name, text] of filesBelow(folder)) {
    const leak = isDatabase(text) ? undefined : secretIn(sandbox, text, name);
    if (leak) return leak;
  }
  return undefined;
}

/** The name of a file below a folder, such as a SQLite database, that contains an account number. */
export function fileWithAccountNumber(sandbox: Sandbox, folder: string): string | undefined {
  for (const [name, text] of filesBelow(folder)) {
    const content = isDatabase(text) ? readable(name, () => rowsOf(join(folder, name))) : text;
    if (hasAccountNumber(sandbox, content)) return name;
  }
  return undefined;
}

function hasAccountNumber({ initialData }: Sandbox, text: string): boolean {
  // A removed user's bank is gone, but the data that it started with isn't.
  const accounts = [...initialData.values()].flatMap((data) => data.accounts);
  return accounts.some(({ iban }) => iban && text.includes(String(iban)));
}

/** A file of the program that the grader can't read, such as one of another user. */
export class UnreadableFile extends Error {}

function readable<Content>(name: string, read: () => Content): Content {
  try {
    return read();
  } catch (error) {
    throw new UnreadableFile(`The grader can't read ${name} in DATA_DIR: ${(error as Error).message}.`);
  }
}

function* filesBelow(folder: string): Generator<[name: string, text: string]> {
  for (const name of readdirSync(folder, { encoding: 'utf8', recursive: true })) {
    const file = join(folder, name);
    const isFile = statSync(file, { throwIfNoEntry: false })?.isFile();
    if (isFile && !/-(wal|shm|journal)$/.test(name))
      yield [name, readable(name, () => readFileSync(file, 'latin1'))];
  }
}

const isDatabase = (text: string) => text.startsWith('SQLite format');

/** The text in a SQLite database's rows. Its file may still contain deleted rows. Node 20 can't read databases. */
function rowsOf(file: string): string {
  // Node warns that this module is experimental.
  process.removeAllListeners('warning');
  const sqlite = process.getBuiltinModule?.('node:sqlite') as typeof import('node:sqlite') | undefined;
  if (!sqlite) return '';
  const database = new sqlite.DatabaseSync(file, { readOnly: true });
  const rows = (query: string) => {
    const statement = database.prepare(query);
    statement.setReadBigInts(true);
    return statement.all();
  };
  try {
    const tables = rows("SELECT name FROM sqlite_schema WHERE type = 'table'");
    const allRows = tables.flatMap(({ name }) =>
      rows(`SELECT * FROM "${String(name).replaceAll('"', '""')}"`),
    );
    return allRows.flatMap((row) => Object.values(row)).join('\n');
  } finally {
    database.close();
  }
}
