import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sections } from '../../config/sections.ts';
import { sectionAt } from '../../config/sidebars.ts';
import { isInteractive } from '../../config/apis.ts';
import type { BuiltPage } from '../../shared/read-page.ts';
import { fullFile, twinFile, twinLinks } from '../../shared/twin-path.ts';
import { toMarkdown } from './to-markdown.ts';

/**
 * Writes the Markdown twin of each page, for programs that read the documentation, and files with all twins of a section
 * and of the site.
 *
 * @param folder - The built site.
 * @param base - The path that the site is served below, without a slash at its end.
 */
export function writeTwins(folder: string, base: string, pages: readonly BuiltPage[]): void {
  const toTwin = twinLinks(base);
  const twins = pages
    // Pages that only redirect have no content.
    .filter(({ isErrorPage, main }) => !isErrorPage && main !== '')
    .map(({ file, main, facts: { title, description, canonical, changed } }) => {
      const matter = Object.entries({ title, description, canonical, changed })
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
      const text = `---\n${matter.join('')}---\n\n${toMarkdown(main, toTwin)}\n`;
      write(twinFile(file), text);
      return { url: `/${file.replace(/index\.html$/, '')}`, text };
    })
    .filter(({ url }) => !isInteractive(url));
  const bySection = Map.groupBy(twins, ({ url }) => sectionAt(url).id);
  const all = sections.map(({ id }) => {
    const text = bySection
      .get(id)!
      .map((twin) => twin.text)
      .join('\n');
    write(fullFile(id), text);
    return text;
  });
  write(fullFile(), all.join('\n'));

  function write(file: string, text: string) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}
