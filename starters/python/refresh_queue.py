# region queue
"""Refresh requests that survive a restart. Each consent has at most one queued or in flight."""

import logging
import random

from client import PlatformError, path_of
from flow import consent_state
from store import milliseconds

HOUR = 3_600_000
DAY = 24 * HOUR

# The maximum number of refreshes per consent in 24 hours.
LIMIT = 6


class RefreshQueue:
    """`store` keeps each consent's refresh and its request times from the last 24 hours."""

    def __init__(self, client, store):
        self._client = client
        self._store = store

    def enqueue(self, consent_id):
        """Queues a refresh unless the consent already has one queued or in flight."""
        self._store.run(
            """INSERT INTO refreshes (consent_id, state, due_at, pause) VALUES (?, 'queued', ?, ?)
            ON CONFLICT (consent_id) DO NOTHING""",
            *(consent_id, milliseconds(), HOUR),
        )

    def complete(self, consent_id):
        """Marks a refresh as complete. Call this once the new data is stored."""
        self._store.run("DELETE FROM refreshes WHERE consent_id = ? AND state = 'sent'", consent_id)

    def state(self, consent_id):
        """Returns `queued` before the request is sent, `sent` while waiting for the event, or None."""
        row = self._store.get("SELECT state FROM refreshes WHERE consent_id = ?", consent_id)
        return row and row["state"]

    def remove(self, consent_id):
        """Removes the refresh of a consent that has ended."""
        self._store.run("DELETE FROM refreshes WHERE consent_id = ?", consent_id)

    def send_due(self):
        """Sends the refreshes that are due. Call this every minute."""
        self._store.run("DELETE FROM refresh_requests WHERE requested_at <= ?", milliseconds() - DAY)
        due = "SELECT * FROM refreshes WHERE state = 'queued' AND due_at <= ? ORDER BY due_at"
        for refresh in self._store.all(due, milliseconds()):
            self._send(refresh["consent_id"], refresh["pause"])

    def overdue(self):
        """Returns consents whose refresh is complete but whose event hasn't come for an hour.

        Forgets a refresh after two days, so that the consent can be refreshed again.
        """
        forgotten = milliseconds() - 2 * DAY
        self._store.run("DELETE FROM refreshes WHERE state = 'sent' AND sent_at <= ?", forgotten)
        late = "SELECT * FROM refreshes WHERE state = 'sent' AND sent_at <= ?"
        return [row["consent_id"] for row in self._store.all(late, milliseconds() - HOUR) if self._is_complete(row)]

    def _is_complete(self, refresh):
        """True if the consent has ended, if its data is newer than before the request, or if a day has passed."""
        consent_id = refresh["consent_id"]
        if refresh["sent_at"] <= milliseconds() - DAY:
            return True
        try:
            consent = self._client.call("GET", path_of("Consent", consent_id))
        except (PlatformError, OSError) as error:
            logging.warning(error)
            return False
        if consent_state(consent["status"]) == "ended":
            return True
        updated = consent.get("dateTransactionsUpdated")
        return updated is not None and updated != refresh["updated_before"]

    def _send(self, consent_id, pause):
        now = milliseconds()
        recent = self._store.get(
            "SELECT count(*) AS count, min(requested_at) AS oldest FROM refresh_requests WHERE consent_id = ?",
            consent_id,
        )
        if recent["count"] >= LIMIT:
            self._queue(consent_id, recent["oldest"] + DAY, pause)
            return
        try:
            consent = self._client.call("GET", path_of("Consent", consent_id))
            if consent_state(consent["status"]) == "ended":
                self.remove(consent_id)
                return
            # Store this before the request, because the event may arrive before the response.
            with self._store.transaction():
                self._store.run(
                    "UPDATE refreshes SET state = 'sent', sent_at = ?, updated_before = ? WHERE consent_id = ?",
                    *(now, consent.get("dateTransactionsUpdated"), consent_id),
                )
                self._store.run("INSERT INTO refresh_requests VALUES (?, ?)", consent_id, now)
            self._client.call("POST", path_of("Consent", consent_id, "refresh"))
        except (PlatformError, OSError) as error:
            logging.warning(error)
            status = getattr(error, "status", None)
            if status == 404:
                self.remove(consent_id)
                return
            # The request may have taken effect. If so, its event or overdue() completes the refresh.
            if self.state(consent_id) == "sent" and not 400 <= (status or 0) < 500:
                return
            later = (DAY if status in (400, 429) else pause) * (1 + random.random() / 4)
            self._queue(consent_id, milliseconds() + round(later), min(pause * 2, DAY))

    def _queue(self, consent_id, due_at, pause):
        again = "UPDATE refreshes SET state = 'queued', due_at = ?, pause = ? WHERE consent_id = ?"
        self._store.run(again, due_at, pause, consent_id)


# endregion queue
