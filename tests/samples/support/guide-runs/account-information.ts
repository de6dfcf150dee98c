import { CONSENT, USER } from '../../../sandbox/support.ts';
import type { GuideRun } from '../guide-runs.ts';

/** An event that waits in the inbox of a worker. */
const inbox = { [`inbox/${CONSENT}`]: '' };

/** Programs about tokens, providers, users, consents, accounts, transactions and webhooks. */
export const accountInformationRuns: readonly GuideRun[] = [
  // Tokens and requests
  { covers: ['list-providers.js'], language: 'js', prints: /providerKey: 'sandbox-nl'/ },
  { covers: ['list_providers.py'], language: 'python', prints: /'providerKey': 'sandbox-nl'/ },
  { covers: ['oauth-client.js', 'oauth-fetch.js'], language: 'js', prints: /^sandbox-\S{32}$/m },
  { covers: ['accounts-of-user.js'], language: 'js', prints: /accountHolder/ },
  { covers: ['accounts_of_user.py'], language: 'python', prints: /accountHolder/ },

  // Providers, users and consents
  {
    covers: [
      'providers.js',
      'picker.js',
      'create-consent-for-provider.js',
      'create-consent.js',
      'ensure-user.js',
    ],
    language: 'js',
    program: `import { Client } from './client.js';
      import { createConsentForProvider } from './create-consent-for-provider.js';
      import { createConsent } from './create-consent.js';
      import { ensureUser } from './ensure-user.js';
      import { renderPicker } from './picker.js';
      import { listProviders, pickerFor } from './providers.js';
      const client = new Client();
      const element = (name) => ({
        name,
        parts: [],
        append(...parts) { this.parts.push(...parts); },
        addEventListener() {},
      });
      globalThis.document = { createElement: element };
      const fieldset = element('fieldset');
      renderPicker(fieldset, pickerFor('NL', await listProviders(client)));
      const [choice, ...shown] = fieldset.parts[0].parts;
      console.log(choice.value, shown.at(-1).textContent);
      const [externalUserId, redirectUrl] = ['customer-1042', 'https://app.example.com/return'];
      const request = { providerKey: choice.value, externalUserId, redirectUrl };
      console.log((await createConsentForProvider(client, request)).consentUrl);
      console.log((await createConsent(client, request, { countryCode: 'NL' })).consentUrl);
      const id = (of) => ensureUser(client, of);
      console.log(await id('Customer-1042'), (await id('new')) === (await id('new')));`,
    prints: new RegExp(`^sandbox-nl \\S.*\n(http\\S+/sandbox/consents/\\S+\n){2}${USER} true$`, 'm'),
  },
  {
    covers: ['providers.py', 'create_consent_for_provider.py', 'create_consent.py', 'ensure_user.py'],
    language: 'python',
    program: `from client import Client
from create_consent import create_consent
from create_consent_for_provider import create_consent_for_provider
from ensure_user import ensure_user
from providers import list_providers, picker_for
client = Client()
key = picker_for("NL", list_providers(client))[0]["providerKey"]
print(key)
redirect_url = "https://app.example.com/return"
print(create_consent_for_provider(client, key, "customer-1042", redirect_url)["consentUrl"])
request = {"providerKey": key, "redirectUrl": redirect_url}
print(create_consent(client, request, {"externalUserId": "customer-1042"})["consentUrl"])
print(ensure_user(client, "Customer-1042"), ensure_user(client, "new") == ensure_user(client, "new"))`,
    prints: new RegExp(`^sandbox-nl\n(http\\S+/sandbox/consents/\\S+\n){2}${USER} True$`, 'm'),
  },

  // Accounts and transactions
  {
    covers: ['read-accounts.js', 'format-balance.js'],
    language: 'js',
    program: `import { Client } from './client.js';
      import { formatBalance } from './format-balance.js';
      import { readAccounts } from './read-accounts.js';
      const accounts = await readAccounts(new Client(), { ExternalUserId: 'customer-1042' });
      for (const account of accounts) console.log(formatBalance(account));`,
    prints: /^€[\d,.]+ on \d+ \w+ \d{4} at \d\d:\d\d\n€/m,
  },
  {
    covers: ['read_accounts.py', 'format_balance.py'],
    language: 'python',
    program: `from client import Client
from format_balance import format_balance
from read_accounts import read_accounts
for account in read_accounts(Client(), {"ExternalUserId": "customer-1042"}):
    print(format_balance(account))`,
    prints: /^EUR [\d,.]+ on \d+ \w+ \d{4} at \d\d:\d\d\nEUR/m,
  },

  // Webhooks
  { covers: ['worker.php'], language: 'php', files: inbox, prints: /30 added, 0 changed, 0 removed/ },
];
