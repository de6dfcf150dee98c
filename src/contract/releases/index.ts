import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { apis, type ApiName } from '../../config/apis.ts';
import { changeLogOf } from '../change-log.ts';
import { contractFolder } from '../files.ts';
import { describeContract } from '../index.ts';
import type { Contract, OpenApiDocument } from '../model.ts';
import { breakingChanges } from './breaking-changes.ts';

const folderOf = (name: ApiName) => join(contractFolder(), 'published', name);

/** What a new version is needed for: everything but the extensions that only this site reads. */
const comparable = ({ document }: Contract) =>
  JSON.stringify(document, (key, value: unknown) =>
    /^x-(announced-by|assumption)$/.test(key) ? undefined : value,
  );

/** The published versions of an API, oldest first, from `openapi/published/<name>/<version>.json`. */
function publishedVersions(name: ApiName): Contract[] {
  return globSync('+([0-9.]).json', { cwd: folderOf(name) })
    .map((file) => JSON.parse(readFileSync(join(folderOf(name), file), 'utf8')) as OpenApiDocument)
    .map((document) => describeContract(name, document))
    .sort((a, b) => compareVersions(a.version, b.version));
}

/** All published versions of all APIs. They never change. */
export const allPublishedVersions = () => apis.flatMap(({ name }) => publishedVersions(name));

/** Publishes the version of a contract as a file. Returns its path, or `undefined` if the version is already published. */
export function publish({ name, version, document }: Contract): string | undefined {
  const file = join(folderOf(name), `${version}.json`);
  if (existsSync(file)) return undefined;
  mkdirSync(folderOf(name), { recursive: true });
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  return relative(process.cwd(), file);
}

/**
 * Compares a contract with its latest published version. Returns a message if it has changed without a new version, or
 * if it breaks clients without a new minor or major version and an entry in the changelog.
 */
export function versionProblems(contract: Contract): string[] {
  const { name, version } = contract;
  const last = publishedVersions(name).at(-1);
  if (!last || comparable(last) === comparable(contract)) return [];
  const file = `openapi/${name}.yaml`;
  const changes = breakingChanges(last, contract);
  const list = changes.map((change) => `\n    ${change}`).join('');
  const order = compareVersions(version, last.version);
  if (order < 0) return [`${file}: version ${version} is older than ${last.version}, which is published.`];
  if (order === 0 && changes.length === 0) {
    return [`${file} differs from version ${version}, which is published. Increase info.version.`];
  }
  if (changes.length === 0) return [];
  const [major, minor] = last.version.split('.');
  if (version.startsWith(`${major}.${minor}.`)) {
    return [
      `${file} breaks clients of version ${last.version}:${list}\n` +
        `  Undo the change, or set info.version to ${major}.${Number(minor) + 1}.0 and describe it in the changelog.`,
    ];
  }
  const newest = changeLogOf(name)[0]?.changes ?? [];
  if (newest.some((change) => change.startsWith('**Breaking:**'))) return [];
  return [
    `openapi/changelog/${name}.md: no change of ${version} starts with "**Breaking:**", but clients break:${list}`,
  ];
}

const compareVersions = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });
