import { relative } from 'node:path';
import type { Loader } from 'astro/loaders';
import type { z } from 'astro/zod';
import { readText } from '../shared/text-file.ts';
import { WriterError } from '../shared/writer-error.ts';
import { yamlLine } from './yaml-line.ts';

/**
 * Wraps a loader of YAML files so that all errors of all files are in one message, with their lines. Astro reports the
 * first file, in line 0, with a stack trace.
 *
 * @throws WriterError after the loader has read the files.
 */
export function withDataErrors(loader: Loader, schema: z.ZodType): Loader {
  return {
    ...loader,
    load: async (context) => {
      const errors: string[] = [];
      const invalid = new Set<string>();
      let finished = false;
      const loading = loader.load({
        ...context,
        store: {
          ...context.store,
          // Don't store invalid files: the loader wouldn't read them again until they change.
          set: (entry) => !invalid.has(entry.id) && context.store.set(entry),
        },
        parseData: async (entry) => {
          invalid.delete(entry.id);
          const { error } = schema.safeParse(entry.data);
          if (!error) return context.parseData(entry);
          const messages = error.issues.map((issue) => describe(entry.filePath ?? entry.id, issue));
          // After the first load, the development server reads one changed file at a time.
          if (finished) throw new WriterError(messages.join('\n'));
          invalid.add(entry.id);
          errors.push(...messages);
          return entry.data;
        },
      });
      await loading.catch((error: unknown) => errors.push(syntaxOf(error)));
      finished = true;
      if (errors.length > 0) throw new WriterError(errors.join('\n'));
    },
  };
}

function describe(file: string, { path, message }: z.core.$ZodIssue): string {
  const line = yamlLine(readText(file), path) ?? 1;
  const field = path.length > 0 ? `${path.join('.')}: ` : '';
  return `${relative(process.cwd(), file)}:${line}: ${field}${message}`;
}

/**
 * What is wrong with a file that isn't YAML, from Astro's error, which has a stack trace.
 *
 * @throws Any other error.
 */
export function syntaxOf(error: unknown): string {
  const { loc, message } = error as Error & { loc?: { file?: string; line?: number } };
  if (loc?.file === undefined || loc.line === undefined) throw error;
  const reason = message.replace(/^.* failed to parse: /, '');
  // Astro counts the lines of Markdown from 0, and those of other files from 1.
  const line = loc.file.endsWith('.md') ? loc.line + 1 : loc.line;
  return `${relative(process.cwd(), loc.file)}:${line}: this isn't YAML: ${reason}. Write each field once, put a value with a colon in quotes, and indent with spaces.`;
}
