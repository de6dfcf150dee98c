import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sections } from '../../config/sections.ts';
import { sectionAt, writersPages } from '../../config/sidebars.ts';
import { isInteractive } from '../../config/apis.ts';
import { pagePath } from '../../shared/page-path.ts';
import type { BuiltPage } from '../../shared/read-page.ts';
import { FULL_FILE, twinFile, twinLinks } from '../../shared/twin-path.ts';
import { yamlText } from '../../shared/yaml-text.ts';
import { packDocs } from './folder.ts';
import { toMarkdown } from './to-markdown.ts';

/** Writes each page's Markdown twin into the built site. */
export async function writeTwins(
  folder: string,
  { origin, base }: { origin: string; base: string },
  pages: readonly BuiltPage[],
): Promise<void> {
  const toTwin = twinLinks(base);
  // Use full URLs, because programs paste parts of the Markdown elsewhere, where relative links would break.
  const link = (href: string) => (href.startsWith('/') ? origin + toTwin(href) : href);
  const introduction = `> The whole integration in one file: ${link(`${base}/skill.md`)}. All pages: ${link(`${base}/llms.txt`)}.\n\n`;
  const twins: { path: string; file: string; text: string }[] = [];
  for (const { url, file, main, facts } of pages) {
    // Pages that only redirect have no content, and error pages, in any language, no canonical URL.
    if (main === '' || facts.canonical === '') continue;
    await setImmediate(); // Lets other work continue.
    const { title, description, canonical, changed } = facts;
    const frontMatter = Object.entries({ title, description, canonical, changed }).filter(
      ([, value]) => value !== '',
    );
    const markdown = toMarkdown(main, link);
    const head = `---\n${yamlText(Object.fromEntries(frontMatter))}---\n\n`;
    write(twinFile(file), `${head}${introduction}${markdown}\n`);
    const path = url.slice(base.length);
    // Agents of readers don't need the pages for writers.
    if (!writersPages.map(pagePath).includes(path))
      twins.push({ path, file: twinFile(file), text: `${head}${markdown}\n` });
  }
  const included = sections.flatMap(({ id }) =>
    twins.filter(({ path }) => !isInteractive(path) && sectionAt(path).id === id),
  );
  write(FULL_FILE, introduction + included.map(({ text }) => text).join('\n'));
  await packDocs(folder, origin + base, new Map(twins.map(({ file, text }) => [file, text])));

  function write(file: string, text: string) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}
