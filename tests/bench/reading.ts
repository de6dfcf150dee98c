/** How hard the guides are to read: words, longest sentence and reading grade of each, the worst first. */

import { guides, withPartials } from '../content/support/pages.ts';
import { readingGrade, sentencesOf, wordsOf } from '../content/support/prose.ts';
import { median } from './print.ts';

/** A row of the report. */
interface Reading {
  address: string;
  words: number;
  longest: number;
  grade: number;
}

/** Most words of a page, and of a sentence. */
const goals = { words: 1_500, sentence: 30 };

export function printReadings(): void {
  const readings = guides.map(read).toSorted((one, other) => other.grade - one.grade);
  console.log(`\nHow the guides read (aims: ${goals.words} words, ${goals.sentence} in a sentence)`);
  printLine('', 'words', 'longest', 'grade');
  for (const { address, words, longest, grade } of readings) {
    printLine(address, String(words), String(longest), grade.toFixed(1));
  }
  const middle = median(readings.map(({ grade }) => grade)).toFixed(1);
  console.log(`  ${readings.length} guides, the median grade is ${middle} (Flesch–Kincaid).`);
}

function printLine(address: string, ...cells: string[]) {
  console.log(`  ${address.padEnd(58)}${cells.map((cell) => cell.padStart(9)).join('')}`);
}

function read(page: (typeof guides)[number]): Reading {
  const texts = withPartials(page).flatMap((part) => part.texts.filter(({ kind }) => kind !== 'frontMatter'));
  // Names of the API are read as names: they would count as words of many syllables.
  const sentences = texts
    .filter(({ kind }) => kind === 'paragraph')
    .flatMap(({ text }) => sentencesOf(text))
    .map((sentence) => sentence.replace(/`[^`]*`|‹\w+›/g, 'it'));
  return {
    address: page.address,
    words: texts.reduce((sum, { text }) => sum + wordsOf(text).length, 0),
    longest: Math.max(0, ...sentences.map((sentence) => wordsOf(sentence).length)),
    grade: readingGrade(sentences),
  };
}
