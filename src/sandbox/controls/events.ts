import { randomUUID } from 'node:crypto';
import { badRequest, notFound, ok, type Operation } from '../http.ts';
import type { Sandbox } from '../state.ts';
import { announce, eventOf, sendEvent } from '../webhook.ts';

interface EventRequest {
  consentId?: string;
  copies?: number;
  delay?: number;
  forged?: boolean;
}

/** An end user whom the sandbox doesn't have. */
const stranger = () => ({ id: randomUUID(), externalUserId: 'unknown-customer' });

/** Control calls for *Transactions Fetched*. */
export function events(sandbox: Sandbox) {
  const { state, settings } = sandbox;
  return {
    sendEvent: ({ body }) => {
      const { consentId, copies = 1, delay = 0, forged } = body as EventRequest;
      if (settings.webhookUrl === undefined) {
        return badRequest('url', 'There is no webhook URL. Set one with PUT /sandbox/webhook.');
      }
      if (forged) {
        sendEvent(sandbox, eventOf(sandbox, { id: randomUUID() }, stranger()), copies, delay);
        return { status: 202 };
      }
      if (consentId === undefined) return badRequest('consentId', 'is required');
      const consent = state.consents.get(consentId.toLowerCase());
      const user = consent && state.users.get(consent.userId);
      if (!user) return notFound('Consent not found.');
      sendEvent(sandbox, eventOf(sandbox, consent, user), copies, delay);
      return { status: 202 };
    },
    configureWebhook: ({ body }) => {
      const { url, ...events } = body as { url?: string; held?: boolean; copies?: number; delay?: number };
      if (url !== undefined) settings.webhookUrl = url;
      settings.events = { ...settings.events, ...events };
      if (events.held === false) {
        for (const event of state.heldEvents.splice(0)) announce(sandbox, event);
      }
      const { held = false, copies = 1, delay = 0 } = settings.events;
      return ok({
        ...(settings.webhookUrl !== undefined && { url: settings.webhookUrl }),
        ...{ held, copies, delay },
      });
    },
  } satisfies Record<string, Operation>;
}
