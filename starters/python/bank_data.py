"""The accounts and transactions of end users, each stored once.

IDs identify them within a consent. A renewed consent, or a second one for the same account, may give them other IDs, so
what the bank states identifies them across consents.
"""

import threading
from decimal import Decimal


class BankData:
    """Takes two stores. Keys begin with the user's ID and have the IDs that an account and a transaction had first."""

    def __init__(self, accounts, transactions):
        self._accounts = accounts
        self._transactions = transactions
        self._lock = threading.Lock()

    def accounts(self, user_id):
        """Returns a user's accounts by key. `closed` marks those that their consent no longer lists."""
        return self._accounts.entries(f"{user_id} ")

    def transactions(self, user_id):
        """Returns a user's transactions by key. `account` is the key of their account."""
        return self._transactions.entries(f"{user_id} ")

    def store(self, user_id, consent, accounts, transactions):
        """Stores everything that a consent has now. Accounts move to the consent that was read last; nothing is
        deleted."""
        source = {"consentId": consent["id"], "providerKey": consent["providerKey"]}
        with self._lock:
            keys = self._store_accounts(user_id, source, accounts, transactions)
            self._store_transactions(user_id, source["consentId"], keys, transactions)

    def delete(self, user_id):
        """Deletes all data of a user."""
        with self._lock:
            self._transactions.delete(*self.transactions(user_id))
            self._accounts.delete(*self.accounts(user_id))

    def _store_accounts(self, user_id, source, listed, transactions):
        """Returns the key of each account by its ID in this consent."""
        stored = self.accounts(user_id)
        keys = {}
        listed_ids = {account["id"] for account in listed}
        # The platform may still have transactions of an account that it no longer lists.
        unlisted = [
            {"id": each["accountId"], "iban": each.get("accountNumber"), "currency": each["currency"]}
            for each in transactions
            if each["accountId"] not in listed_ids
        ]
        for account in [*listed, *unlisted]:
            account_id = account["id"]
            if account_id in keys:
                continue
            key = key_of_account(user_id, {**account, **source}, stored, set(keys.values()))
            is_listed = account_id in listed_ids
            known = {} if is_listed else stored.get(key, {})
            keys[account_id] = key
            stored[key] = {**account, **known, **source, "id": account_id, "closed": not is_listed}
        current = set(keys.values())
        for key, account in stored.items():
            if account["consentId"] == source["consentId"] and key not in current:
                account["closed"] = True
        self._accounts.upsert(stored)
        return keys

    def _store_transactions(self, user_id, consent_id, account_keys, transactions):
        stored = self.transactions(user_id)
        keys_by_id = {f"{each['account']} {each['id']}": key for key, each in stored.items()}
        found, others = {}, {}
        for each in transactions:
            account = account_keys[each["accountId"]]
            own_id = f"{account} {each['id']}"
            key = own_id if own_id in stored else keys_by_id.get(own_id)
            (found if key else others)[key or own_id] = {**each, "account": account, "consentId": consent_id}
        # Two equal payments on one day stay two, because each stored one matches only once.
        equal = {}
        for key, each in stored.items():
            if each["consentId"] != consent_id and key not in found:
                equal.setdefault(statement_of(each), []).append(key)
        for own_id, each in others.items():
            same = equal.get(statement_of(each))
            found[same.pop(0) if same else own_id] = each
        self._transactions.upsert(found)


def key_of_account(user_id, account, stored, taken):
    """Returns the key of the stored account that has the same ID or is the same at the bank, or else a new key."""
    new_key = f"{user_id} {account['id']}"
    candidates = {key: each for key, each in stored.items() if key not in taken}
    by_id = (key for key, each in candidates.items() if key == new_key or each["id"] == account["id"])
    at_bank = (key for key, each in candidates.items() if is_same_account(each, account))
    return next(by_id, None) or next(at_bank, new_key)


def is_same_account(a, b):
    """IBANs decide if both have one. Otherwise the provider's ID does, which may be unique only within a login."""
    if a["currency"] != b["currency"]:
        return False
    if a.get("iban") and b.get("iban"):
        return plain(a["iban"]) == plain(b["iban"])
    provider_id = a.get("providerAccountId")
    is_same = provider_id == b.get("providerAccountId") and a["providerKey"] == b["providerKey"]
    return bool(provider_id) and is_same


def statement_of(transaction):
    """Returns what the bank states about a transaction, the same in every consent."""
    return (
        transaction["account"],
        transaction["bookDate"],
        Decimal(str(transaction["amount"])),  # the store has decimals as text
        transaction["currency"],
        transaction.get("description"),
        plain(transaction.get("counterpartAccountNumber")),
    )


def plain(number):
    """Returns an account number without spaces and in uppercase."""
    return number and "".join(number.split()).upper()
