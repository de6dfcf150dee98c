import { WriterError } from '../../shared/writer-error.ts';
import { checkSite, type BuiltSite, type LinkError } from './check-site.ts';
import { sourceFinder } from './find-source.ts';

/**
 * Checks every link of a built site, including those that no writer wrote: header, sidebar, reference, assets,
 * stylesheets.
 *
 * @param root - The project's folder, to find where broken links are written.
 * @throws WriterError that lists each broken link with page, reason and source.
 */
export function checkLinks(site: BuiltSite, root: string): void {
  const errors = checkSite(site);
  if (errors.length > 0) throw new WriterError(describeLinkErrors(errors, site.base, sourceFinder(root)));
}

/** The errors as a message for writers. A broken link that many pages share, as in the header, is listed once. */
export function describeLinkErrors(
  errors: readonly LinkError[],
  base: string,
  findSource: ReturnType<typeof sourceFinder>,
): string {
  const same = Map.groupBy(errors, ({ page, target, from, reason }) => {
    const source = findSource(page.file, target.startsWith(`${base}/`) ? target.slice(base.length) : target);
    return `${target} (${from})\n      ${reason}${source ? `\n      Written in ${source}` : ''}`;
  });
  const lines = [...same].map(([text, each]) => {
    const [first, ...more] = new Set(each.map(({ page }) => page.url));
    return `  ${first}${more.length > 0 ? ` and ${more.length} more` : ''}\n    ${text}`;
  });
  return `The built site has ${same.size} broken ${same.size === 1 ? 'link' : 'links'}:\n${lines.join('\n')}`;
}
