# Run: python3 -m recipes.keep_fresh <externalUserId>
import logging
import os
import sys
import time
from datetime import datetime, timedelta, timezone
from itertools import count

from client import path_of
from flow import consent_state, read_accounts, remove
from parts import bank_data, client, queue, store
from receiver import Receiver, end_on_signals
from store import moment
from worker import read_from_inbox

MINUTE, DAY = 60, 86_400
logging.basicConfig(format="%(message)s", level=logging.INFO, stream=sys.stdout)
if len(sys.argv) != 2:
    raise SystemExit("Usage: python3 -m recipes.keep_fresh <externalUserId>")
end_on_signals()
user_path = path_of("Users", sys.argv[1])
user_id = client.call("GET", user_path)["id"]


def work(consent_id):
    """Reads a consent from the inbox. The consent is new, or its event has arrived or is late."""
    read = read_from_inbox(client, store, bank_data, queue, consent_id)
    if read is None:
        return
    changes = f"{read['added']} new, {read['changed']} changed, {read['removed']} removed"
    logging.info(f"Read {len(read['transactions'])} transactions: {changes}.")
    accounts, transactions = bank_data.accounts(user_id), bank_data.transactions(user_id)
    logging.info(f"Stored: {len(accounts)} accounts, {len(transactions)} transactions.")
    delete_replaced()


def delete_replaced():
    """After a renewal, deletes the old consent once the new one has delivered the same accounts."""
    empty = store.all(
        "SELECT * FROM consents WHERE user_id = ? AND ended_at IS NULL AND data_updated IS NOT NULL AND NOT EXISTS"
        " (SELECT 1 FROM accounts WHERE consent_id = consents.id AND closed_at IS NULL)",
        user_id,
    )
    for row in empty:
        old = {"id": row["id"], "providerKey": row["provider_key"], "dateRequested": row["requested"]}
        if bank_data.is_replaced(user_id, old, read_accounts(client, {"ConsentId": old["id"]})):
            remove(client, path_of("Consent", old["id"]))
            store.end_consent(old["id"])
            queue.remove(old["id"])
            logging.info(f"Deleted consent {old['id']} because a newer one has its accounts.")


def check_consents():
    """Puts new consents into the inbox, queues refreshes, and reports consents that have ended or will end soon."""
    soon = datetime.now(timezone.utc) + timedelta(days=14)
    consents = client.call("GET", user_path)["consents"]
    for consent in consents:
        store.save_consent(user_id, consent)
        state, expires = consent_state(consent["status"]), consent.get("dateExpire")
        # After a renewal, the new consent has the old one's accounts.
        ends_soon = expires and moment(expires) < soon
        if bank_data.has_accounts(consent["id"]) if state == "ended" else ends_soon:
            logging.info(f"The end user must renew the consent at {consent['providerKey']}.")
        if state == "ended":
            queue.remove(consent["id"])
        if state == "ready":
            if store.consent(consent["id"])["data_updated"] is None:
                store.add_event(consent["id"])
            queue.enqueue(consent["id"])
    listed = {consent["id"] for consent in consents}
    for row in store.all("SELECT id FROM consents WHERE user_id = ?", user_id):
        if row["id"] not in listed:
            store.end_consent(row["id"])


receiver = Receiver(
    port=int(os.environ.get("WEBHOOK_PORT", "8080")),
    path=os.environ.get("WEBHOOK_PATH") or store.webhook_path(),
    inbox=store,
    work=work,
)
receiver.start()
check_at = 0
for minute in count():
    try:
        if time.time() >= check_at:
            check_consents()
            check_at = time.time() + DAY
        receiver.retry()
        queue.send_due()
        if minute % 60 == 0:
            for consent_id in queue.overdue():
                # A consent in the inbox keeps its pause and its time limit.
                if not store.is_in_inbox(consent_id):
                    store.add_event(consent_id)
    except Exception as error:
        logging.warning(error)
    time.sleep(MINUTE)
