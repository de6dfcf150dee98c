import { expect, test } from '../support/site.ts';
import { results, searchFor } from './search-dialog.ts';

const data = '/account-information/data-access';

/** What readers type, and the page that explains it. */
const queries: Record<string, string> = {
  '429 too many requests': `${data}/consent-refresh/`,
  'rate limit': `${data}/consent-refresh/`,
  'refresh consent': `${data}/consent-refresh/`,
  'consent status': `${data}/consents/`,
  consnt: `${data}/consents/`,
  'consent expired': `${data}/consent-lifetime/`,
  'sync mode': `${data}/sync-mode/`,
  'account balance': `${data}/account-balance/`,
  pagination: `${data}/transactions/`,
  nextPageToken: `${data}/transactions/`,
  upsert: `${data}/transactions/`,
  trasnactions: `${data}/transactions/`,
  token: '/account-information/authentication/',
  'get access token': '/account-information/authentication/',
  'client secret': '/account-information/appscreen/',
  'redirect url': '/account-information/appscreen/',
  'delete user gdpr': '/account-information/data-removal/',
  401: '/account-information/error-handling/',
  unauthorized: '/account-information/error-handling/',
  traceId: '/account-information/error-handling/',
  postman: '/account-information/postman/',
  sandbox: '/account-information/providers/sandbox/',
  'mock server': '/account-information/providers/sandbox/',
  'bank logo': '/account-information/providers/introduction/',
  netherlands: '/account-information/providers/netherlands/',
  'recurring salary': '/sequencing/',
  'z2 categories': '/categorization/engines/z2-engine/categories/',
  'start categorization': '/categorization/jobs/creating-jobs/',
  'delete analysis job': '/analysis/jobs/deleting-jobs/',
  'transactions fetched': '/webhooks/events/',
  'duplicate webhook': '/webhooks/',
  webhok: '/webhooks/',
  signature: '/webhooks/verify/',
  'webhook signature': '/webhooks/verify/',
  'getting started': '/',
  quickstart: '/',
  'base url': '/api/',
  'generate client': '/api/generate-a-client/',
  'go live': '/go-live/',
  'contact support': '/support-questions/',
  'POST /Consent': '/api/consents/operations/createconsent/',
  'GET /Transactions': '/api/transactions/operations/listtransactions/',
  refreshConsent: '/api/consents/operations/refreshconsent/',
};

/** How many right pages have to be the first result. All have to be among the first three. */
const FIRST = Math.ceil(Object.keys(queries).length * 0.85);

test('what readers search for comes first, or second or third now and then', async ({ page }) => {
  test.slow();
  const ranks = new Map<string, number>();
  for (const [query, right] of Object.entries(queries)) {
    await searchFor(page, query);
    const rank = (await results(page)).indexOf(right) + 1;
    ranks.set(query, rank);
    expect.soft(rank, `${query}: rank of ${right}`).toBeGreaterThanOrEqual(1);
    expect.soft(rank, `${query}: rank of ${right}`).toBeLessThanOrEqual(3);
  }
  const others = [...ranks].filter(([, rank]) => rank !== 1).map(([query, rank]) => `${query} (${rank})`);
  expect(ranks.size - others.length, `not first: ${others.join(', ')}`).toBeGreaterThanOrEqual(FIRST);
});
