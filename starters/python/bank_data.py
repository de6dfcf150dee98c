"""Stores accounts and transactions, without duplicates. A new read replaces the data of the same days."""

import hashlib
import json
from datetime import date, timedelta, timezone

from flow import consent_state
from money import decimal_text, minor_units
from store import moment, timestamp

# Banks may book payments weeks late, so each read begins this long before today or the newest stored day, if earlier.
OVERLAP = timedelta(days=90)
# The interval between complete reads, which find payments that were booked even later.
WHOLE = timedelta(days=7)
# The platform may filter by a date before the booking date, so a read's first days may be incomplete.
UNCERTAIN = timedelta(days=6)


class BankData:
    """End users' accounts and transactions in a `Store`."""

    def __init__(self, store):
        self._store = store

    def accounts(self, user_id):
        """Maps account keys to a user's accounts. `closed` is true if the consent no longer lists the account."""
        rows = self._store.all("SELECT * FROM accounts WHERE user_id = ? ORDER BY account_key", user_id)
        return {
            row["account_key"]: {
                **json.loads(row["document"]),
                "id": row["id"],
                "consentId": row["consent_id"],
                "closed": row["closed_at"] is not None,
            }
            for row in rows
        }

    def transactions(self, user_id):
        """Returns a user's transactions, except removed ones, keyed by account key and ID. `account` is the key."""
        rows = self._store.all(
            """SELECT t.*, a.id AS account_id FROM transactions t JOIN accounts a ON a.account_key = t.account_key
            WHERE a.user_id = ? AND t.removed_at IS NULL ORDER BY t.account_key, t.book_date, t.id""",
            user_id,
        )
        return {
            f"{row['account_key']} {row['id']}": {
                **json.loads(row["document"]),
                "accountId": row["account_id"],
                "bookDate": row["book_date"],
                "amount": decimal_text(row["amount_minor"], self._store.decimals(row["currency"])),
                "account": row["account_key"],
            }
            for row in rows
        }

    def totals(self, user_id):
        """Returns the count and exact total of a user's transactions in each currency."""
        rows = self._store.all(
            """SELECT t.currency, count(*) AS count, sum(t.amount_minor) AS minor
            FROM transactions t JOIN accounts a ON a.account_key = t.account_key
            WHERE a.user_id = ? AND t.removed_at IS NULL GROUP BY t.currency""",
            user_id,
        )
        decimals = self._store.decimals
        return {
            row["currency"]: {"count": row["count"], "sum": decimal_text(row["minor"], decimals(row["currency"]))}
            for row in rows
        }

    def delete(self, user_id):
        """Deletes all of a user's data except the user's row."""
        of_consents = "consent_id IN (SELECT id FROM consents WHERE user_id = ?)"
        of_accounts = "account_key IN (SELECT account_key FROM accounts WHERE user_id = ?)"
        renewals = "name IN (SELECT 'renewal ' || id FROM consents WHERE user_id = ?)"
        with self._store.transaction():
            self._store.run(f"DELETE FROM settings WHERE {renewals}", user_id)
            for table in ("inbox", "refreshes", "refresh_requests"):
                self._store.run(f"DELETE FROM {table} WHERE {of_consents}", user_id)
            for table in ("transactions", "unstored_transactions"):
                self._store.run(f"DELETE FROM {table} WHERE {of_accounts}", user_id)
            for table in ("accounts", "consents"):
                self._store.run(f"DELETE FROM {table} WHERE user_id = ?", user_id)

    def windows(self, user_id, consent, accounts, gone, now):
        """Maps account IDs to the DateFrom of the next read, or to None to read everything.

        Excludes accounts that belong to a newer consent. Includes accounts that this consent no longer lists, to read
        them one last time. `gone` contains the keys of accounts that their own consents no longer list.
        """
        pairs, unlisted, _ = self._match(user_id, consent, accounts, gone)
        own = {account["id"]: row for account, row in pairs if not belongs_to_newer(row, consent)}
        own.update((row["id"], row) for row in unlisted)
        return {account_id: self._date_from(row, consent, now) for account_id, row in own.items()}

    def store(self, user_id, consent, accounts, gone, windows, lists, now):
        """Replaces the stored data for the days that were read. Stores everything or nothing.

        `lists` maps account IDs to complete lists, without refused accounts. `kept` counts the accounts whose
        list was empty, and `notes` say what wasn't stored.
        """
        result = {"added": 0, "changed": 0, "removed": 0, "kept": 0, "notes": []}
        note = result["notes"].append
        with self._store.transaction():
            # Locks the user's row so that two processes don't store at the same time.
            self._store.upsert("users", {"id": user_id}, {})
            if self._store.get("SELECT removal_requested FROM users WHERE id = ?", user_id)["removal_requested"]:
                raise RuntimeError(f"User {user_id} is being removed.")
            pairs, unlisted, similar = self._match(user_id, consent, accounts, gone)
            for row in similar:
                keys = f"{row['account_key']} and {row['new_key']}"
                note(f"{keys} may be one account with a new IBAN. Ask the end user.")
            for account, stored in pairs:
                account_id, key = account["id"], account["account_key"]
                if account_id not in windows or belongs_to_newer(stored, consent):
                    continue
                # Read the account through the old consent until the new one delivers it.
                if stored is None or account_id in lists:
                    self._store.upsert("accounts", {"account_key": key}, account)
                if account_id not in lists:
                    note(f"Account {account_id} was refused. Kept its transactions.")
                    continue
                kept = self._replace(key, lists[account_id], windows[account_id], now, result)
                if kept:
                    result["kept"] += 1
                    note(f"The list for account {key} is empty. Kept its {kept} transactions.")
            for row in unlisted:
                if row["id"] in lists:
                    self._replace(row["account_key"], lists[row["id"]], windows[row["id"]], now, result)
                if row["id"] in windows:
                    close = "UPDATE accounts SET closed_at = ? WHERE account_key = ?"
                    self._store.run(close, timestamp(now), row["account_key"])
            # If read_again() was called meanwhile, lists that begin at a later day aren't complete.
            read = [(row["id"], stored) for row, stored in pairs if row["id"] in windows]
            if accounts and all(i in lists and (windows[i] is None or row["read_whole_at"]) for i, row in read):
                updated = consent.get("dateTransactionsUpdated")
                self._store.run("UPDATE consents SET data_updated = ? WHERE id = ?", updated, consent["id"])
        return result

    def has_accounts(self, consent_id):
        """True if open accounts are read through the consent."""
        accounts = "SELECT 1 FROM accounts WHERE consent_id = ? AND closed_at IS NULL"
        return self._store.get(accounts, consent_id) is not None

    def similar(self, user_id, consent, accounts):
        """Returns other consents' stored accounts that this consent may list under a different ID and IBAN."""
        return self._match(user_id, consent, accounts)[2]

    def read_again(self, consent_id):
        """Forces a full read of a consent next time, even if the platform has no newer data."""
        self._store.run("UPDATE accounts SET read_whole_at = NULL WHERE consent_id = ?", consent_id)
        self._store.run("UPDATE consents SET data_updated = NULL WHERE id = ?", consent_id)

    def is_replaced(self, user_id, consent, accounts):
        """True if newer consents have delivered all of a consent's accounts, so that the consent can be deleted."""
        pairs, unlisted, _ = self._match(user_id, consent, accounts)
        return bool(pairs) and not unlisted and all(is_delivered(row, consent) for _, row in pairs)

    def _match(self, user_id, consent, accounts, gone=()):
        """Pairs listed accounts' columns with stored accounts, or with None, in one pass per rule.

        Also returns the open accounts that the consent no longer lists, and stored accounts that are similar to new
        ones.
        """
        stored = self._store.all(
            """SELECT accounts.*, consents.id AS owner, consents.requested AS owner_requested,
            consents.status AS owner_status
            FROM accounts LEFT JOIN consents ON consents.id = consent_id AND ended_at IS NULL
            WHERE accounts.user_id = ? ORDER BY closed_at IS NOT NULL, account_key""",
            user_id,
        )
        listed = [columns_of(user_id, consent, account) for account in accounts]
        everything = list(stored)

        def is_listed_nowhere(row):
            is_own = row["consent_id"] == consent["id"]
            return is_own or row["closed_at"] or not row["owner"] or row["account_key"] in gone

        def is_moved(row, account):
            # A providerAccountId may be unique only per login, so don't match an account that another login lists. Some
            # banks give all accounts of a login the same ID.
            is_only = all(sum(are_similar(row, each) for each in rows) == 1 for rows in (everything, listed))
            return is_only and is_listed_nowhere(row) and are_similar(row, account)

        rules = (
            lambda row, account: row["id"] == account["id"],
            lambda row, account: are_equal(row, account, "iban", "currency"),
            lambda row, account: not (row["iban"] and account["iban"]) and are_equal(row, account, "bban", "currency"),
            is_moved,
            # The key contains the account's first ID.
            lambda row, account: row["account_key"] == account["account_key"],
        )
        matches = {}
        for is_same in rules:
            for account in listed:
                if account["id"] not in matches:
                    found = next((row for row in stored if is_same(row, account)), None)
                    if found:
                        stored.remove(found)
                        matches[account["id"]] = found
        similar = [
            {**row, "new_key": account["account_key"]}
            for account in listed
            for row in stored
            if account["id"] not in matches and are_similar(row, account)
        ]
        for account in listed:
            row = matches.get(account["id"], account)
            account["account_key"] = row["account_key"]
            # Keep the stored numbers if this consent omits them.
            account.update({name: account[name] or row[name] for name in ("iban", "bban")})
            # An account from a different consent is read from the beginning.
            is_own = row["consent_id"] == consent["id"]
            account["read_whole_at"] = row.get("read_whole_at") if is_own else None
        unlisted = [row for row in stored if row["consent_id"] == consent["id"] and row["closed_at"] is None]
        pairs = [(account, matches.get(account["id"])) for account in listed]
        return pairs, unlisted if accounts else [], similar  # banks sometimes send an empty list by mistake

    def _date_from(self, stored, consent, now):
        is_known = stored and stored["consent_id"] == consent["id"] and stored["read_whole_at"]
        if not is_known or stored["read_whole_at"] <= timestamp(now - WHOLE):
            return None
        newest = self._store.get(
            "SELECT max(book_date) AS day FROM transactions WHERE account_key = ? AND removed_at IS NULL",
            stored["account_key"],
        )["day"]
        if newest is None:
            return None
        # Don't count back from a future-dated payment, because earlier payments may not be booked yet.
        return str(min(date.fromisoformat(newest), now.astimezone(timezone.utc).date()) - OVERLAP)

    def _replace(self, key, read, date_from, now, result):
        """Replaces an account's transactions from a day onward. If none can be stored, keeps and counts the old rows.

        Marks rows as removed only after the days that may be incomplete.
        """
        listed, odd = {}, {}
        for each in read:  # a page can repeat a transaction: the last copy wins
            try:
                row = row_of(each, self._store.decimals)
                listed[row["id"]] = row
            except ValueError as error:
                document = json.dumps(each, default=str)
                row_id = id_of(each) or hashlib.sha256(document.encode()).hexdigest()
                odd[row_id] = {"document": document, "reason": str(error)}
        is_whole = date_from is None and bool(read)
        self._put_aside(key, odd, listed, is_whole, now, result)
        rows = self._store.all("SELECT * FROM transactions WHERE account_key = ? ORDER BY book_date, id", key)
        stored = {row["id"]: row for row in rows}
        # A renewed consent may cover fewer days than the store. Keep rows dated before the list's first day.
        begin = min((row["book_date"] for row in listed.values()), default=date_from or "")
        window = [row for row in rows if row["removed_at"] is None and row["book_date"] >= begin]
        if window and not listed:
            return len(window)

        matches = {row_id: stored[row_id] for row_id in listed if row_id in stored}
        free = [row for row in window if row["id"] not in listed and row["id"] not in odd]
        # Banks can rebook a payment with a new ID and description. Each row matches only once, so two equal payments
        # stay separate.
        for statement in (statement_of, day_and_amount):
            equal = {}
            for row in free:
                equal.setdefault(statement(row), []).append(row)
            for row_id, row in listed.items():
                if row_id not in matches and equal.get(statement(row)):
                    matches[row_id] = equal[statement(row)].pop(0)
            free = [row for rows in equal.values() for row in rows]

        for row_id, row in listed.items():
            known = matches.get(row_id)
            if known and not known["removed_at"] and known["document"] == row["document"]:
                continue
            if known:
                # Update the row even if its ID is new, so that columns you add keep their values.
                rename = "UPDATE transactions SET id = ? WHERE account_key = ? AND id = ?"
                self._store.run(rename, row_id, key, known["id"])
            row = {**row, "changed_at": timestamp(now), "removed_at": None}
            self._store.upsert("transactions", {"account_key": key, "id": row_id}, row, {"added_at": timestamp(now)})
            result["changed" if known else "added"] += 1
        # The list may start in the middle of its first day.
        edge = max(begin, str(date.fromisoformat(date_from) + UNCERTAIN)) if date_from else begin
        for row in free:
            if min(dates_of(row)) <= edge:
                continue
            removed = "UPDATE transactions SET removed_at = ? WHERE account_key = ? AND id = ?"
            self._store.run(removed, timestamp(now), key, row["id"])
            result["removed"] += 1
        if date_from is None:
            self._store.run("UPDATE accounts SET read_whole_at = ? WHERE account_key = ?", timestamp(now), key)
        return 0

    def _put_aside(self, key, odd, listed, is_whole, now, result):
        """Sets aside rows that can't be stored, until they can be or a complete list no longer includes them."""
        rows = self._store.all("SELECT id FROM unstored_transactions WHERE account_key = ?", key)
        known = {row["id"] for row in rows}
        for row_id, row in odd.items():
            if row_id in listed:
                continue
            keys = {"account_key": key, "id": row_id}
            self._store.upsert("unstored_transactions", keys, row, {"first_seen_at": timestamp(now)})
            if row_id not in known:
                result["notes"].append(f"Couldn't store transaction {row_id}: {row['reason']}.")
        for row_id in known:
            if row_id in listed or (is_whole and row_id not in odd):
                self._store.run("DELETE FROM unstored_transactions WHERE account_key = ? AND id = ?", key, row_id)


def row_of(transaction, decimals_of):
    """Returns a transaction's columns. Raises a ValueError with a reason if it can't be stored."""
    if not id_of(transaction):
        raise ValueError("the ID is missing")
    currency = transaction.get("currency")
    if not isinstance(currency, str) or not currency:
        raise ValueError("the currency is missing")
    category = fields(transaction.get("category"))
    z1, z2 = fields(category.get("z1")), fields(category.get("z2"))
    texts = {
        "description": transaction.get("description"),
        "counterpart_account_number": transaction.get("counterpartAccountNumber"),
        "category": z2.get("category") or z1.get("l1Name") or category.get("l1Name"),
    }
    if not all(text is None or isinstance(text, str) for text in texts.values()):
        raise ValueError("the description, counterpart, or category isn't text")
    return {
        "id": transaction["id"],
        "book_date": booking_day(transaction.get("bookDate")),
        "amount_minor": minor_units(transaction.get("amount"), decimals_of(currency)),
        "currency": currency,
        **texts,
        "document": json.dumps(transaction, default=str),
    }


def id_of(transaction):
    """Returns a listed transaction's ID, or None if it has none."""
    found = fields(transaction).get("id")
    return found if isinstance(found, str) and found else None


def fields(value):
    """Returns a dict unchanged, and any other value as {}."""
    return value if isinstance(value, dict) else {}


def booking_day(book_date):
    """Returns the day of a date or a date-time.

    Banks send placeholders, such as year 1, for unknown dates.
    """
    day = str(book_date)[:10]
    try:
        is_real = day >= "1900" and str(date.fromisoformat(day)) == day
    except ValueError:
        is_real = False
    if not is_real:
        raise ValueError("the booking date is missing or impossible")
    return day


def belongs_to_newer(stored, consent):
    """True if a newer, active consent also lists the account. Read it only through that consent."""
    if stored is None or stored["consent_id"] == consent["id"] or stored["closed_at"]:
        return False
    owner, own = stored["owner_requested"], consent.get("dateRequested")
    return bool(owner and own) and moment(owner) > moment(own)


def is_delivered(stored, consent):
    """True if a newer consent is ready and has delivered the account."""
    is_ready = belongs_to_newer(stored, consent) and consent_state(stored["owner_status"]) == "ready"
    return is_ready and stored["read_whole_at"] is not None


def columns_of(user_id, consent, account):
    """Returns a listed account's columns."""
    return {
        "account_key": f"{user_id} {account['id']}",
        "user_id": user_id,
        "consent_id": consent["id"],
        "id": account["id"],
        "provider_key": consent.get("providerKey"),
        "provider_account_id": account.get("providerAccountId"),
        "iban": plain(account.get("iban")),
        "bban": plain(account.get("bban")),
        "currency": account["currency"],
        "closed_at": None,
        "document": json.dumps(account, default=str),
    }


def are_similar(row, account):
    return are_equal(row, account, "provider_key", "provider_account_id", "currency")


def are_equal(row, account, *names):
    return all(row[name] and row[name] == account[name] for name in names)


def statement_of(row):
    """Returns the transaction details from the bank, which are the same under every consent."""
    return (*day_and_amount(row), row["description"], plain(row["counterpart_account_number"]))


def day_and_amount(row):
    return row["book_date"], row["amount_minor"], row["currency"]


def dates_of(row):
    """Returns the days of a stored row by which the platform may filter."""
    time = json.loads(row["document"]).get("transactionDateTime")
    return [row["book_date"], time[:10]] if isinstance(time, str) and time else [row["book_date"]]


def plain(number):
    """Returns an account number in uppercase without spaces."""
    return "".join((number or "").split()).upper() or None
