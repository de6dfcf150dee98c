"""The eleven steps from a token to the deletion of the user."""

import logging
import os
import sys
import time
from pathlib import Path

from bank_data import BankData
from client import Client
from flow import read_accounts, read_transactions, wait_for_consent, wait_for_job
from receiver import Receiver, secret_path
from refresh_queue import RefreshQueue
from store import Store

EXTERNAL_USER_ID = os.environ.get("EXTERNAL_USER_ID", f"starter-{time.time_ns()}")
REDIRECT_URL = os.environ.get("REDIRECT_URL", "https://app.example.com/return")
WEBHOOK_PORT = int(os.environ.get("WEBHOOK_PORT", "8080"))
EVENT_WAIT = float(os.environ.get("EVENT_WAIT", "3600"))
DATA_DIR = Path(os.environ.get("DATA_DIR", "data"))

# Unlike print, it writes a line at once, so that those of two threads can't mix.
logging.basicConfig(format="%(message)s", level=logging.INFO, stream=sys.stdout)
DATA_DIR.mkdir(parents=True, exist_ok=True)
database = DATA_DIR / "starter.db"
client = Client()
consents = Store(database, "consents")
bank_data = BankData(Store(database, "accounts"), Store(database, "transactions"))
queue = RefreshQueue(client, Store(database, "refreshes"))


# region store
def store_consent(consent):
    """Reads all that a consent has now, and stores each account and transaction once, however often it is read."""
    transactions = list(read_transactions(client, consent["id"]))
    accounts = read_accounts(client, consent["id"])
    known = consents.get(consent["id"])
    if known:  # unless the user was deleted meanwhile
        bank_data.store(known["userId"], consent, accounts, transactions)
        consents.upsert({consent["id"]: {**known, "updated": consent.get("dateTransactionsUpdated")}})
    return accounts, transactions


# endregion store


def refresh(consent_id):
    queue.enqueue(consent_id)
    queue.send_due()


def read_new_data(consent_id):
    """Reads a consent after a refresh or an event. A repeated event brings nothing new."""
    consent = wait_for_consent(client, consent_id, time_limit=60)
    updated = consent.get("dateTransactionsUpdated")
    known = consents.get(consent_id) or {}
    if queue.state(consent_id) != "sent" and updated and updated == known.get("updated"):
        logging.info(f"Ignored an event of consent {consent_id}: it has nothing new.")
        return
    _, transactions = store_consent(consent)
    queue.complete(consent_id)
    logging.info(f"Stored {len(transactions)} transactions after a refresh.")


def run():
    client.token()
    logging.info("1. Received a token.")

    providers = client.call("GET", "/Providers")
    key = os.environ.get("PROVIDER_KEY", providers[0]["providerKey"] if providers else None)
    provider = next((each for each in providers if each["providerKey"] == key), None)
    if provider is None:
        raise SystemExit(f"There is no provider {key}.")
    logging.info(f"2. Listed {len(providers)} providers. Using {key}.")

    user = client.call("POST", "/Users", body={"externalUserId": EXTERNAL_USER_ID})
    logging.info(f"3. Created the user {user['id']}.")

    created = client.call(
        "POST",
        "/Consent",
        body={
            "providerKey": key,
            "countryCode": provider["countryCode"],
            "externalUserId": EXTERNAL_USER_ID,
            "redirectUrl": REDIRECT_URL,
        },
    )
    consent_id = created["consentId"]
    consents.upsert({consent_id: {"userId": user["id"]}})
    logging.info(f"4. Created a consent. Open this URL in your browser and give consent:\n{created['consentUrl']}")

    consent = wait_for_consent(client, consent_id)
    logging.info(f"5. The consent has the status {consent['status']}.")

    accounts, transactions = store_consent(consent)
    logging.info(f"6. Listed {len(accounts)} accounts and stored {len(transactions)} transactions.")

    refresh(consent_id)
    end = time.monotonic() + EVENT_WAIT
    if queue.state(consent_id) == "sent":
        logging.info(f"Waiting up to {EVENT_WAIT:g} seconds for the event.")
    while queue.state(consent_id) == "sent" and time.monotonic() < end:
        time.sleep(0.1)
    if queue.state(consent_id) == "sent":
        logging.warning(f"No event arrived within {EVENT_WAIT:g} seconds. Does the platform know your receiver's URL?")
        read_new_data(consent_id)
    if queue.state(consent_id) == "queued":
        logging.info("7. The queue refreshes the consent later.")
    else:
        count = len(bank_data.transactions(user["id"]))
        logging.info(f"7. Refreshed the consent and stored {count} transactions.")

    sequences = client.call("GET", "/Sequencing", {"ConsentId": consent_id})
    income, expenses = len(sequences["incomeSequences"]), len(sequences["expenseSequences"])
    logging.info(f"8. Read the sequences: {income} of income, {expenses} of expenses.")

    job = {"engine": "z2", "profile": "RETAIL", "consentId": consent_id}
    job_id = client.call("POST", "/v2/categorization-jobs", body=job)["data"]
    wait_for_job(lambda: client.call("GET", f"/v2/categorization-jobs/{job_id}")["data"])
    _, transactions = store_consent(wait_for_consent(client, consent_id))
    categorized = [each for each in transactions if each.get("category")]
    logging.info(f"9. Stored {len(categorized)} categorized transactions.")

    job = {
        "reference": f"starter-{consent_id}",
        "engine": "Z2",
        "profile": "RETAIL",
        "input": {"consentIds": [consent_id]},
    }
    analysis_id = client.call("POST", "/analysis-jobs", body=job)["id"]
    completed = wait_for_job(lambda: client.call("GET", f"/analysis-jobs/{analysis_id}"))
    logging.info(f"10. The analysis has {', '.join(completed['analysis'])}.")

    client.call("DELETE", "/Users", {"UserId": user["id"]})
    queue.remove(consent_id)
    consents.delete(consent_id)
    bank_data.delete(user["id"])
    logging.info("11. Deleted the user.")


path = os.environ.get("WEBHOOK_PATH") or secret_path(Store(database, "settings"))
receiver = Receiver(
    port=WEBHOOK_PORT,
    path=path,
    inbox=Store(database, "inbox"),
    is_known=lambda consent_id: consents.get(consent_id) is not None,
    work=read_new_data,
)
receiver.start()
logging.info(f"The receiver is at http://127.0.0.1:{WEBHOOK_PORT}{path}. Register it with your public host.")
try:
    run()
finally:
    receiver.stop()
