import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from '../state.ts';

/** Says which secret or account number a text contains, without repeating it. */
export function secretIn(
  { settings, state, initialData }: Sandbox,
  text: string,
  place: string,
): string | undefined {
  if (text.includes(settings.clientSecret)) return `the client secret to ${place}`;
  if ([...state.tokens.keys()].some((token) => text.includes(token))) return `an access token to ${place}`;
  // A removed user's bank is gone, but the data that it started with isn't.
  const accounts = [...initialData.values()].flatMap((data) => data.accounts);
  const hasNumber = accounts.some(({ iban }) => iban && text.includes(String(iban)));
  return hasNumber ? `an account number to ${place}` : undefined;
}

/** Says which secret or account number a file below a folder contains, except for SQLite databases. */
export function secretBelow(sandbox: Sandbox, folder: string): string | undefined {
  for (const name of readdirSync(folder, { encoding: 'utf8', recursive: true })) {
    const file = join(folder, name);
    if (!statSync(file).isFile() || /-(wal|shm|journal)$/.test(name)) continue;
    const text = readFileSync(file, 'latin1');
    const found = text.startsWith('SQLite format') ? undefined : secretIn(sandbox, text, name);
    if (found) return found;
  }
  return undefined;
}
