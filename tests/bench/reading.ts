/** How hard the guides are to read: words, longest sentence and reading grade of each, the worst first. It prints and never fails. */

import { guides, withPartials } from '../content/support/pages.ts';
import { readingGrade, sentencesOf, wordsOf } from '../content/support/prose.ts';

/** A row of the report. */
interface Reading {
  address: string;
  words: number;
  longest: number;
  grade: number;
}

const readings = guides.map((page): Reading => {
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
});

const row = (address: string, ...cells: string[]) =>
  console.log(`  ${address.padEnd(58)}${cells.map((cell) => cell.padStart(9)).join('')}`);

console.log('How the guides read (goals: 1,500 words, 30 words in a sentence)');
row('', 'words', 'longest', 'grade');
for (const { address, words, longest, grade } of readings.toSorted((a, b) => b.grade - a.grade)) {
  row(address, String(words), String(longest), grade.toFixed(1));
}
const sorted = readings.map(({ grade }) => grade).toSorted((a, b) => a - b);
const middle = sorted[Math.floor(sorted.length / 2)] ?? 0;
console.log(`  ${readings.length} guides, the median grade is ${middle.toFixed(1)} (Flesch–Kincaid).`);
