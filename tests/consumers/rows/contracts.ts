import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { parse } from 'yaml';
import { filesBelow } from '../../../src/shared/files-below.ts';
import { python } from '../../starters/support/starters.ts';
import { builtFile, dist, isBuilt } from '../../support/built-pages.ts';
import { packageVersion } from '../package-version.ts';
import type { Consumer } from '../consumer.ts';

const yamlFiles = (await filesBelow(dist)).filter((file) => file.endsWith('.yaml'));

/** A published YAML file's content, from its JSON file, if it has one. */
function contentOf(file: string): unknown {
  const json = file.replace(/yaml$/, 'json');
  return isBuilt(json) ? JSON.parse(builtFile(json).toString()) : parse(builtFile(file).toString());
}

const output = (command: string, ...options: readonly string[]) =>
  execFileSync(command, options, { cwd: dist, encoding: 'utf8', maxBuffer: 2 ** 26 });

/** Runs a program that prints a JSON list with the contents of the YAML files in its arguments. */
function readsTheSame(...command: [string, ...string[]]): void {
  const contents = JSON.parse(output(...command, ...yamlFiles)) as unknown[];
  for (const [index, file] of yamlFiles.entries()) assert.deepEqual(contents[index], contentOf(file), file);
}

const PYTHON = 'import json, sys, yaml; print(json.dumps([yaml.safe_load(open(f)) for f in sys.argv[1:]]))';
const RUBY = 'puts ARGV.map { |file| YAML.load_file(file) }.to_json';

/** Programs that read the contracts, flows, and sandbox controls. */
export const contractReaders: readonly Consumer[] = [
  {
    artifact: '/**/*.yaml',
    reader: 'yaml (YAML 1.2 and 1.1)',
    version: () => packageVersion('yaml'),
    right: 'reads the same values as in JSON',
    check() {
      for (const file of yamlFiles)
        for (const version of ['1.2', '1.1'] as const)
          assert.deepEqual(parse(builtFile(file).toString(), { version }), contentOf(file), file);
    },
  },
  {
    artifact: '/**/*.yaml',
    reader: 'PyYAML',
    version: () => output(python, '-c', 'import yaml; print(yaml.__version__)'),
    right: 'reads the same values as in JSON',
    check: () => readsTheSame(python, '-c', PYTHON),
    nightly: true,
  },
  {
    artifact: '/**/*.yaml',
    reader: "Ruby's YAML",
    version: () => output('ruby', '-ryaml', '-e', 'puts Psych::VERSION'),
    right: 'reads the same values as in JSON',
    check: () => readsTheSame('ruby', '-ryaml', '-rjson', '-e', RUBY),
    nightly: true,
  },
];
