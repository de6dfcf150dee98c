import assert from 'node:assert/strict';
import { allSources } from '../../../src/checks/prose/pages.ts';
import { redirects } from '../../../src/config/redirects.ts';
import { readText } from '../../../src/shared/text-file.ts';

/** Every hand-written page of the site. */
export const pages = allSources.filter(({ address }) => address !== '');

export const pageAt = (address: string) =>
  pages.find((each) => each.address === (redirects[address] ?? address)) ??
  assert.fail(`No such page: ${address}`);

export const sourceAt = (address: string): string => readText(pageAt(address).file);
