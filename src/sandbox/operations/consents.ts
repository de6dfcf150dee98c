import { bankOf } from '../bank.ts';
import { consentBody, firstReadOf, statusOf, VALIDITY } from '../consent-lifecycle.ts';
import { badRequest, noContent, ok, problem, type Operation, type SandboxResponse } from '../http.ts';
import { selectConsents, userByExternalId, userById, withConsent } from '../look-ups.ts';
import { pause } from '../pause.ts';
import { providers, slownessOf } from '../providers.ts';
import { consentStatus, type Consent, type Sandbox, type User } from '../state.ts';
import { eventOf, sendEvent } from '../webhook.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Creating, reading, refreshing, and deleting consents. */
export function consents(sandbox: Sandbox): Record<string, Operation> {
  const { state, clock, settings } = sandbox;
  return {
    createConsent: ({ body }) => {
      const known = providers(sandbox);
      const provider = known.find(({ providerKey }) => providerKey === body['providerKey']);
      if (!provider) {
        const keys = known.map(({ providerKey }) => providerKey).join(', ');
        return badRequest('providerKey', `There is no such provider. In the sandbox, send one of ${keys}.`);
      }
      const { providerKey, countryCode } = provider;
      if (countryCode !== (body['countryCode'] ?? 'NL'))
        return badRequest('countryCode', `The country of ${providerKey} is ${countryCode}.`);
      const user = userOf(sandbox, body);
      if ('status' in user) return user;
      const id = sandbox.newId();
      const requested = clock.now();
      const bank = bankOf(sandbox, user.id, providerKey, id);
      const seed = settings.stableIds ? bank.seed : id;
      state.consents.set(id, {
        ...{ id, userId: user.id, providerKey, requested, bank },
        redirectUrl: String(body['redirectUrl']),
        expires: requested + VALIDITY,
        pace: settings.pace * slownessOf(providerKey),
        refreshes: [],
        ...(seed !== undefined && { seed }),
        ...(settings.consentGiven && { decision: { at: requested, given: true } }),
      });
      return ok({ consentId: id, consentUrl: `${settings.origin}/sandbox/consents/${id}` });
    },

    listConsents: ({ query }) =>
      ok(selectConsents(sandbox, query).map((consent) => consentBody(sandbox, consent))),

    getConsent: ({ path }) =>
      withConsent(sandbox, path['id'], (consent) => ok(consentBody(sandbox, consent))),

    deleteConsent: ({ path }) =>
      withConsent(sandbox, path['id'], ({ id }) => {
        state.consents.delete(id);
        return noContent;
      }),

    refreshConsent: ({ path, limit }) =>
      withConsent(sandbox, path['id'], (consent) => refresh(sandbox, consent, limit)),
  };
}

/** The fields that identify the user of a new consent, and how to find the user. */
const USER_FIELDS = { userIdGuid: userById, userId: userById, externalUserId: userByExternalId };

/**
 * The user that a new consent is for, or the response to identifiers that don't match one user. If the request has
 * none, the sandbox creates a user.
 */
function userOf(sandbox: Sandbox, body: Record<string, unknown>): User | SandboxResponse {
  const { state, clock } = sandbox;
  let found: User | undefined;
  for (const [field, find] of Object.entries(USER_FIELDS)) {
    if (body[field] === undefined) continue;
    const user = find(state, body[field]);
    if (!user) return badRequest(field, 'There is no such user. Create the user first.');
    if (found && user !== found) return badRequest(field, 'The identifiers belong to different users.');
    found = user;
  }
  if (found) return found;
  const id = sandbox.newId();
  const user = { id, externalUserId: `sandbox-${id.slice(0, 8)}`, created: clock.now() };
  state.users.set(id, user);
  return user;
}

/**
 * Accepts a refresh, and sends *Transactions Fetched* when it has completed.
 *
 * @param limit - Refreshes per consent and day. The sandbox counts days in UTC.
 */
function refresh(sandbox: Sandbox, consent: Consent, limit = Infinity): ReturnType<Operation> {
  const { state, clock, settings } = sandbox;
  const now = clock.now();
  const today = consent.refreshes.filter(({ at }) => Math.floor(at / DAY) === Math.floor(now / DAY));
  if (today.length >= limit) return { status: 429 };
  const { status } = statusOf(sandbox, consent);
  if (![consentStatus.authenticated, consentStatus.updating, consentStatus.updated].includes(status)) {
    return problem(400, `The consent has the status ${status}, so the sandbox can't refresh it.`);
  }
  // If the first read isn't complete when a refresh is requested, both complete together.
  const wait = settings.eventsEarly ? 0 : settings.pace * slownessOf(consent.providerKey);
  const done = Math.max(now + wait, firstReadOf(consent) ?? 0);
  consent.refreshes.push({ at: now, done });
  const complete = async (hasPassed: boolean) => {
    const isThere = state.consents.get(consent.id) === consent;
    // A consent that has failed or ended by then isn't read.
    const isRead = statusOf(sandbox, consent).status <= consentStatus.updated;
    if (!hasPassed || !isThere || !isRead) return;
    const event = eventOf(sandbox, consent);
    if (settings.eventsHeld) state.heldEvents.push(event);
    else await sendEvent(sandbox, event);
  };
  if (settings.eventsEarly && done === now) return complete(true).then(() => ({ status: 202 }));
  void pause(sandbox, done - now).then(complete);
  return { status: 202 };
}
