# Run: python3 -m recipes.remove_user <externalUserId>
import os
import sys
from datetime import datetime, timezone
from pathlib import Path
from urllib.parse import quote

from bank_data import BankData
from client import Client, PlatformError
from refresh_queue import RefreshQueue
from store import Store

database = Path(os.environ.get("DATA_DIR", "data")) / "starter.db"
client = Client()
consents = Store(database, "consents")
bank_data = BankData(Store(database, "accounts"), Store(database, "transactions"))
queue = RefreshQueue(client, Store(database, "refreshes"))
removals = Store(database, "removals")


def now():
    return datetime.now(timezone.utc).isoformat()


def if_found(method, path, query=None):
    """Sends a request. Returns None after a 404."""
    try:
        return client.call(method, path, query) or True
    except PlatformError as error:
        if error.status != 404:
            raise
        return None


# Record the removal first, so that the next run completes it if this one fails.
external_user_id = sys.argv[1]
user = if_found("GET", f"/Users/{quote(external_user_id, safe='')}")
if user:
    consent_ids = [each["id"] for each in user["consents"]]
    removals.upsert({user["id"]: {"consentIds": consent_ids, "requested": now()}})
else:
    print(f"There is no user {external_user_id}.")

for user_id in removals.keys():
    removal = removals.get(user_id)
    if "completed" in removal:
        continue
    # Stop refreshes and ignore events, so that a late one can't restore the data.
    for consent_id in removal["consentIds"]:
        queue.remove(consent_id)
        consents.delete(consent_id)
    is_new = if_found("DELETE", "/Users", {"UserId": user_id})
    print(f"User {user_id} {'is deleted' if is_new else 'was already deleted'}.")
    bank_data.delete(user_id)

    paths = [f"/Consent/{consent_id}" for consent_id in removal["consentIds"]]
    for path in [f"/Users/{user_id}", *paths, f"/Accounts?UserId={user_id}"]:
        if if_found("GET", path):
            raise SystemExit(f"GET {path} still returns data.")
        print(f"GET {path} returns 404.")
    accounts, transactions = bank_data.accounts(user_id), bank_data.transactions(user_id)
    print(f"Local copy: {len(accounts)} accounts, {len(transactions)} transactions.")
    removals.upsert({user_id: {**removal, "completed": now()}})
