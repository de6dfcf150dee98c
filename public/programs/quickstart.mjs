// Goes from client credentials to transactions in one run. Requires Node 20 or newer and no packages:
//   CLIENT_ID=… CLIENT_SECRET=… PROVIDER_KEY=… node quickstart.mjs
// Set PLATFORM_URL to the host of the platform, and REDIRECT_URL to a page in your app.
// This program never retries. After an error, run it again: each run creates a new user. The client in the JavaScript
// starter retries requests that are safe to repeat.

import { setTimeout as sleep } from 'node:timers/promises';

const {
  CLIENT_ID,
  CLIENT_SECRET,
  PROVIDER_KEY,
  COUNTRY_CODE = 'NL',
  EXTERNAL_USER_ID = `quickstart-${Date.now()}`,
  REDIRECT_URL = 'https://app.example.com/return',
  PLATFORM_URL = 'https://api.example.com',
} = process.env;
const MINUTES_FOR_CONSENT = 10;
const MOST_PAGES = 1_000;

process.on('uncaughtException', ({ message }) => {
  console.error(message);
  process.exit(1);
});

// Allows HTTPS, and http:// only for this machine.
const SAFE_URL = /^(https:\/\/|http:\/\/(([a-z\d-]+\.)*localhost|127(\.\d+){3}|\[::1])(:\d+)?(\/|$))/i;
if (!SAFE_URL.test(PLATFORM_URL)) {
  throw new Error(`PLATFORM_URL must start with https://, but it is ${PLATFORM_URL}.`);
}

let token;

/** Sends a request and returns the parsed body, if any. Sends a form as form data and any other body as JSON. */
async function call(method, path, body) {
  const isForm = body instanceof URLSearchParams;
  const line = `${method} ${PLATFORM_URL}${path}`;
  const failed = (error) => {
    throw new Error(`${line} failed: ${error.cause?.message ?? error.message}`);
  };
  const response = await fetch(`${PLATFORM_URL}${path}`, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'Content-Type': 'application/json' }),
    },
    body: isForm ? body : body && JSON.stringify(body),
    // A redirect would carry the client secret to another host.
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
  }).catch(failed);
  const text = await response.text().catch(failed);
  if (!response.ok) throw new Error(`${line} returned ${response.status}: ${text}`);
  try {
    return JSON.parse(text);
  } catch {
    // Text that isn't HTML may contain a token or bank data.
    const start = text.trim().startsWith('<') ? `: ${text.trim().slice(0, 100)}` : '.';
    throw new Error(`${line} returned ${response.status}, but its body isn't JSON${start}`);
  }
}

/** Polls the consent until it is UPDATED. */
async function waitForConsent(consentId) {
  const end = Date.now() + MINUTES_FOR_CONSENT * 60_000;
  let previous;
  for (let pause = 1_000; Date.now() < end; pause = Math.min(pause * 2, 15_000)) {
    const { status, errors } = await call('GET', `/Consent/${encodeURIComponent(consentId)}`);
    if (status !== previous) console.log(`The consent is in status ${status}.`);
    if ([4, 'UPDATED'].includes(status)) return;
    if ([5, 7, 8, 'INVALIDATED', 'ERROR', 'TIMEDOUT'].includes(status)) {
      throw new Error(`The consent ended in status ${status}: ${JSON.stringify(errors)}`);
    }
    if ([6, 'FAILING'].includes(status) && status !== previous) console.warn(JSON.stringify(errors));
    previous = status;
    await sleep(pause);
  }
  throw new Error(`The consent is still in status ${previous} after ${MINUTES_FOR_CONSENT} minutes.`);
}

/** Reads every page of the transactions. */
async function* readTransactions(consentId) {
  const query = new URLSearchParams({ ConsentId: consentId, PageSize: '100' });
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const { data, nextPageToken } = await call('GET', `/Transactions?${query}`);
    yield* data;
    if (!nextPageToken) return;
    if (nextPageToken === query.get('PageToken')) throw new Error('Duplicate page token.');
    query.set('PageToken', nextPageToken);
  }
  throw new Error(`There are more than ${MOST_PAGES} pages.`);
}

if (!CLIENT_ID || !CLIENT_SECRET) throw new Error('Set CLIENT_ID and CLIENT_SECRET.');
const credentials = { grant_type: 'client_credentials', client_id: CLIENT_ID, client_secret: CLIENT_SECRET };
const form = new URLSearchParams({ ...credentials, scope: 'customer-api' });
({ accessToken: token } = await call('POST', '/cfa/connect/token', form));

if (!PROVIDER_KEY) {
  for (const { providerKey, name } of await call('GET', '/Providers')) console.log(providerKey, name);
  throw new Error('Set PROVIDER_KEY to one of the keys above.');
}
const user = await call('POST', '/Users', { externalUserId: EXTERNAL_USER_ID });
console.log(`Created the user ${user.id}.`);

const { consentId, consentUrl } = await call('POST', '/Consent', {
  providerKey: PROVIDER_KEY,
  countryCode: COUNTRY_CODE,
  externalUserId: EXTERNAL_USER_ID,
  redirectUrl: REDIRECT_URL,
});
console.log(`Open this URL in your browser and give consent:\n${consentUrl}`);
await waitForConsent(consentId);

const accounts = await call(
  'GET',
  `/Accounts?${new URLSearchParams({ ConsentId: consentId, Page: '1', Size: '50' })}`,
);
console.log(`Accounts: ${JSON.stringify(accounts, null, 2)}`);
let count = 0;
for await (const { bookDate, amount, currency, description } of readTransactions(consentId)) {
  console.log(bookDate, amount, currency, description);
  count += 1;
}
console.log(`Read ${count} transactions.`);
