import { dateTime } from '../clock.ts';
import { holdStatus, releaseStatus } from '../consent-lifecycle.ts';
import { badRequest, noContent, notFound, ok, type Operation, type SandboxResponse } from '../http.ts';
import {
  emptyState,
  type Consent,
  type Fault,
  type JobStatus,
  type Sandbox,
  type Settings,
} from '../state.ts';
import { addExampleData } from '../story.ts';
import { eventOf, releaseEvents, sendEvent } from '../webhook.ts';
import { bankControls } from './bank-data.ts';

/** Errors that any operation may return, although contracts don't document them. */
const ALWAYS = [429, 500, 502, 503, 504];

/**
 * All control calls.
 *
 * @param documented - The error statuses of an operation in the contracts; `undefined` if they don't have it.
 * @param story - Whether the sandbox was started with the data of the examples.
 */
export function controlOperations(
  sandbox: Sandbox,
  documented: (operationId: string) => number[] | undefined,
  story: boolean,
) {
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
        sendEvent(sandbox, eventOf(sandbox, { id: sandbox.newId() }, stranger));
        return { status: 202 };
      }
      if (consentId === undefined) return badRequest('consentId', 'is required');
      const consent = state.consents.get(consentId.toLowerCase());
      const user = consent && state.users.get(consent.userId);
      if (!user) return notFound('Consent not found.');
      sendEvent(sandbox, eventOf(sandbox, consent, user));
      return { status: 202 };
    },
    configureWebhook: ({ body }) => {
      const { url: webhookUrl = settings.webhookUrl, held = settings.eventsHeld ?? false } = body as {
        url?: string;
        held?: boolean;
      };
      Object.assign(settings, { ...(webhookUrl !== undefined && { webhookUrl }), eventsHeld: held });
      if (!held) releaseEvents(sandbox);
      return ok({ ...(webhookUrl !== undefined && { url: webhookUrl }), held });
    },

    expireTokens: () => {
      state.tokens.clear();
      return noContent;
    },
    configureTokens: ({ body }) => {
      settings.tokenLifetime = body['expiresIn'] as number | null;
      return noContent;
    },

    addFault: ({ body }) => {
      const fault = { times: 1, ...body } as Fault;
      const { operationId, status, drop, delay } = fault;
      const errors = operationId === undefined ? [] : documented(operationId);
      if (!errors) return badRequest('operationId', `The contracts have no operation ${operationId}.`);
      const allowed = [...new Set([...errors, ...ALWAYS])].sort();
      if (status !== undefined && !allowed.includes(status))
        return badRequest('status', `Send one of ${allowed.join(', ')}.`);
      if (status === undefined && !drop && !delay)
        return badRequest('status', 'Send status, drop, or delay.');
      state.faults.push(fault);
      return { status: 201, body: fault };
    },
    listFaults: () => ok(state.faults),
    removeFaults: () => {
      state.faults = [];
      return noContent;
    },

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
      const { tokens } = state;
      const { origin } = settings;
      Object.assign(state, emptyState(), { tokens });
      delete settings.webhookUrl;
      delete settings.eventsHeld;
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
