# region queue
"""Refresh requests that survive a restart. Each consent has at most one queued or in flight."""

import logging
import random
import time
from http.client import HTTPException
from urllib.parse import quote

from client import PlatformError

HOUR = 3_600
DAY = 24 * HOUR

# Refreshes per consent in any 24 hours.
LIMIT = 6


class RefreshQueue:
    """`store` keeps, by consent ID, the job and the times of the requests of the last 24 hours."""

    def __init__(self, client, store):
        self._client = client
        self._store = store

    def enqueue(self, consent_id):
        """Queues a refresh, unless the consent already has one queued or in flight."""
        job, requests = self._entry(consent_id)
        if job is None:
            self._save(consent_id, {"state": "queued", "dueAt": time.time(), "pause": HOUR}, requests)

    def complete(self, consent_id):
        """Marks a refresh complete. Call it once the new data is stored."""
        _, requests = self._entry(consent_id)
        self._save(consent_id, None, requests)

    def state(self, consent_id):
        """Returns `queued`, `sent` while its event is awaited, or None."""
        job, _ = self._entry(consent_id)
        return job and job["state"]

    def overdue(self, longest=HOUR):
        """Returns the consents whose event is late, with the time of the request. Read them."""
        jobs = {consent_id: self._entry(consent_id)[0] for consent_id in self._store.keys()}
        return [
            (consent_id, job["sentAt"])
            for consent_id, job in jobs.items()
            if job and job["state"] == "sent" and time.time() - job["sentAt"] > longest
        ]

    def remove(self, consent_id):
        """Forgets a consent that was deleted."""
        self._store.delete(consent_id)

    def send_due(self):
        """Sends what is due. Call it every minute."""
        for consent_id in self._store.keys():
            job, _ = self._entry(consent_id)
            if job and job["state"] == "queued" and job["dueAt"] <= time.time():
                self._send(consent_id)

    def _send(self, consent_id):
        now = time.time()
        job, requests = self._entry(consent_id)
        if len(requests) >= LIMIT:
            self._save(consent_id, {**job, "dueAt": requests[0] + DAY}, requests)
            return
        requests = [*requests, now]
        # Before the request, because the event may arrive before the response.
        self._save(consent_id, {**job, "state": "sent", "sentAt": now}, requests)
        try:
            self._client.call("POST", f"/Consent/{quote(consent_id, safe='')}/refresh")
        except (PlatformError, OSError, HTTPException) as error:
            logging.warning(error)
            status = getattr(error, "status", None)
            if status == 404:
                self.remove(consent_id)
                return
            pause = (DAY if status == 429 else job["pause"]) * (1 + random.random() / 4)
            later = {"state": "queued", "dueAt": time.time() + pause, "pause": min(job["pause"] * 2, DAY)}
            self._save(consent_id, later, requests)

    def _entry(self, consent_id):
        entry = self._store.get(consent_id) or {"job": None, "requests": []}
        recent = [moment for moment in entry["requests"] if moment > time.time() - DAY]
        return entry["job"], recent

    def _save(self, consent_id, job, requests):
        self._store.upsert({consent_id: {"job": job, "requests": requests}})


# endregion queue
