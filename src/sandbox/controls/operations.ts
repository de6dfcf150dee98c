import type { Operation as Described } from 'openapi-backend';
import { dateTime } from '../clock.ts';
import { holdStatus, releaseStatus } from '../consent-lifecycle.ts';
import { badRequest, noContent, notFound, ok, type Operation, type SandboxResponse } from '../http.ts';
import { emptyState, type Consent, type JobStatus, type Sandbox, type Settings } from '../state.ts';
import { addExampleData } from '../story.ts';
import { eventOf, isWebUrl, releaseEvents, sendEvent } from '../webhook.ts';
import { bankControls } from './bank-data.ts';
import { addFault } from './faults.ts';

/**
 * All control calls.
 *
 * @param operations - All operations of the contracts.
 * @param story - Whether the sandbox was started with the data of the examples.
 */
export function controlOperations(sandbox: Sandbox, operations: readonly Described[], story: boolean) {
  const { state, clock, settings, log } = sandbox;
  const atStart = { ...settings };

  const ofConsent = (path: Record<string, string>, change: (consent: Consent) => void): SandboxResponse => {
    const consent = state.consents.get(path['id']?.toLowerCase() ?? '');
    if (!consent) return notFound('Consent not found.');
    change(consent);
    return noContent;
  };

  return {
    holdConsentStatus: ({ path, body }) =>
      ofConsent(path, (consent) => {
        const { status, errors } = body as { status: number; errors?: { code: string; message: string }[] };
        holdStatus(sandbox, consent, status, errors);
      }),
    releaseConsentStatus: ({ path }) => ofConsent(path, releaseStatus),
    setJobStatus: ({ path, body }) => {
      const id = path['id']?.toLowerCase() ?? '';
      const job = state.categorizationJobs.get(id) ?? state.analysisJobs.get(id);
      if (!job) return notFound('Job not found.');
      job.set = { status: body['status'] as JobStatus, since: clock.now() };
      return noContent;
    },

    ...bankControls(sandbox),

    sendEvent: ({ body }) => {
      const { consentId, forged } = body as { consentId?: string; forged?: boolean };
      if (settings.webhookUrl === undefined)
        return badRequest('url', 'There is no webhook URL. Set one with PUT /sandbox/webhook.');
      if (forged) {
        const stranger = { id: sandbox.newId(), externalUserId: 'unknown-customer' };
        void sendEvent(sandbox, eventOf(sandbox, { id: sandbox.newId() }, stranger));
        return { status: 202 };
      }
      if (consentId === undefined) return badRequest('consentId', 'is required');
      const consent = state.consents.get(consentId.toLowerCase());
      const user = consent && state.users.get(consent.userId);
      if (!user) return notFound('Consent not found.');
      void sendEvent(sandbox, eventOf(sandbox, consent, user));
      return { status: 202 };
    },
    configureWebhook: ({ body }) => {
      const {
        url = settings.webhookUrl,
        held = settings.eventsHeld ?? false,
        early = settings.eventsEarly ?? false,
      } = body as { url?: string; held?: boolean; early?: boolean };
      if (url !== undefined && !isWebUrl(url))
        return badRequest('url', 'Send a URL that starts with http:// or https://.');
      const known = url !== undefined && { webhookUrl: url };
      Object.assign(settings, { ...known, eventsHeld: held, eventsEarly: early });
      if (!held) releaseEvents(sandbox);
      return ok({ ...(url !== undefined && { url }), held, early });
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
      Object.assign(settings, body as Partial<Settings>);
      const { stableIds = false, pace, consentGiven } = settings;
      return ok({ stableIds, pace, consentGiven });
    },
    resetSandbox: ({ body }) => {
      const { tokens, pending } = state;
      const { origin } = settings;
      Object.assign(state, emptyState(), { tokens });
      for (const end of pending) end();
      delete settings.webhookUrl;
      delete settings.eventsHeld;
      delete settings.eventsEarly;
      delete settings.stableIds;
      Object.assign(settings, atStart, { origin });
      if (!((body['empty'] as boolean | undefined) ?? !story)) addExampleData(sandbox);
      return noContent;
    },

    listRequests: () => ok([...log.requests]),
    clearRequests: () => {
      log.requests = [];
      return noContent;
    },
  } satisfies Record<string, Operation>;
}
