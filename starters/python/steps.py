"""The eleven steps, from getting a token to deleting the user."""

import json
import logging
import os
import sys
import time
from collections import Counter
from datetime import datetime, timedelta, timezone

from client import path_of
from flow import consent_state, read_accounts, remove, wait_for_consent, wait_for_job
from parts import bank_data, client, queue, store
from receiver import Receiver, end_on_signals
from store import moment
from worker import read_from_inbox

EXTERNAL_USER_ID = os.environ.get("EXTERNAL_USER_ID", f"starter-{time.time_ns()}")
REDIRECT_URL = os.environ.get("REDIRECT_URL", "https://app.example.com/return")
WEBHOOK_PORT = int(os.environ.get("WEBHOOK_PORT", "8080"))
EVENT_WAIT = float(os.environ.get("EVENT_WAIT", "3600"))

# Unlike print, this writes whole lines, so the output of two threads can't mix.
logging.basicConfig(format="%(message)s", level=logging.INFO, stream=sys.stdout)
end_on_signals(1)


def work(consent_id):
    read = read_from_inbox(client, store, bank_data, queue, consent_id)
    if read:
        changes = f"{read['added']} new, {read['changed']} changed, {read['removed']} removed"
        logging.info(f"Read {len(read['transactions'])} transactions: {changes}.")


def store_consent(consent_id):
    """Reads a consent through the inbox, like after an event, so no two reads overlap."""
    store.add_event(consent_id)
    receiver.retry()
    while store.is_in_inbox(consent_id):
        time.sleep(0.1)


def create_consent(user, provider):
    """Returns the consent's ID and the URL for the end user."""
    body = {
        "providerKey": provider["providerKey"],
        "countryCode": provider["countryCode"],
        "externalUserId": EXTERNAL_USER_ID,
        "redirectUrl": REDIRECT_URL,
    }
    created = client.call("POST", "/Consent", body=body)
    store.save_consent(user["id"], {"id": created["consentId"], "providerKey": provider["providerKey"]})
    return created["consentId"], created["consentUrl"]


def ends_soon(consent):
    expires = consent.get("dateExpire")
    return bool(expires) and moment(expires) < datetime.now(timezone.utc) + timedelta(days=14)


def print_totals(user):
    months = Counter(each["bookDate"][:7] for each in bank_data.transactions(user["id"]).values())
    accounts = sum(not each["closed"] for each in bank_data.accounts(user["id"]).values())
    logging.info(json.dumps({"totals": bank_data.totals(user["id"]), "months": months, "accounts": accounts}))


def run():
    client.token()
    logging.info("1. Received a token.")

    providers = client.call("GET", "/Providers")
    key = os.environ.get("PROVIDER_KEY", providers[0]["providerKey"] if providers else None)
    provider = next((each for each in providers if each["providerKey"] == key), None)
    if provider is None:
        raise SystemExit(f"Provider not found: {key}.")
    logging.info(f"2. Listed {len(providers)} providers. Using {key}.")

    user = client.call("POST", "/Users", body={"externalUserId": EXTERNAL_USER_ID})
    logging.info(f"3. Created the user {user['id']}.")

    consent_id, consent_url = create_consent(user, provider)
    logging.info(f"4. Created a consent. Open this URL in your browser and give consent:\n{consent_url}")

    consent = wait_for_consent(client, consent_id)
    logging.info(f"5. The consent is in status {consent['status']}.")

    store_consent(consent_id)
    accounts, transactions = bank_data.accounts(user["id"]), bank_data.transactions(user["id"])
    logging.info(f"6. Stored {len(accounts)} accounts and {len(transactions)} transactions.")
    print_totals(user)

    queue.enqueue(consent_id)
    queue.send_due()
    end = time.monotonic() + EVENT_WAIT
    if queue.state(consent_id) == "sent":
        logging.info(f"Waiting up to {EVENT_WAIT:g} seconds for the event.")
    while queue.state(consent_id) == "sent" and time.monotonic() < end:
        time.sleep(0.1)
    if queue.state(consent_id) == "sent":
        logging.warning(f"No event arrived within {EVENT_WAIT:g} seconds. Does the platform know your receiver's URL?")
        store_consent(consent_id)
    consent = client.call("GET", path_of("Consent", consent_id))
    if consent_state(consent["status"]) == "ended":
        logging.info(f"7. Didn't refresh the consent, because it has ended in status {consent['status']}.")
    elif queue.state(consent_id) == "queued":
        logging.info("7. The queue will refresh the consent later.")
    else:
        logging.info(f"7. Refreshed the consent and stored {len(bank_data.transactions(user['id']))} transactions.")
    print_totals(user)

    if ends_soon(consent):
        consent_id, consent_url = create_consent(user, provider)
        logging.info(f"The consent must be renewed. Open this URL in your browser:\n{consent_url}")
        wait_for_consent(client, consent_id)
        store_consent(consent_id)
        # Delete the old consent only after the new one has delivered the same accounts.
        if bank_data.is_replaced(user["id"], consent, read_accounts(client, {"ConsentId": consent["id"]})):
            remove(client, path_of("Consent", consent["id"]))
            store.end_consent(consent["id"])
        print_totals(user)
    else:
        wait_for_consent(client, consent_id)  # if it has ended, the program stops here

    sequences = client.call("GET", "/Sequencing", {"ConsentId": consent_id})
    income, expenses = len(sequences["incomeSequences"]), len(sequences["expenseSequences"])
    logging.info(f"8. Found sequences: {income} income, {expenses} expense.")

    job = {"engine": "z2", "consentId": consent_id}
    job_id = client.call("POST", "/v2/categorization-jobs", body=job)["data"]
    wait_for_job(lambda: client.call("GET", path_of("v2", "categorization-jobs", job_id))["data"])
    bank_data.read_again(consent_id)  # because the job also categorized old transactions
    store_consent(consent_id)
    categorized = [each for each in bank_data.transactions(user["id"]).values() if each.get("category")]
    logging.info(f"9. Stored {len(categorized)} categorized transactions.")

    job = {
        "reference": f"starter-{consent_id}",
        "engine": "Z2",
        "profile": "RETAIL",
        "input": {"consentIds": [consent_id]},
    }
    analysis_id = client.call("POST", "/analysis-jobs", body=job)["id"]
    completed = wait_for_job(lambda: client.call("GET", path_of("analysis-jobs", analysis_id)))
    logging.info(f"10. The analysis includes {', '.join(completed['analysis'])}.")

    # Delete the job first. Once the user is deleted, its accounts and consents can no longer be looked up.
    remove(client, path_of("analysis-jobs", analysis_id))
    remove(client, "/Users", {"UserId": user["id"]})
    bank_data.delete(user["id"])
    store.run("DELETE FROM users WHERE id = ?", user["id"])
    print_totals(user)
    logging.info("11. Deleted the user.")


path = os.environ.get("WEBHOOK_PATH") or store.webhook_path()
receiver = Receiver(port=WEBHOOK_PORT, path=path, inbox=store, work=work)
receiver.start()
logging.info(f"The receiver is at http://127.0.0.1:{WEBHOOK_PORT}{path}. Register its public URL, with the same path.")
try:
    run()
finally:
    receiver.stop()
