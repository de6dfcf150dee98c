import { regionsIn, starterFiles } from '../../../src/downloads/starters.ts';
import { programsOf, recipesOf } from '../../generators/recipe.ts';
import type { Block } from './built-pages.ts';
import { guideRuns } from './guide-runs.ts';
import { titled } from './guide-samples.ts';
import { referenceSamples } from './reference-samples.ts';

/** How the code of a block is checked: it runs, it is only parsed, or nothing checks it. */
export type Check = 'ran' | 'parsed' | 'none';

/** A piece of code that pages show, once. */
export interface Sample {
  language: string;
  code: string;
  pages: string[];
  check: Check;
}

const RECIPES = 'api/generate-a-client.mdx';

/** Languages of programs, by the names of code blocks. Other blocks are data, such as the JSON of examples. */
const labels: Readonly<Record<string, string>> = {
  sh: 'cURL and shell',
  bash: 'cURL and shell',
  js: 'JavaScript',
  ts: 'TypeScript',
  python: 'Python',
  py: 'Python',
  csharp: 'C#',
  java: 'Java',
  php: 'PHP',
};

/** Titles of the blocks that the tests of receivers, commands, collections and flows run. */
const titlesElsewhere = [
  ...['receiver.mjs', 'receiver.py', 'receiver.php', 'verified-receiver.mjs', 'verified_receiver.py'],
  ...['Send the same event twice', 'In one terminal', 'In another terminal', 'Settings of all starters'],
  ...['Settings of the receiver and the stores', 'Start the sandbox', 'Point a starter at the sandbox'],
  ...['Start an empty sandbox whose end users give consent', 'Run the collection without Postman'],
  ...['Run the collection with Bruno', 'Run a flow'],
];

const trimmed = (codes: Iterable<string | undefined>) =>
  new Set([...codes].flatMap((code) => (code === undefined ? [] : [code.trim()])));

/** Regions of the starters, which their tests run. The one in C# is only parsed. */
function regions(isCsharp: boolean): string[] {
  return [...starterFiles()]
    .filter(([language]) => (language === 'csharp') === isCsharp)
    .flatMap(([, files]) => [...files.values()].flatMap((text) => [...regionsIn(text).values()]));
}

const reference = (isCsharp: boolean) =>
  referenceSamples.filter(({ language }) => (language === 'csharp') === isCsharp).map(({ code }) => code);

const ran = trimmed([
  ...reference(false),
  ...regions(false),
  ...guideRuns.flatMap(({ covers }) => covers).map((title) => titled(title)?.code),
  ...titlesElsewhere.map((title) => titled(title)?.code),
  ...programsOf(RECIPES).values(),
  ...recipesOf(RECIPES).map(({ commands }) => commands),
]);
const parsed = trimmed([...reference(true), ...regions(true)]);

/** The programs in code blocks, each once, and how each is checked. */
export function samplesIn(blocks: readonly Block[]): Sample[] {
  const samples = new Map<string, Sample>();
  for (const { language, page, code } of blocks) {
    const label = labels[language];
    if (label === undefined) continue;
    const text = code.trim();
    const key = `${label}\n${text}`;
    const check = ran.has(text) ? 'ran' : parsed.has(text) ? 'parsed' : 'none';
    const sample = samples.get(key) ?? { language: label, code: text, pages: [], check };
    if (!sample.pages.includes(page)) sample.pages.push(page);
    samples.set(key, sample);
  }
  return [...samples.values()];
}
