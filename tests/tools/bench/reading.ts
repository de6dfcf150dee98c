/**
 * Measures how hard the guides are to read: words, longest sentence and reading grade of each, the worst first. Also
 * prints how much text the authentication pages share.
 */

import { guides, withPartials } from '../../content/support/pages.ts';
import { readingGrade, sentencesOf, sharedText, wordsOf } from '../../content/support/prose.ts';
import { median } from './print.ts';

/** A row of the report. */
interface Reading {
  path: string;
  words: number;
  longest: number;
  grade: number;
}

/** The maximum words of a page and of a sentence, the maximum grade, and the maximum share of text on similar pages. */
const goals = { words: 2_500, sentence: 30, grade: 8, shared: 0.25 };

/** Pages with the same subject in each section. */
const similar = /\/authentication\/$/;

export function printReadings(): void {
  const readings = guides.map(read).toSorted((one, other) => other.grade - one.grade);
  console.log(
    `\nHow the guides read (aims: ${goals.words} words, ${goals.sentence} in a sentence, grade ${goals.grade})`,
  );
  printLine('', 'words', 'longest', 'grade');
  for (const { path, words, longest, grade } of readings) {
    printLine(path, String(words), String(longest), grade.toFixed(1));
  }
  const middle = median(readings.map(({ grade }) => grade)).toFixed(1);
  const harder = readings.filter(({ grade }) => grade > goals.grade).length;
  console.log(
    `  ${readings.length} guides, the median grade is ${middle} (Flesch–Kincaid); ${harder} are above ${goals.grade}.`,
  );
  printShared();
}

function printShared() {
  const pages = guides.filter(({ address }) => similar.test(address));
  console.log(`\nText that the authentication pages share (aim: below ${percent(goals.shared)})`);
  for (const page of pages) {
    const others = pages.filter((other) => other !== page).map(textOf);
    printLine(page.address, percent(sharedText(textOf(page), others)));
  }
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

function printLine(name: string, ...cells: string[]) {
  console.log(`  ${name.padEnd(58)}${cells.map((cell) => cell.padStart(9)).join('')}`);
}

/** The text of a page and its partials that readers see. */
function textsOf(page: (typeof guides)[number]) {
  return withPartials(page).flatMap((part) => part.texts.filter(({ kind }) => kind !== 'frontMatter'));
}

const textOf = (page: (typeof guides)[number]) =>
  textsOf(page)
    .map(({ text }) => text)
    .join('\n');

function read(page: (typeof guides)[number]): Reading {
  const texts = textsOf(page);
  // Count a name of the API as one short word, because it would have many syllables.
  const sentences = texts
    .filter(({ kind }) => kind === 'paragraph')
    .flatMap(({ text }) => sentencesOf(text))
    .map((sentence) => sentence.replace(/`[^`]*`|‹\w+›/g, 'it'));
  return {
    path: page.address,
    words: texts.reduce((sum, { text }) => sum + wordsOf(text).length, 0),
    longest: Math.max(0, ...sentences.map((sentence) => wordsOf(sentence).length)),
    grade: readingGrade(sentences),
  };
}
