"""Receives events for stored consents. Simulates a failed read of each consent in FAILS."""

import logging
import os
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "starters/python"))

from receiver import Receiver  # noqa: E402
from store import Store  # noqa: E402

logging.basicConfig(format="%(message)s")


def work(consent_id):
    if consent_id in os.environ["FAILS"]:
        raise RuntimeError("down")
    print("read " + consent_id)


store = Store(os.environ["DATA_DIR"] + "/bank.db")


def is_known(consent_id):
    return store.get("SELECT id FROM consents WHERE id = ?", consent_id) is not None


Receiver(int(os.environ["WEBHOOK_PORT"]), "/webhooks", store, is_known, work).start()
print("ready")
threading.Event().wait()
