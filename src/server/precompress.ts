import { readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = new Set(['.html', '.css', '.js', '.json', '.svg', '.xml', '.txt', '.yaml', '.md']);

/** Below this size, in bytes, a compressed file saves no packet. */
const WORTHWHILE = 1_024;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * Writes a `.br` and a `.gz` beside every text file of a folder, so that a server needn't compress at each request.
 *
 * They get the modification time of their file. If a build replaces the file, even during the compression, they are
 * older than it and no longer sent. Files that already have theirs are left alone: the second start takes no time.
 */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  const workers = Array.from({ length: availableParallelism() * 2 }, async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      await compress(file).catch(ignoreMissing);
    }
  });
  await Promise.all(workers);
}

async function compress(file: string) {
  const { size, mtimeMs } = await stat(file);
  // Times lose fractions of a millisecond when they are set. Rounded down they would be too old.
  const time = new Date(Math.ceil(mtimeMs) + 1);
  if (size < WORTHWHILE || (await isWritten(`${file}.gz`, time))) return;
  const content = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await write(`${file}.br`, await brotli(content, { params }), time);
  await write(`${file}.gz`, await deflate(content, { level: 9 }), time);
}

/** The time is set last, so a file with the time it should have is whole, and so are those written before it. */
async function isWritten(file: string, time: Date) {
  const found = await stat(file).catch(ignoreMissing);
  return found?.mtime.getTime() === time.getTime();
}

async function write(file: string, content: Buffer, time: Date) {
  await writeFile(file, content);
  await utimes(file, time, time);
}

/** A build that runs at the same time may delete files, and the first start finds none of its own. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
