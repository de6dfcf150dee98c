import type { Operation } from 'openapi-backend';
import { DAY, dateTime } from '../clock.ts';
import { badRequest, type Handler } from '../http.ts';
import { consentById, orNotFound } from '../look-ups.ts';
import { providers, unknownProvider } from '../providers.ts';
import { consentStatus, emptyState, type JobStatus, type Sandbox } from '../state.ts';
import { addExampleData } from '../example-data.ts';
import { isWebUrl, prepareEvent } from '../webhook.ts';
import { bankDataHandlers } from './bank-data.ts';
import { addFault } from './faults.ts';

interface ProviderChange {
  providerKey: string;
  outage?: boolean;
  dailyRefreshes?: number | null;
}

/** All control calls. `operations` comes from the contracts. If `empty`, the sandbox starts without example data. */
export function controlHandlers(sandbox: Sandbox, operations: readonly Operation[], empty: boolean) {
  const { state, clock, settings, log } = sandbox;
  const initialSettings = { ...settings };

  return {
    holdConsentStatus: ({ path, body }) => {
      const consent = consentById(sandbox, path['id']);
      const { status, errors } = body as { status: number; errors?: { code: string; message: string }[] };
      const since = clock.now();
      const datedErrors = errors?.map((error) => ({ date: dateTime(since), type: 'sandbox', ...error }));
      consent.heldStatus = { status, since, errors: datedErrors };
      if (status === consentStatus.updated) consent.heldReads.push(since);
    },
    releaseConsentStatus: ({ path }) => void delete consentById(sandbox, path['id']).heldStatus,
    setJobStatus: ({ path, body }) => {
      const id = path['id'] ?? '';
      const job = orNotFound(
        state.categorizationJobs.get(id) ?? state.analysisJobs.get(id),
        'Job not found.',
      );
      job.heldStatus = { status: body['status'] as JobStatus, since: clock.now() };
    },

    setExpiry: ({ path, body }) => {
      consentById(sandbox, path['id']).expires = clock.now() + (body['days'] as number) * DAY;
    },
    changeListing: ({ path, body }) => {
      const consent = consentById(sandbox, path['id']);
      consent.listing = { ...consent.listing, ...body };
    },
    changeProvider: ({ body }) => {
      const { providerKey, outage, dailyRefreshes } = body as unknown as ProviderChange;
      const all = providers(sandbox);
      if (!all.some(({ providerKey: key }) => key === providerKey))
        throw badRequest('providerKey', unknownProvider(all));
      const provider = state.providers.get(providerKey);
      state.providers.set(providerKey, {
        ...provider,
        ...(outage && { outage: provider?.outage ?? clock.now() }),
        ...(outage === false && provider?.outage && { outage: undefined, restored: clock.now() }),
        ...(dailyRefreshes !== undefined && { dailyRefreshes: dailyRefreshes ?? undefined }),
      });
    },

    ...bankDataHandlers(sandbox),

    sendEvent: ({ body: { consentId, forged } }) => {
      if (settings.webhook.url === undefined)
        throw badRequest('url', 'There is no webhook URL. Set one with PUT /sandbox/webhook.');
      if (!forged && consentId === undefined) throw badRequest('consentId', 'is required');
      void prepareEvent(sandbox, forged ? undefined : consentById(sandbox, consentId))();
    },
    configureWebhook: ({ body }) => {
      const webhook = { ...settings.webhook, ...body };
      if (webhook.url !== undefined && !isWebUrl(webhook.url))
        throw badRequest('url', 'Send a URL that starts with http:// or https://.');
      settings.webhook = webhook;
      if (!webhook.held) for (const send of state.heldEvents.splice(0)) void send();
      return webhook;
    },

    expireTokens: () => {
      for (const token of state.tokens.keys()) state.tokens.set(token, clock.now());
    },
    configureTokens: ({ body }) => void (settings.tokenLifetime = body['expiresIn'] as number | null),

    addFault: ({ body }) => addFault(sandbox, operations, body),
    listFaults: () => state.faults,
    removeFaults: () => void (state.faults = []),

    getReadiness: () => ({ now: dateTime(clock.now()) }),
    forwardClock: ({ body }) => {
      clock.forward((body['forward'] as number) * 1000);
      return { now: dateTime(clock.now()) };
    },
    changeSettings: ({ body }) => {
      const { stableIds, pace, consentGiven } = Object.assign(settings, body);
      return { stableIds, pace, consentGiven };
    },
    resetSandbox: ({ body }) => {
      const { tokens, pending } = state;
      const { origin } = settings;
      Object.assign(state, emptyState(), { tokens });
      for (const end of pending) end();
      sandbox.lists.clear();
      Object.assign(settings, initialSettings, { origin });
      if (!(body['empty'] ?? empty)) addExampleData(sandbox);
    },

    listRequests: () => [...log.requests],
    clearRequests: () => void (log.requests = []),
  } satisfies Record<string, Handler>;
}
