import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { providers } from '../../src/sandbox/providers.ts';
import { projectRoot } from '../support/project-copy.ts';
import { guides } from './support/pages.ts';

/* Readers who are sent to a sandbox find a provider of their country there. */

interface Provider {
  providerKey: string;
  countryCode: string;
}
const yaml = (file: string): unknown => parse(readFileSync(join(projectRoot, file), 'utf8'));

const PROVIDERS = '/account-information/providers';
const { components } = yaml('openapi/providers.yaml') as {
  components: { examples: { enabledProviders: { value: Provider[] } } };
};
const local = providers({ examples: () => components.examples.enabledProviders.value });
const ofPlatform = yaml('src/content/providers/sandbox.yaml') as Provider[];

/** The providers in each list that a page can send readers to. */
const lists: Record<string, readonly Provider[]> = {
  [`${PROVIDERS}/sandbox/#sandbox-providers`]: ofPlatform,
  [`${PROVIDERS}/sandbox-controls/#providers-with-an-outcome`]: local,
};

const countries = guides.flatMap((page) =>
  page.components
    .filter(({ name, attributes }) => name === 'Providers' && attributes['country'] !== 'sandbox')
    .map(({ attributes }) => ({ page, country: attributes['country'] })),
);

test('The page of each country links to a list of sandbox providers that has one of the country', () => {
  assert.ok(countries.length >= 4);
  for (const { page, country } of countries) {
    const linked = page.links.filter(({ target }) => target in lists);
    assert.ok(linked.length > 0, page.file);
    for (const { target } of linked)
      assert.ok(
        lists[target]!.some(({ countryCode }) => countryCode === country),
        `${page.file} links ${target}, which has no provider in ${country}.`,
      );
  }
});

test('The page of the control calls lists each provider of the sandbox', () => {
  const page = guides.find(({ address }) => address === `${PROVIDERS}/sandbox-controls/`)!;
  const table = page.tables.find(({ rows }) => rows[0]?.[0] === 'Provider key')!;
  const listed = table.rows.slice(1).flatMap(([keys = '']) => [...keys.matchAll(/`([^`]+)`/g)]);
  assert.deepEqual(
    listed.map(([, key]) => key).toSorted(),
    local.map(({ providerKey }) => providerKey).toSorted(),
  );
});
