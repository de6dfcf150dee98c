import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { HtmlValidate } from 'html-validate';

test('The HTML of every page is valid', async () => {
  const validator = new HtmlValidate({ extends: ['html-validate:standard'] });
  // Astro writes the styles of its islands where the first one is, and browsers apply them.
  const isAstro = (message: string) => /^<style> element is not permitted as content under/.test(message);
  const reports = await Promise.all(globSync('dist/**/*.html').map((file) => validator.validateFile(file)));
  const errors = reports
    .flatMap(({ results }) => results)
    .flatMap(({ filePath, messages }) =>
      messages
        .filter(({ message }) => !isAstro(message))
        .map(
          ({ line, column, message, selector }) => `${filePath}:${line}:${column} ${message}. ${selector}`,
        ),
    );
  assert.ok(reports.length > 100);
  assert.deepEqual(errors, []);
});
