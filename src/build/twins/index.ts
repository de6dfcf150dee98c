import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sections, type SectionId } from '../../config/sections.ts';
import { sectionAt } from '../../config/sidebars.ts';
import { INTERACTIVE_REFERENCE } from '../../config/apis.ts';
import type { BuiltPage, PageFacts } from '../output/read-page.ts';
import { toMarkdown } from './convert.ts';
import type { Child, ToTwin } from './element.ts';
import { fullFile, twinFile, twinLinks } from '../../shared/twin-path.ts';

/**
 * Writes the Markdown twin of each page, for programs that read the documentation, and files with all twins of a section
 * and of the site. Files grow page by page, so that no more than one page is in memory.
 */
export class TwinWriter {
  readonly #folder: string;
  readonly #toTwin: ToTwin;
  readonly #started = new Set<SectionId>();

  /**
   * @param folder - The built site.
   * @param base - The path that the site is served below, without a slash at its end.
   */
  constructor(folder: string, base: string) {
    this.#folder = folder;
    this.#toTwin = twinLinks(base);
  }

  /**
   * @param file - The page's file below the built folder, such as `webhooks/events/index.html`.
   * @param content - Its `<main>`.
   */
  write(file: string, { content, facts }: Pick<BuiltPage, 'content' | 'facts'>): void {
    const text = twinOf(content, facts, this.#toTwin);
    writeFileSync(join(this.#folder, twinFile(file)), text);
    const url = `/${file.replace(/index\.html$/, '')}`;
    if (INTERACTIVE_REFERENCE.test(url)) return;
    const { id } = sectionAt(url);
    const all = join(this.#folder, fullFile(id));
    if (this.#started.has(id)) appendFileSync(all, `\n${text}`);
    else writeNew(all, text);
    this.#started.add(id);
  }

  /** Joins the sections, when all pages have been written. */
  close(): void {
    const whole = join(this.#folder, fullFile());
    writeFileSync(whole, '');
    for (const { id } of sections)
      if (this.#started.has(id)) appendFileSync(whole, readFileSync(join(this.#folder, fullFile(id))));
  }
}

function writeNew(file: string, text: string) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The text of a twin: front matter, then the content of the page. */
function twinOf(content: Child[], facts: PageFacts, toTwin: ToTwin): string {
  const { title, description, canonical, changed } = facts;
  const matter = Object.entries({ title, description, canonical, changed })
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  return `---\n${matter.join('')}---\n\n${toMarkdown(content, toTwin)}\n`;
}
