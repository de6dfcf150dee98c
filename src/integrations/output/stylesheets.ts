/* The stylesheets of a built site: which there are, and which of them pages link. */

import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Texts of stylesheets by their names. */
export type Sheets = ReadonlyMap<string, string>;

/**
 * Which styles share a file. Left alone, the bundler follows the modules that happen to import one another,
 * and styles of the reference end up on guides. The first group that matches decides.
 */
export const styleGroups = [
  // The static reference of starlight-openapi: on its own pages alone.
  { name: 'reference', test: /starlight-openapi\/components\/.+type=style/ },
  // What few pages use: never linked, each page holds the rules that it needs. Before the frame, since a group
  // takes along what its modules import.
  {
    name: 'rare',
    test: /(starlight\/dist\/user-components\/(?!Icon|Tabs)|src\/components\/(content|reference)\/(?!(parts\/)?(Diagram|Endpoint|Enum|FieldList|Fields|Method|Parameters|Values)\.)).+type=style|starlight\/dist\/style\/asides\.css/,
  },
  // The frame, the text and what most guides use: on every page, so in one file that is fetched once.
  {
    name: 'frame',
    test: /src\/styles\/.+\.css$|(starlight\/dist\/(components|style|user-components)|src\/components)\//,
  },
];

/** Files that many pages share, freed of what none of them uses. */
export const SHARED = /^(frame|reference)\..+\.css$/;

/**
 * Files that join a shared one, since alone they cost half as much again: that of Expressive Code the frame, and ours
 * for the static reference those of starlight-openapi, which it changes.
 */
const JOINING = [
  { file: /^ec\..+\.css$/, into: /^frame\..+\.css$/ },
  { file: /^static-reference\..+\.css$/, into: /^reference\..+\.css$/ },
];

/** The file whose rules go into the pages that need them. */
export const RARE = /^rare\..+\.css$/;

/** Links to those that no page keeps. */
export const OMITTED_LINK = /<link rel="stylesheet" href="[^"]*\/(?:ec|static-reference|rare)\.[^"]+"\/?>/g;

/**
 * The shared files with those that join them.
 *
 * @throws Error when a file that others join is missing: the bundler names files otherwise than before.
 */
export function joinSheets(sheets: Sheets): { shared: Map<string, string>; joined: string[] } {
  const shared = new Map([...sheets].filter(([file]) => SHARED.test(file)));
  const joined = JOINING.flatMap(({ file, into }) => {
    const target = [...shared.keys()].find((name) => into.test(name));
    if (!target) throw new Error(`No stylesheet is named like ${into.source}.`);
    const joining = [...sheets].filter(([name]) => file.test(name));
    shared.set(target, [shared.get(target), ...joining.map(([, css]) => css)].join('\n'));
    return joining.map(([name]) => name);
  });
  return { shared, joined };
}

/** Matches whole rules, with no rule within, whose selectors hold a pattern. */
export function rulesFor(pattern: string): RegExp {
  return new RegExp(String.raw`(?<=^|[{};])[^{};]*(?:${pattern})[^{};]*\{[^{}]*\}`, 'g');
}

/** Reads the stylesheets of a folder. */
export async function readSheets(folder: string): Promise<Sheets> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.css'));
  const texts = files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const);
  return new Map(await Promise.all(texts));
}
