"""The ten steps from a token to the deletion of the user."""

import os
import time
from pathlib import Path

from client import Client
from flow import read_transactions, wait_for_consent, wait_for_job
from receiver import Receiver
from refresh_queue import RefreshQueue
from store import Store

EXTERNAL_USER_ID = os.environ.get("EXTERNAL_USER_ID", f"starter-{time.time_ns()}")
REDIRECT_URL = os.environ.get("REDIRECT_URL", "https://app.example.com/return")
DATA_DIR = Path(os.environ.get("DATA_DIR", "data"))

DATA_DIR.mkdir(parents=True, exist_ok=True)
database = DATA_DIR / "starter.db"
client = Client()
consents = Store(database, "consents")
transactions = Store(database, "transactions")
queue = RefreshQueue(client, Store(database, "refreshes"))


# region store
def store_transactions(consent_id):
    """Stores each transaction of a consent once, however often it is read."""
    read = {f"{each['accountId']} {each['id']}": each for each in read_transactions(client, consent_id)}
    transactions.upsert(read)
    return read


# endregion store


def refresh(consent_id):
    queue.enqueue(consent_id)
    queue.send_due()


def work(consent_id):
    wait_for_consent(client, consent_id, refresh, time_limit=60)
    count = len(store_transactions(consent_id))
    queue.complete(consent_id)
    print(f"Stored {count} transactions after an event.")


def run():
    client.token()
    print("1. Received a token.")

    providers = client.call("GET", "/Providers")
    key = os.environ.get("PROVIDER_KEY", providers[0]["providerKey"] if providers else None)
    provider = next((each for each in providers if each["providerKey"] == key), None)
    if provider is None:
        raise SystemExit(f"There is no provider {key}.")
    print(f"2. Listed {len(providers)} providers. Using {key}.")

    user = client.call("POST", "/Users", body={"externalUserId": EXTERNAL_USER_ID})
    print(f"3. Created the user {user['id']}.")

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
    print(f"4. Created a consent. Open this URL in your browser and give consent:\n{created['consentUrl']}")

    consent = wait_for_consent(client, consent_id, refresh)
    print(f"5. The consent has the status {consent['status']}.")

    accounts = client.call("GET", "/Accounts", {"ConsentId": consent_id, "Page": 1, "Size": 100})
    stored = store_transactions(consent_id)
    print(f"6. Listed {len(accounts)} accounts and stored {len(stored)} transactions.")

    refresh(consent_id)
    end = time.monotonic() + 120
    while queue.state(consent_id) == "sent" and time.monotonic() < end:
        time.sleep(0.1)
    state = queue.state(consent_id)
    if state == "sent":
        raise SystemExit("No event arrived. Does the platform know the URL of your receiver?")
    later = "The queue refreshes the consent later"
    print(f"7. {later if state else 'Refreshed the consent and received its event'}.")

    job = {"engine": "z2", "profile": "RETAIL", "consentId": consent_id}
    job_id = client.call("POST", "/v2/categorization-jobs", body=job)["data"]
    wait_for_job(lambda: client.call("GET", f"/v2/categorization-jobs/{job_id}")["data"])
    categorized = [each for each in store_transactions(consent_id).values() if each.get("category")]
    print(f"8. Stored {len(categorized)} categorized transactions.")

    job = {
        "reference": f"starter-{consent_id}",
        "engine": "Z2",
        "profile": "RETAIL",
        "input": {"consentIds": [consent_id]},
    }
    analysis_id = client.call("POST", "/analysis-jobs", body=job)["id"]
    completed = wait_for_job(lambda: client.call("GET", f"/analysis-jobs/{analysis_id}"))
    print(f"9. The analysis has {', '.join(completed['analysis'])}.")

    client.call("DELETE", "/Users", {"UserId": user["id"]})
    queue.remove(consent_id)
    consents.delete(consent_id)
    transactions.delete(*stored)
    print("10. Deleted the user.")


receiver = Receiver(
    port=int(os.environ.get("WEBHOOK_PORT", "8080")),
    path=os.environ.get("WEBHOOK_PATH", "/webhooks"),
    inbox=Store(database, "inbox"),
    is_known=lambda consent_id: consents.get(consent_id) is not None,
    is_expected=lambda consent_id: queue.state(consent_id) == "sent",
    work=work,
)
receiver.start()
try:
    run()
finally:
    receiver.stop()
