import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocks } from '../../samples/support/pages.ts';
import { testFolder } from '../../support/test-folder.ts';
import type { Consumer } from '../consumer.ts';

/** The options of cURL 7.61, without the dashes. */
const curlOptions = readFileSync('tests/consumers/curl-7.61-options.txt', 'utf8');

/** Each shell block that calls cURL, and the options that a shell passes to cURL. */
function* optionsForCurl(): Generator<[block: string, options: string[]]> {
  for (const { page, title, language, code } of blocks) {
    if (!['sh', 'bash'].includes(language) || !/\bcurl\b/.test(code)) continue;
    const script = `curl() { printf '%s\\n' "$@"; }\nnode() { :; }\n${code}`;
    // The only programs are these functions.
    const output = execFileSync('/bin/sh', ['-c', script], { env: { PATH: '' }, encoding: 'utf8' });
    yield [`${page} ${title}`, output.split('\n').filter((line) => line.startsWith('-'))];
  }
}

const python = (...parameters: string[]) =>
  execFileSync('python3', parameters, { encoding: 'utf8', env: { ...process.env, PYTHONUTF8: '1' } }).trim();

/** Programs that run or unpack the sandbox, the starters, and the samples. */
export const programReaders: readonly Consumer[] = [
  {
    artifact: 'cURL commands on pages',
    reader: 'cURL of Enterprise Linux 8',
    version: () => '7.61, by its list of options',
    right: 'has every option',
    check() {
      const known = new Set(curlOptions.trim().split(/\s+/));
      const unknown = [...optionsForCurl()].flatMap(([block, options]) =>
        options
          .filter((option) => !known.has(option.replace('--', '')))
          .map((option) => `${block}: ${option}`),
      );
      assert.deepEqual(unknown, []);
    },
  },
  {
    artifact: 'sandbox.mjs --grade --junit',
    reader: "Python's xml.etree",
    version: () => python('--version'),
    right: 'reads a report with emoji, markup, and characters that XML forbids',
    check(context) {
      const report = join(testFolder(context), 'report.xml');
      const code = String.raw`console.log('🚀 <a href="x">&amp;]]>é \uFFFE\x7F\x01 \uD83D'); process.exitCode = 1`;
      const program = [process.execPath, '--eval', code];
      const grade = ['dist/sandbox.mjs', '--grade', '--only', 'one-token', '--junit', report];
      spawnSync(process.execPath, [...grade, '--', ...program]);
      const read =
        'import sys, xml.etree.ElementTree as x; print(x.parse(sys.argv[1]).find(".//failure").get("message"))';
      const message = python('-c', read, report);
      assert.ok(message.includes(String.raw`"🚀 <a href=\"x\">&amp;]]>é`), message);
    },
  },
];
