"""Reads a consent from the inbox."""

import logging

from client import PlatformError, path_of
from flow import consent_state, read_consent


def read_from_inbox(client, store, data, queue, consent_id):
    """Returns what was read, or None if there was nothing to read. Raises if the consent must be read later."""
    known = store.consent(consent_id)
    if known is None:  # the user was deleted meanwhile
        return None
    try:
        consent = client.call("GET", path_of("Consent", consent_id))
    except PlatformError as error:
        if error.status != 404:
            raise
        store.end_consent(consent_id)
        return end(queue, consent_id, "was deleted")
    store.save_consent(known["user_id"], consent)
    status, updated = consent.get("status"), consent.get("dateTransactionsUpdated")
    state = consent_state(status)
    if state == "ended":
        return end(queue, consent_id, f"ended in status {status}")
    if state != "ready":
        raise RuntimeError(f"The consent is {state} (status {status}): {consent.get('errors')}")
    if updated and updated == known["data_updated"] and queue.state(consent_id) != "sent":
        logging.info(f"Ignored an event for consent {consent_id}: its data is already stored.")
        return None
    result = read_consent(client, data, known["user_id"], consent)
    queue.complete(consent_id)
    return result


def end(queue, consent_id, reason):
    queue.remove(consent_id)
    logging.warning(f"Consent {consent_id} {reason}. Its data is kept.")
