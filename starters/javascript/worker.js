import { consentState, readConsent } from './flow.js';

/**
 * Reads a consent from the inbox. Resolves to the stored data, or to undefined if there was nothing to read. Throws
 * if the consent must be read later.
 */
export async function readFromInbox({ client, store, bankData, queue }, consentId) {
  const known = store.consent(consentId);
  if (!known) return undefined; // The user was deleted meanwhile.
  const end = (reason) => {
    queue.remove(consentId);
    console.warn(`Consent ${consentId} ${reason}. Its data is kept.`);
  };
  let consent;
  try {
    consent = await client.call('GET', `/Consent/${encodeURIComponent(consentId)}`);
  } catch (error) {
    if (error.status !== 404) throw error;
    store.endConsent(consentId);
    return end('was deleted');
  }
  store.saveConsent(known.user_id, consent);
  const { status, errors, dateTransactionsUpdated: updated } = consent;
  const state = consentState(status);
  if (state === 'ended') return end(`ended in status ${status}`);
  if (state !== 'ready') throw new Error(`The consent is ${state}: ${JSON.stringify({ status, errors })}`);
  if (updated && updated === known.data_updated && queue.state(consentId) !== 'sent') {
    console.log(`Ignored an event for consent ${consentId}: its data is already stored.`);
    return undefined;
  }
  const result = await readConsent(client, bankData, known.user_id, consent);
  queue.complete(consentId);
  return result;
}
