import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { transform } from 'lightningcss';

const read = (file: string) => readFileSync(file, 'utf8');

test('The HTML of every page is valid', async () => {
  const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
  // Astro writes island styles next to the first island, and browsers apply them.
  const isAstro = (message: string) => /^<style> element is not permitted as content under/.test(message);
  const reports = await Promise.all(globSync('dist/**/*.html').map((file) => validator.validateFile(file)));
  const errors: string[] = [];
  for (const { filePath, messages } of reports.flatMap(({ results }) => results))
    for (const { line, column, message, selector } of messages)
      if (!isAstro(message)) errors.push(`${filePath}:${line}:${column} ${message}. ${selector}`);
  assert.ok(reports.length > 100);
  assert.deepEqual(errors, []);
});

test('Every class and ID in stylesheets is on a page, even after package upgrades', () => {
  const styles = /<style[^>]*>([\s\S]*?)<\/style>/g;
  const markup = [
    // Scalar creates its elements in code.
    ...globSync('dist/_astro/Scalar*.js').map(read),
    ...globSync('src/**/*.{astro,ts,tsx,mdx}').map((file) => read(file).replace(styles, '')),
    ...globSync('dist/**/*.html').map(read),
  ];
  const words = new Set(markup.flatMap((text) => text.match(/-{0,2}[a-zA-Z_][\w:-]*/g) ?? []));
  const missing: string[] = [];
  for (const file of globSync('src/**/*.{css,astro}')) {
    const sheets = file.endsWith('.css')
      ? [read(file)]
      : [...read(file).matchAll(styles)].map(([, css]) => css!);
    for (const sheet of sheets)
      transform({
        filename: file,
        // Astro's own pseudo-class.
        code: Buffer.from(sheet.replaceAll(':global(', ':is(')),
        visitor: {
          Selector(selector) {
            for (const part of selector)
              if ((part.type === 'class' || part.type === 'id') && !words.has(part.name))
                missing.push(`${file}: ${part.name}`);
          },
        },
      });
  }
  assert.deepEqual(missing, []);
});
