import { basename, join } from 'node:path';
import { formsOf, glossaryPath, parseGlossary } from '../../../content/glossary.ts';
import { isElement, stringAttribute, type ParsedPage } from '../../../content/mdx.ts';
import { sourceFiles } from '../../../shared/source-files.ts';
import { readText } from '../../../shared/text-file.ts';

const GLOSSARY = 'src/content/glossary.yaml';
const PARTIALS = 'src/content/partials';
const PROVIDERS = 'src/content/providers';

/** Finds what a writer has added and no page shows: terms, partials and lists of providers. */
export class Unused {
  readonly #glossary: string;
  /** The forms of each term that no page has used yet. Few remain after the first pages. */
  readonly #terms: Map<string, string[]>;
  readonly #files: Set<string>;

  /**
   * @param root - The project's folder.
   * @param fields - Names of the contracts. The pages of the reference show them.
   */
  constructor(root: string, fields: ReadonlySet<string>) {
    this.#glossary = readText(join(root, GLOSSARY));
    this.#terms = new Map(
      parseGlossary(this.#glossary)
        .filter(({ id }) => !fields.has(id))
        .map((entry) => [entry.id, [entry.id, ...formsOf(entry)].map((form) => form.toLowerCase())]),
    );
    this.#files = new Set([
      ...sourceFiles(join(root, PARTIALS), 'mdx').map((file) => `${PARTIALS}/${file}`),
      ...sourceFiles(join(root, PROVIDERS), 'yaml').map((file) => `${PROVIDERS}/${file}`),
    ]);
  }

  /** Notes what a page uses. */
  add({ file, source, nodes, partials }: ParsedPage): void {
    if (this.#terms.size > 0 && !file.includes(`docs${glossaryPath.slice(0, -1)}.`)) this.#addTerms(source);
    partials.forEach((partial) => this.#files.delete(partial));
    if (!source.includes('<Providers')) return;
    for (const node of nodes)
      if (isElement(node) && node.name === 'Providers')
        this.#files.delete(`${PROVIDERS}/${stringAttribute(node, 'country')?.toLowerCase()}.yaml`);
  }

  /** An error for each, as file, line and message. Call it after the last page. */
  errors(): { file: string; line: number; message: string }[] {
    const lines = this.#glossary.split('\n');
    return [
      ...[...this.#terms.keys()].map((id) => ({
        file: GLOSSARY,
        line: lines.indexOf(`- id: ${id}`) + 1,
        message: `no page uses the term "${id}"; use it, or remove it.`,
      })),
      ...[...this.#files].map((file) => {
        const [, name = '', extension] = /([^.]+)(\..*)$/.exec(basename(file)) ?? [];
        const use =
          extension === '.mdx'
            ? `import it from '@partials/${name}${extension}'`
            : `show it with <Providers country="${name.toUpperCase()}" />`;
        return { file, line: 1, message: `no page uses the file; ${use}, or remove it.` };
      }),
    ];
  }

  #addTerms(source: string): void {
    const text = source.toLowerCase().replace(/\s+/g, ' ');
    for (const [id, forms] of this.#terms)
      if (forms.some((form) => text.includes(form))) this.#terms.delete(id);
  }
}
