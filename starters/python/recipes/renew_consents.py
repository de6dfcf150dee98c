# Run: python3 -m recipes.renew_consents <externalUserId> <days>
import json
import math
import os
import sys
from datetime import datetime, timezone

from client import path_of
from flow import consent_state, read_accounts, read_consent, remove
from parts import bank_data, client, store
from store import moment

if len(sys.argv) != 3 or not sys.argv[2].isdecimal():
    raise SystemExit("Usage: python3 -m recipes.renew_consents <externalUserId> <days>")
external_user_id, days = sys.argv[1], int(sys.argv[2])
redirect_url = os.environ.get("REDIRECT_URL", "https://app.example.com/return")


def ask_again(consent):
    """Creates the new consent. Keep the old one until the new one has data."""
    key = consent["providerKey"]
    providers = client.call("GET", "/Providers")
    body = {"providerKey": key, "externalUserId": external_user_id, "redirectUrl": redirect_url}
    body.update({"countryCode": each["countryCode"] for each in providers if each["providerKey"] == key})
    created = client.call("POST", "/Consent", body=body)
    # Store this link for your app, because the platform doesn't return it again.
    link = json.dumps({"id": created["consentId"], "url": created["consentUrl"]})
    store.upsert("settings", {"name": f"renewal {consent['id']}"}, {"value": link})
    consents[created["consentId"]] = {"id": created["consentId"], "providerKey": key, "status": None}
    print("  Show the end user the new link.")


def is_missed(consent):
    """True if an ended consent has a renewal link, or if it had data and no other consent replaces it."""
    if renewal_of(consent):
        return True
    at_provider = [each for each in consents.values() if each["providerKey"] == consent["providerKey"]]
    has_other = any(consent_state(each["status"]) != "ended" for each in at_provider)
    return bool(consent.get("dateTransactionsUpdated")) and (bank_data.has_accounts(consent["id"]) or not has_other)


def replace(old, renewed):
    """Reads the new consent. If it includes all of the old one's accounts, deletes the old one."""
    read = read_consent(client, bank_data, user["id"], renewed)
    accounts, transactions = len(read["accounts"]), len(read["transactions"])
    print(f"  The new consent has {accounts} accounts and {transactions} transactions.")
    if consent_state(old["status"]) == "ended":
        is_replaced = not bank_data.has_accounts(old["id"])
    else:
        is_replaced = bank_data.is_replaced(user["id"], old, read_accounts(client, {"ConsentId": old["id"]}))
    if not is_replaced:
        print("  Keep both: the new one lacks accounts from the old one.")
        return
    remove(client, path_of("Consent", old["id"]))
    store.end_consent(old["id"])
    print("  Deleted the old consent.")


def renewal_of(consent):
    row = store.get("SELECT value FROM settings WHERE name = ?", f"renewal {consent['id']}")
    return json.loads(row["value"])["id"] if row else None


user = client.call("GET", path_of("Users", external_user_id))
consents = {consent["id"]: consent for consent in user["consents"]}
for consent in consents.values():
    store.save_consent(user["id"], consent)

for consent in list(consents.values()):
    state, expires = consent_state(consent["status"]), consent.get("dateExpire")
    if state == "ended" and is_missed(consent):
        print(f"The consent at {consent['providerKey']} has ended.")
    elif state in ("ready", "failing") and expires:
        left = math.ceil((moment(expires) - datetime.now(timezone.utc)).total_seconds() / 86_400)
        if left > days:
            continue
        print(f"The consent at {consent['providerKey']} ends in {left} {'day' if left == 1 else 'days'}.")
    else:
        continue

    renewed = consents.get(renewal_of(consent))
    state = consent_state(renewed["status"]) if renewed else None
    if state == "ready":
        replace(consent, renewed)
    elif state is None or state == "ended":  # after the end user canceled
        ask_again(consent)
    else:
        print("  The new consent isn't ready yet.")
