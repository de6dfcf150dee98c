import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText } from '../../src/client/support/plain-text.ts';

test('HTML of the site reads as its text', () => {
  assert.equal(plainText('The <code>status</code> of a consent'), 'The status of a consent');
  assert.equal(plainText('&lt;b&gt; &quot;Don&#39;t&quot; &amp;amp;'), '<b> "Don\'t" &amp;');
});

test('What is no character reference of ours stays as it is', () => {
  assert.equal(plainText('A & B; &copy; &constructor;'), 'A & B; &copy; &constructor;');
});
