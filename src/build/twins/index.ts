import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sections, type SectionId } from '../../config/sections.ts';
import { sectionAt } from '../../config/sidebars.ts';
import { isInteractive } from '../../config/apis.ts';
import type { BuiltPage } from '../output/read-page.ts';
import { fullFile, twinFile, twinLinks } from '../../shared/twin-path.ts';
import { toMarkdown } from './to-markdown.ts';

/**
 * Writes the Markdown twin of each page, for programs that read the documentation, and files with all twins of a section
 * and of the site.
 */
export class TwinWriter {
  readonly #folder: string;
  readonly #toTwin: (href: string) => string;
  readonly #twins = new Map<SectionId, string[]>(sections.map(({ id }) => [id, []]));

  /**
   * @param folder - The built site.
   * @param base - The path that the site is served below, without a slash at its end.
   */
  constructor(folder: string, base: string) {
    this.#folder = folder;
    this.#toTwin = twinLinks(base);
  }

  /** @param file - The page's file below the built folder, such as `webhooks/events/index.html`. */
  write(file: string, { main, facts }: Pick<BuiltPage, 'main' | 'facts'>): void {
    const { title, description, canonical, changed } = facts;
    const matter = Object.entries({ title, description, canonical, changed })
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
    const text = `---\n${matter.join('')}---\n\n${toMarkdown(main, this.#toTwin)}\n`;
    writeFileSync(join(this.#folder, twinFile(file)), text);
    const url = `/${file.replace(/index\.html$/, '')}`;
    if (!isInteractive(url)) this.#twins.get(sectionAt(url).id)!.push(text);
  }

  /** Writes the files with all twins, when all pages have been written. */
  close(): void {
    for (const { id } of sections) this.#writeAll(fullFile(id), this.#twins.get(id)!);
    this.#writeAll(fullFile(), [...this.#twins.values()].flat());
  }

  #writeAll(file: string, twins: string[]) {
    mkdirSync(dirname(join(this.#folder, file)), { recursive: true });
    writeFileSync(join(this.#folder, file), twins.join('\n'));
  }
}
