"""Requests seven refreshes for a consent, and completes each one that was sent."""

import logging
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "starters/python"))

from client import Client  # noqa: E402
from refresh_queue import RefreshQueue  # noqa: E402
from store import Store  # noqa: E402

logging.basicConfig(format="%(message)s")
consent_id = os.environ["CONSENT_ID"]
queue = RefreshQueue(Client(), Store(os.environ["DATA_DIR"] + "/bank.db"))
for _ in range(7):
    queue.enqueue(consent_id)
    queue.send_due()
    print(queue.state(consent_id))
    if queue.state(consent_id) == "sent":
        queue.complete(consent_id)
