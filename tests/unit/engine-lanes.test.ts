import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decideLane, missingEngine, type Machine } from '../support/engines.ts';

const laptop: Machine = { installed: false, canInstall: false, isCI: false };

describe('The tests of an engine', () => {
  const rules: { title: string; machine: Machine; decision: string }[] = [
    { title: 'run where it is installed', machine: { ...laptop, installed: true }, decision: 'run' },
    {
      title: 'run in CI where it is installed',
      machine: { ...laptop, installed: true, isCI: true },
      decision: 'run',
    },
    {
      title: 'run after its packages are installed, for root on Debian',
      machine: { ...laptop, canInstall: true },
      decision: 'install',
    },
    {
      title: 'run after its packages are installed, in CI too',
      machine: { ...laptop, canInstall: true, isCI: true },
      decision: 'install',
    },
    { title: 'are skipped on a laptop without it', machine: laptop, decision: 'skip' },
    { title: 'fail in CI without it', machine: { ...laptop, isCI: true }, decision: 'fail' },
  ];
  for (const { title, machine, decision } of rules) {
    test(title, () => assert.equal(decideLane(machine), decision));
  }
});

test('The line about a missing engine says what is skipped and how to install it', () => {
  assert.equal(
    missingEngine('firefox', 'skip'),
    'Skipped the behaviors in Firefox: it is not installed. Install it with "sudo apt-get install firefox-esr", ' +
      'or set FIREFOX_PATH to a Firefox.',
  );
  assert.match(
    missingEngine('webkit', 'fail'),
    /^Can't test the behaviors in WebKit: .*webkit2gtk-driver xvfb/,
  );
});
