import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** A new folder for a test or, without a context, for all tests of a file. It's removed after them. */
export function testFolder(context: { after: (hook: () => void) => void } = { after }): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
