import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { apis, type ApiName } from '../../config/apis.ts';
import { WriterError } from '../../shared/writer-error.ts';
import { changeLogOf } from '../change-log.ts';
import { contractFolder } from '../files.ts';
import type { Contract, OpenApiDocument } from '../model.ts';
import { breakingChanges } from './breaking-changes.ts';

/** A version of a contract that is published, and therefore never changes. */
interface PublishedContract {
  name: ApiName;
  version: string;
  document: OpenApiDocument;
}

const publishedFile = (name: ApiName, version: string) =>
  join(contractFolder(), 'published', name, `${version}.json`);

/** Extensions that only this site reads. Changing one doesn't change the API, so it needs no new version. */
const annotations = new Set(['x-announced-by', 'x-assumption']);

/** A document as a string without {@link annotations}, to compare versions. */
const withoutAnnotations = (document: OpenApiDocument) =>
  JSON.stringify(document, (key, value: unknown) => (annotations.has(key) ? undefined : value));

/**
 * The published versions of an API, oldest first, from `openapi/published/<name>/<version>.json`.
 *
 * @throws WriterError when the name of a file isn't the version in it.
 */
function publishedVersions(name: ApiName): PublishedContract[] {
  const folder = join(contractFolder(), 'published', name);
  return globSync('+([0-9.]).json', { cwd: folder })
    .map((file) => {
      const path = join(folder, file);
      const document = JSON.parse(readFileSync(path, 'utf8')) as OpenApiDocument;
      const { version } = document.info;
      if (file !== `${version}.json`) {
        const shown = relative(process.cwd(), path);
        throw new WriterError(`${shown}: contains version ${version}. Restore the file from git.`);
      }
      return { name, version, document };
    })
    .sort((a, b) => compareVersions(a.version, b.version));
}

/** All published versions of all APIs. */
export const allPublishedVersions = (): PublishedContract[] =>
  apis.flatMap(({ name }) => publishedVersions(name));

/**
 * Publishes the current version of a contract as a file. Returns its path, or `undefined` if the version is already
 * published.
 */
export function publish({ name, version, document }: Contract): string | undefined {
  const file = publishedFile(name, version);
  if (existsSync(file)) return undefined;
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  return relative(process.cwd(), file);
}

/**
 * Compares a contract with its latest published version. Returns a message if it has changed without a new version, or
 * if it breaks clients without a new minor or major version and an entry in the changelog.
 */
export function versionProblems({ name, version, document }: Contract): string[] {
  const last = publishedVersions(name).at(-1);
  if (!last || withoutAnnotations(last.document) === withoutAnnotations(document)) return [];
  const file = `openapi/${name}.yaml`;
  const changes = breakingChanges(last.document, document);
  const list = changes.map((change) => `\n    ${change}`).join('');
  const order = compareVersions(version, last.version);
  if (order < 0) return [`${file}: version ${version} is older than ${last.version}, which is published.`];
  if (order === 0 && changes.length === 0) {
    return [`${file} differs from version ${version}, which is published. Increase info.version.`];
  }
  if (majorAndMinor(version) === majorAndMinor(last.version) && changes.length > 0) {
    return [
      `${file} breaks clients of version ${last.version}:${list}\n` +
        `  Undo the change, or set info.version to ${nextMinor(last.version)} and describe it in the changelog.`,
    ];
  }
  const newest = changeLogOf(name)[0]?.changes ?? [];
  if (changes.length > 0 && !newest.some((change) => change.startsWith('**Breaking:**'))) {
    return [
      `openapi/changelog/${name}.md: no change of ${version} starts with "**Breaking:**", but clients break:${list}`,
    ];
  }
  return [];
}

const numbers = (version: string) => version.split('.').map(Number);
const majorAndMinor = (version: string) => numbers(version).slice(0, 2).join('.');

function nextMinor(version: string): string {
  const [major = 0, minor = 0] = numbers(version);
  return `${major}.${minor + 1}.0`;
}

function compareVersions(a: string, b: string): number {
  const [first, second] = [numbers(a), numbers(b)];
  const index = first.findIndex((number, at) => number !== second[at]);
  return index < 0 ? 0 : first[index]! - second[index]!;
}
