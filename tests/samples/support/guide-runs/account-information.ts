import { CONSENT, USER } from '../../../sandbox/support.ts';
import { once } from '../../../starters/support/platform.ts';
import type { GuideRun } from '../guide-runs.ts';

/** The ID of an account, which no consent has. */
const ACCOUNT = '963d5a3a-6e7e-4dba-ab5e-0b9cde858650';

/** An event that waits in the inbox of a worker. */
const inbox = { [`inbox/${CONSENT}`]: '' };
const upserts = /(Upsert \S+ \S+\s+){30}$/;

/** Programs about tokens, providers, users, consents, accounts, transactions and webhooks. */
export const accountInformationRuns: readonly GuideRun[] = [
  // Tokens and requests
  {
    covers: ['token.js'],
    language: 'js',
    program: `import { accessToken } from './token.js';
      console.log((await accessToken()) === (await accessToken()));`,
    prints: /^true$/m,
  },
  {
    covers: ['token_cache.py'],
    language: 'python',
    program: 'from token_cache import access_token\nprint(access_token() == access_token())',
    prints: /^True$/m,
  },
  { covers: ['list-providers.js'], language: 'js', prints: /providerKey: 'sandbox-nl'/ },
  { covers: ['oauth-client.js', 'oauth-fetch.js'], language: 'js', prints: /^sandbox-\S{32}$/m },
  {
    covers: ['call.js'],
    language: 'js',
    program: `import { call } from './call.js';
      await call('GET', '/Providers');
      console.log((await call('GET', '/Accounts?ExternalUserId=customer-1042')).length, 'accounts');`,
    disturb: () => once(/^GET \/Accounts/, (_, __, { state }) => void state.tokens.clear()),
    prints: /^2 accounts$/m,
  },

  // Providers, users and consents
  {
    covers: ['providers.js', 'picker.js'],
    language: 'js',
    program: `import { listProviders, pickerFor } from './providers.js';
      import { renderPicker } from './picker.js';
      const element = (name) => ({
        name,
        parts: [],
        append(...parts) { this.parts.push(...parts); },
        addEventListener() {},
      });
      globalThis.document = { createElement: element };
      const fieldset = element('fieldset');
      renderPicker(fieldset, pickerFor('NL', await listProviders()));
      const [choice, ...shown] = fieldset.parts[0].parts;
      console.log(choice.value, shown.at(-1).textContent);`,
    prints: /^sandbox-nl \S+/m,
  },
  {
    covers: ['create-consent-for-provider.js'],
    language: 'js',
    program: `import { createConsentForProvider } from './create-consent-for-provider.js';
      console.log((await createConsentForProvider({
        providerKey: 'sandbox-be',
        externalUserId: 'customer-1042',
        redirectUrl: 'https://app.example.com/return',
      })).consentUrl);`,
    prints: /\/sandbox\/consents\//,
  },
  {
    covers: ['create-consent.js'],
    language: 'js',
    program: `import { createConsent } from './create-consent.js';
      const request = { providerKey: 'sandbox-nl', redirectUrl: 'https://app.example.com/return' };
      console.log((await createConsent(request, { externalUserId: 'customer-1042' })).consentUrl);`,
    prints: /\/sandbox\/consents\//,
  },
  {
    covers: ['ensure-user.js'],
    language: 'js',
    program: `import { ensureUser } from './ensure-user.js';
      console.log(await ensureUser('Customer-1042'), (await ensureUser('new')) === (await ensureUser('new')));`,
    prints: new RegExp(`^${USER} true$`, 'm'),
  },
  {
    covers: ['fetch-consent.js'],
    language: 'js',
    program: `import { fetchConsent } from './fetch-consent.js';
      console.log((await fetchConsent('${CONSENT}')).status, await fetchConsent('${ACCOUNT}'));`,
    prints: /^4 undefined$/m,
  },
  {
    covers: ['fetch_consent.py'],
    language: 'python',
    program: `from fetch_consent import fetch_consent
print(fetch_consent("${CONSENT}")["status"], fetch_consent("${ACCOUNT}"))`,
    prints: /^4 None$/m,
  },

  // Accounts and transactions
  {
    covers: ['read-accounts.js', 'format-balance.js'],
    language: 'js',
    program: `import { formatBalance } from './format-balance.js';
      import { readAccounts } from './read-accounts.js';
      for (const account of await readAccounts({ ExternalUserId: 'customer-1042' })) console.log(formatBalance(account));`,
    prints: /^€[\d,.]+ on \d+ \w+ \d{4} at \d\d:\d\d\n€/m,
  },
  { covers: ['first-page.js'], language: 'js', prints: /accountHolder[^]*bookDate/ },
  {
    covers: ['store-transactions.js'],
    language: 'js',
    env: { CONSENT_ID: CONSENT },
    prints: /^Stored 30 transactions\.$/m,
  },

  // Webhooks
  { covers: ['worker.mjs'], language: 'js', files: inbox, prints: upserts },
  { covers: ['worker.py'], language: 'python', files: inbox, prints: upserts },
  { covers: ['worker.php'], language: 'php', files: inbox, prints: upserts },
];
