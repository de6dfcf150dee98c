import { allSources, type Page } from '../../../src/checks/prose/pages.ts';

/** Every hand-written page of the site. */
export const pages = allSources.filter(({ address }) => address !== '');

export function pageAt(address: string): Page {
  const page = pages.find((each) => each.address === address);
  if (!page) throw new Error(`No such page: ${address}`);
  return page;
}
