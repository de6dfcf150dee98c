import { bankOf } from '../bank.ts';
import { DAY, pause } from '../clock.ts';
import { CONSENT_LIFETIME, consentBody, firstReadDone, statusOf } from '../consent-lifecycle.ts';
import { consentToken } from '../consent-page.ts';
import { badRequest, problem, Refusal, type Handlers } from '../http.ts';
import { consentById, selectConsents, userByExternalId, userById } from '../look-ups.ts';
import { providers, slownessOf, unknownProvider } from '../providers.ts';
import { consentStatus, type Consent, type Sandbox, type User } from '../state.ts';
import { prepareEvent } from '../webhook.ts';
import { addUser } from './users.ts';

/** The operations that create, read, refresh, and delete consents. */
export function consentHandlers(sandbox: Sandbox) {
  const { state, clock, settings } = sandbox;
  return {
    createConsent: ({ body }) => {
      const allProviders = providers(sandbox);
      const provider = allProviders.find(({ providerKey }) => providerKey === body['providerKey']);
      if (!provider) throw badRequest('providerKey', unknownProvider(allProviders));
      const { providerKey, countryCode } = provider;
      if (countryCode !== (body['countryCode'] ?? 'NL'))
        throw badRequest('countryCode', `The country of ${providerKey} is ${countryCode}.`);
      const user = findOrCreateUser(sandbox, body);
      const id = sandbox.newId();
      const requested = clock.now();
      const bank = bankOf(sandbox, user.id, providerKey, id);
      state.consents.set(id, {
        ...{ id, userId: user.id, providerKey, requested, bank },
        redirectUrl: String(body['redirectUrl']),
        expires: requested + CONSENT_LIFETIME,
        pace: settings.pace * slownessOf(providerKey),
        refreshes: [],
        heldReads: [],
        seed: settings.stableIds ? bank.seed : id,
        ...(settings.consentGiven && { decision: { at: requested, given: true } }),
      });
      return { consentId: id, consentUrl: `${settings.origin}/sandbox/consents/${consentToken(id)}` };
    },

    listConsents: ({ query }) =>
      selectConsents(sandbox, query).map((consent) => consentBody(sandbox, consent)),
    getConsent: ({ path }) => consentBody(sandbox, consentById(sandbox, path['id'])),
    deleteConsent: ({ path }) => void state.consents.delete(consentById(sandbox, path['id']).id),
    refreshConsent: ({ path, limit }) => refresh(sandbox, consentById(sandbox, path['id']), limit),
  } satisfies Partial<Handlers>;
}

const USER_FIELDS = { userIdGuid: userById, userId: userById, externalUserId: userByExternalId };

/** The user that a new consent is for. If the request identifies no user, the sandbox creates one. */
function findOrCreateUser(sandbox: Sandbox, body: Record<string, unknown>): User {
  let user: User | undefined;
  for (const [field, find] of Object.entries(USER_FIELDS)) {
    if (body[field] === undefined) continue;
    const match = find(sandbox.state, body[field]);
    if (!match) throw badRequest(field, 'User not found. Create the user first.');
    if (user && match !== user) throw badRequest(field, 'The identifiers belong to different users.');
    user = match;
  }
  return user ?? addUser(sandbox);
}

/** Accepts a refresh, and sends *Transactions Fetched* when it completes. `limit` is per day in UTC. */
async function refresh(sandbox: Sandbox, consent: Consent, limit = Infinity) {
  const { state, clock, settings } = sandbox;
  const now = clock.now();
  const day = Math.floor(now / DAY);
  const refreshesToday = ({ refreshes }: Consent) =>
    refreshes.filter(({ at }) => Math.floor(at / DAY) === day);
  if (refreshesToday(consent).length >= limit) throw new Refusal({ status: 429 });
  const { status } = statusOf(sandbox, consent);
  if (status < consentStatus.authenticated || status > consentStatus.updated)
    throw new Refusal(problem(400, `Can't refresh a consent in status ${status}.`));
  const bankLimit = state.providers.get(consent.providerKey)?.dailyRefreshes ?? Infinity;
  const consentsOfBank = [...state.consents.values()].filter(({ bank }) => bank === consent.bank);
  const bankReads = consentsOfBank.flatMap(refreshesToday);
  // The bank refuses only the read, so the platform has accepted the request.
  if (bankReads.length >= bankLimit) return void (consent.limited = { since: now, until: (day + 1) * DAY });
  // If the first read isn't complete when a refresh is requested, both complete together.
  const wait = settings.webhook.early ? 0 : settings.pace * slownessOf(consent.providerKey);
  const done = Math.max(now + wait, firstReadDone(consent) ?? 0);
  consent.refreshes.push({ at: now, done });
  const complete = async (hasPassed: boolean) => {
    const isThere = state.consents.get(consent.id) === consent;
    // If a consent has failed or ended by then, the sandbox doesn't read it.
    const isRead = statusOf(sandbox, consent).status <= consentStatus.updated;
    if (!hasPassed || !isThere || !isRead) return;
    const send = prepareEvent(sandbox, consent);
    if (settings.webhook.held) state.heldEvents.push(send);
    else await send();
  };
  if (settings.webhook.early && done === now) await complete(true);
  else void pause(sandbox, done - now).then(complete);
}
