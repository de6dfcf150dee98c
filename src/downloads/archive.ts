import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';

/**
 * Packs files into a folder of a gzipped tar archive. Equal files have equal archives.
 *
 * @param files - The content of each file, by its path in the folder.
 */
export async function archiveOf(folder: string, files: ReadonlyMap<string, string>): Promise<Response> {
  const archive = await packTar(
    [...files].map(([path, content]) => {
      const body = Buffer.from(content);
      const name = `${folder}/${path}`;
      return { header: { name, size: body.length, mode: 0o644, mtime: new Date(0) }, body };
    }),
  );
  return new Response(gzipSync(archive, { level: 9 }), { headers: { 'content-type': 'application/gzip' } });
}
