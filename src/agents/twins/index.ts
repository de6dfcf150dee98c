import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sections } from '../../config/sections.ts';
import { sectionAt } from '../../config/sidebars.ts';
import { isInteractive } from '../../config/apis.ts';
import type { BuiltPage } from '../../shared/read-page.ts';
import { fullFile, twinFile, twinLinks } from '../../shared/twin-path.ts';
import { yamlText } from '../../shared/yaml-text.ts';
import { toMarkdown } from './to-markdown.ts';

/** Writes each page's Markdown twin into the built site. Returns a map from page files to the IDs of omitted panels. */
export async function writeTwins(
  folder: string,
  { origin, base }: { origin: string; base: string },
  pages: readonly BuiltPage[],
): Promise<Map<string, string[]>> {
  const toTwin = twinLinks(base);
  // Use full URLs, because programs paste parts of the Markdown elsewhere, where relative links would break.
  const link = (href: string) => (href.startsWith('/') ? origin + toTwin(href) : href);
  const start = `> The whole integration in one file: ${link(`${base}/skill.md`)}. All pages: ${link(`${base}/llms.txt`)}.\n\n`;
  const leftOut = new Map<string, string[]>();
  const twins: { url: string; text: string }[] = [];
  // Skip pages that only redirect, because they have no content.
  for (const { file, main, facts } of pages.filter((page) => !page.isErrorPage && page.main !== '')) {
    await setImmediate(); // Lets other work continue.
    const { title, description, canonical, changed } = facts;
    const matter = Object.entries({ title, description, canonical, changed }).filter(
      ([, value]) => value !== '',
    );
    const { markdown, panels } = toMarkdown(main, link, canonical);
    leftOut.set(file, panels);
    const head = `---\n${yamlText(Object.fromEntries(matter))}---\n\n`;
    write(twinFile(file), `${head}${start}${markdown}\n`);
    twins.push({ url: `/${file.replace(/index\.html$/, '')}`, text: `${head}${markdown}\n` });
  }
  const all = sections.map(({ id }) => {
    const own = twins.filter(({ url }) => !isInteractive(url) && sectionAt(url).id === id);
    const text = own.map((twin) => twin.text).join('\n');
    write(fullFile(id), start + text);
    return text;
  });
  write(fullFile(), start + all.join('\n'));
  return leftOut;

  function write(file: string, text: string) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}
