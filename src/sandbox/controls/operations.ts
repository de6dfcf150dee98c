import type { Operation as Described } from 'openapi-backend';
import { dateTime } from '../clock.ts';
import { badRequest, noContent, notFound, ok, type Operation, type SandboxResponse } from '../http.ts';
import { withConsent } from '../look-ups.ts';
import { consentStatus, emptyState, type Consent, type JobStatus, type Sandbox } from '../state.ts';
import { addExampleData } from '../story.ts';
import { eventOf, isWebUrl, sendEvent } from '../webhook.ts';
import { bankControls } from './bank-data.ts';
import { addFault } from './faults.ts';

/**
 * All control calls.
 *
 * @param operations - The operations that the contracts define.
 * @param empty - True if the sandbox was started without example data.
 */
export function controlOperations(sandbox: Sandbox, operations: readonly Described[], empty: boolean) {
  const { state, clock, settings, log } = sandbox;
  const atStart = { ...settings };

  return {
    holdConsentStatus: ({ path, body }) =>
      withConsent(sandbox, path['id'], (consent) => {
        const { status, errors } = body as { status: number; errors?: { code: string; message: string }[] };
        const since = clock.now();
        const own = errors?.map((each) => ({ date: dateTime(since), type: 'sandbox', ...each }));
        consent.held = { status, since, errors: own };
        // The sandbox reads a consent's data when it first holds the consent in status 4.
        if (status === consentStatus.updated) consent.heldRead ??= since;
        return noContent;
      }),
    releaseConsentStatus: ({ path }) =>
      withConsent(sandbox, path['id'], (consent) => {
        delete consent.held;
        return noContent;
      }),
    setJobStatus: ({ path, body }) => {
      const id = path['id']?.toLowerCase() ?? '';
      const job = state.categorizationJobs.get(id) ?? state.analysisJobs.get(id);
      if (!job) return notFound('Job not found.');
      job.set = { status: body['status'] as JobStatus, since: clock.now() };
      return noContent;
    },

    ...bankControls(sandbox),

    sendEvent: ({ body }) => {
      const { consentId, forged } = body;
      if (settings.webhookUrl === undefined)
        return badRequest('url', 'There is no webhook URL. Set one with PUT /sandbox/webhook.');
      const send = (consent?: Consent): SandboxResponse => {
        void sendEvent(sandbox, eventOf(sandbox, consent));
        return { status: 202 };
      };
      if (forged) return send();
      return consentId === undefined
        ? badRequest('consentId', 'is required')
        : withConsent(sandbox, consentId, send);
    },
    configureWebhook: ({ body }) => {
      const { webhookUrl, eventsHeld, eventsEarly } = settings;
      const {
        url = webhookUrl,
        held = eventsHeld,
        early = eventsEarly,
      } = body as { url?: string; held?: boolean; early?: boolean };
      if (url !== undefined && !isWebUrl(url))
        return badRequest('url', 'Send a URL that starts with http:// or https://.');
      Object.assign(settings, { webhookUrl: url, eventsHeld: held, eventsEarly: early });
      if (!held) for (const event of state.heldEvents.splice(0)) void sendEvent(sandbox, event);
      return ok({ url, held, early });
    },

    expireTokens: () => {
      for (const token of state.tokens.keys()) state.tokens.set(token, clock.now());
      return noContent;
    },
    configureTokens: ({ body }) => {
      settings.tokenLifetime = body['expiresIn'] as number | null;
      return noContent;
    },

    addFault: ({ body }) => addFault(sandbox, operations, body),
    listFaults: () => ok(state.faults),
    removeFaults: () => {
      state.faults = [];
      return noContent;
    },

    getReadiness: () => ok({ now: dateTime(clock.now()) }),
    forwardClock: ({ body }) => {
      clock.forward((body['forward'] as number) * 1000);
      return ok({ now: dateTime(clock.now()) });
    },
    changeSettings: ({ body }) => {
      Object.assign(settings, body as Partial<typeof settings>);
      const { stableIds, pace, consentGiven } = settings;
      return ok({ stableIds, pace, consentGiven });
    },
    resetSandbox: ({ body }) => {
      const { tokens, pending } = state;
      const { origin } = settings;
      Object.assign(state, emptyState(), { tokens });
      for (const end of pending) end();
      Object.assign(settings, atStart, { origin });
      if (!(body['empty'] ?? empty)) addExampleData(sandbox);
      return noContent;
    },

    listRequests: () => ok([...log.requests]),
    clearRequests: () => {
      log.requests = [];
      return noContent;
    },
  } satisfies Record<string, Operation>;
}
