# Run: python3 -m recipes.adds_up <externalUserId>
import sys
from datetime import datetime, timedelta

from client import path_of
from flow import consent_state, read_consent
from money import decimal_text, minor_units
from parts import bank_data, client, store

if len(sys.argv) != 2:
    raise SystemExit("Usage: python3 -m recipes.adds_up <externalUserId>")


def check(account, transactions):
    """Adds up an account's stored transactions day by day and compares the sums with the bank's balances."""
    currency = account["currency"]
    decimals = store.decimals(currency)

    def text(amount):
        return f"{decimal_text(amount, decimals)} {currency}"

    # Keep dates as strings, such as 2026-10-26. They sort chronologically and have no time zone.
    days = {}
    for each in transactions:
        if each["currency"] == currency:
            days.setdefault(each["bookDate"], []).append(each)
    first = previous = None
    closing = {}
    for day, rows in sorted(days.items()):
        after, before, total = [], [], 0
        for row in rows:
            amount = minor_units(row["amount"], decimals)
            total += amount
            if row.get("balanceAfterTransaction") is not None:
                after.append(minor_units(row["balanceAfterTransaction"], decimals))
                before.append(after[-1] - amount)
        if first is None:
            # The order within a day is unknown. Only the opening balance isn't the result of a transaction on that day.
            opening = [balance for balance in before if balance not in after]
            if len(before) < len(rows) or len(opening) != 1:
                continue
            first = previous = (day, opening[0])
        balance = previous[1] + total
        if after and balance not in after:
            bank = next((each for each in after if each not in before), after[0])
            return f"{day} ends with {text(bank)}, not {text(balance)}. Compare the days since {previous[0]}."
        previous = (day, balance)
        closing[day] = balance
    if first is None:
        return "no day has balances to compare."

    day, balance = previous
    added = f"{text(first[1])} on {first[0]} + {text(balance - first[1])} = {text(balance)} on {day}"
    is_right = is_balance(account.get("accountBalance"), closing, decimals)
    return added if is_right else f"{added}, but the bank's balance differs."


def is_balance(account_balance, closing, decimals):
    """True if the bank's balance equals the closing balance on its date or an adjacent day (the date is in UTC)."""
    if not account_balance:
        return True
    at = datetime.fromisoformat(account_balance["date"][:10])
    days = [(at + timedelta(days=shift)).date().isoformat() for shift in (-1, 0, 1)]
    balances = [[balance for day, balance in closing.items() if day <= until] for until in days]
    return minor_units(account_balance["amount"], decimals) in [each[-1] for each in balances if each]


user = client.call("GET", path_of("Users", sys.argv[1]))
for consent in user["consents"]:
    store.save_consent(user["id"], consent)
    if consent_state(consent["status"]) == "ready":
        read_consent(client, bank_data, user["id"], consent)
stored = {}
for each in bank_data.transactions(user["id"]).values():
    stored.setdefault(each["account"], []).append(each)
for key, account in bank_data.accounts(user["id"]).items():
    print(f"{account['id']}: {check(account, stored.get(key, []))}")
