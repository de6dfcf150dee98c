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

Receiver(int(os.environ["WEBHOOK_PORT"]), "/webhooks", store, work).start()
print("ready")
threading.Event().wait()
