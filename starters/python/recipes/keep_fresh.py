# Run: python3 -m recipes.keep_fresh <externalUserId>
import logging
import os
import sys
import time
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from urllib.parse import quote

from bank_data import BankData
from client import Client
from flow import read_accounts, wait_for_consent
from receiver import Receiver, secret_path
from refresh_queue import RefreshQueue
from store import Store

MINUTE, DAY = 60, 86_400
logging.basicConfig(format="%(message)s", level=logging.INFO, stream=sys.stdout)
folder = Path(os.environ.get("DATA_DIR", "data"))
folder.mkdir(parents=True, exist_ok=True)
database = folder / "starter.db"
client = Client()
consents = Store(database, "consents")
bank_data = BankData(Store(database, "accounts"), Store(database, "transactions"))
queue = RefreshQueue(client, Store(database, "refreshes"))
user_path = f"/Users/{quote(sys.argv[1], safe='')}"
user_id = client.call("GET", user_path)["id"]


def update(consent_id):
    """Stores what a consent has since a week before its newest stored transaction, or all of a new consent."""
    consent = wait_for_consent(client, consent_id, MINUTE)
    stored = bank_data.transactions(user_id).values()
    days = [each["bookDate"] for each in stored if each["consentId"] == consent_id]
    query = {"ConsentId": consent_id, "PageSize": 100}
    if days:
        query["DateFrom"] = str(date.fromisoformat(max(days)) - timedelta(days=7))
    transactions, token = [], None
    while True:
        page = client.call("GET", "/Transactions", {**query, "PageToken": token} if token else query)
        transactions += page["data"]
        if token and token == page.get("nextPageToken"):
            raise RuntimeError("The page token repeats.")
        token = page.get("nextPageToken")
        if not token:
            break
    bank_data.store(user_id, consent, read_accounts(client, consent_id), transactions)
    queue.complete(consent_id)
    accounts, stored = bank_data.accounts(user_id), bank_data.transactions(user_id)
    scope = f"since {query['DateFrom']}" if days else "of a new consent"
    logging.info(f"Read {len(transactions)} transactions {scope}.")
    logging.info(f"Stored: {len(accounts)} accounts, {len(stored)} transactions.")


def check_consents():
    """Reads new consents, queues a refresh of each, and reports those that end."""
    soon = (datetime.now(timezone.utc) + timedelta(days=14)).isoformat()
    for consent in client.call("GET", user_path)["consents"]:
        consent_id, has_stopped = consent["id"], consent["status"] in (5, 7, 8)
        if has_stopped or (consent.get("dateExpire") or "9999") < soon:
            logging.info(f"The end user must renew the consent at {consent['providerKey']}.")
        if has_stopped:
            queue.remove(consent_id)
        if consent["status"] != 4:
            continue
        if consents.get(consent_id) is None:
            consents.upsert({consent_id: {"userId": user_id}})
            update(consent_id)
        queue.enqueue(consent_id)


def check_late():
    """Without its event, a refresh is complete once the data is newer, or after a day."""
    for consent_id, sent_at in queue.overdue():
        consent = client.call("GET", f"/Consent/{quote(consent_id, safe='')}")
        updated = consent.get("dateTransactionsUpdated")
        if updated and datetime.fromisoformat(updated.replace("Z", "+00:00")).timestamp() > sent_at:
            update(consent_id)
        elif sent_at < time.time() - DAY:
            queue.complete(consent_id)


receiver = Receiver(
    port=int(os.environ.get("WEBHOOK_PORT", "8080")),
    path=os.environ.get("WEBHOOK_PATH") or secret_path(Store(database, "settings")),
    inbox=Store(database, "inbox"),
    is_known=lambda consent_id: consents.get(consent_id) is not None,
    work=update,
)
receiver.start()
minute = check_at = 0
while True:
    try:
        if time.time() >= check_at:
            check_consents()
            check_at = time.time() + DAY
        queue.send_due()
        if minute % 60 == 0:
            check_late()
    except Exception as error:
        logging.warning(error)
    minute += 1
    time.sleep(MINUTE)
