import { statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import Negotiator from 'negotiator';
import { contentType } from '../hosting/headers.ts';

/** A file of the site, in the encoding to send. */
export interface SiteFile {
  /** Path below the folder, percent-encoded, starting with a slash. */
  path: string;
  size: number;
  type: string;
  /** The value of `Content-Encoding`, if the file is compressed. */
  encoding: string | undefined;
}

/** The encodings of compressed files, best first, with the suffixes of their names. */
const extensions: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' };

/** The published types lack the second parameter. */
interface EncodingNegotiator {
  encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
}

/** Never a file of ours: an empty segment, a hidden file, `..`, or a separator that was percent-encoded. */
const FOREIGN_SEGMENT = /^$|^\.(?!well-known$)|[/\\\0]/;

/**
 * Finds the file for a path: the file itself, or `index.html` of a folder, with or without a slash at the end. Nothing
 * is remembered between calls, so a new build is served as soon as it is written.
 *
 * @param folder - The built site.
 * @param path - Path of the request, percent-encoded, without its query.
 * @param accept - The request's `Accept-Encoding` header. The best compressed file that it accepts is preferred, unless
 *   that is older than the file and so from an earlier build.
 * @returns `undefined` when there is no such file.
 */
export function findFile(folder: string, path: string, accept = ''): SiteFile | undefined {
  const segments = decode(path);
  if (segments === undefined) return undefined;
  const isFolder = segments.at(-1) === '';
  if (isFolder) segments.pop();
  if (segments.some((segment) => FOREIGN_SEGMENT.test(segment))) return undefined;

  let stats = stat(join(folder, ...segments));
  if (isFolder && !stats?.isDirectory()) return undefined;
  if (stats?.isDirectory()) {
    segments.push('index.html');
    stats = stat(join(folder, ...segments));
  }
  if (!stats?.isFile()) return undefined;

  const plain = `/${segments.map(encodeURIComponent).join('/')}`;
  const type = contentType(plain);
  const compressed = accept ? findCompressed(join(folder, ...segments), stats, accept) : undefined;
  if (!compressed) return { path: plain, size: stats.size, type, encoding: undefined };
  const { encoding, extension, size } = compressed;
  return { path: plain + extension, size, type, encoding };
}

/** The best compressed form of a file that exists, is up to date, and that the request accepts. */
function findCompressed(file: string, { mtimeMs }: Stats, accept: string) {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accept } }) as EncodingNegotiator;
  const preferred = Object.keys(extensions);
  for (const encoding of negotiator.encodings([...preferred, 'identity'], { preferred })) {
    const extension = extensions[encoding];
    if (extension === undefined) return undefined;
    const stats = stat(file + extension);
    if (stats?.isFile() && stats.mtimeMs >= mtimeMs) return { encoding, extension, size: stats.size };
  }
  return undefined;
}

/** The segments of a path, or `undefined` if it doesn't start with a slash or its percent-encoding is malformed. */
function decode(path: string): string[] | undefined {
  if (!path.startsWith('/')) return undefined;
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** Treats a name that is too long, and a file where the path has a folder, like a missing file. */
function stat(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR' || code === 'ENAMETOOLONG') return undefined;
    throw error;
  }
}
