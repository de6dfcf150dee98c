import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';

/** The time of files whose history is unknown. Python's zip refuses files from before 1980. */
const UNKNOWN_TIME = '2000-01-01T00:00:00Z';

/**
 * Packs files into a gzipped tar archive with one folder. Identical files produce identical archives. Their time is that of
 * the last change, because Python and make take a file for unchanged if its time and size are the same.
 */
export async function archiveOf(
  folder: string,
  files: ReadonlyMap<string, string>,
  changed: string = UNKNOWN_TIME,
): Promise<Buffer> {
  const archive = await packTar(
    [...files].map(([path, content]) => {
      const body = Buffer.from(content);
      const header = { name: `${folder}/${path}`, size: body.length, mode: 0o644, mtime: new Date(changed) };
      return { header, body };
    }),
  );
  return gzipSync(archive, { level: 9 });
}
