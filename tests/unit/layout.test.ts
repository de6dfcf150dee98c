import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestPage } from '../../src/shared/nearest.ts';

const pages = ['/account-information/data-access/consent-refresh/', '/webhooks/', '/webhooks/events/'];

for (const [what, path, nearest] of [
  ['with a typo', '/webhooks/event', '/webhooks/events/'],
  ['in uppercase', '/Webhook/', '/webhooks/'],
  ['that moved', '/guides/consent-refresh/', '/account-information/data-access/consent-refresh/'],
  ['that resembles no page', '/pricing/enterprise/quote-form/', undefined],
] as const)
  test(`Instead of a page ${what}, ${path}, the not-found page suggests ${nearest ?? 'none'}`, () =>
    assert.equal(nearestPage(path, pages), nearest));
