"""For each line of JSON, reads and stores a consent with the Python starter and prints a line of JSON."""

import json
import sys
from datetime import datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "starters/python"))

from bank_data import BankData  # noqa: E402
from client import Client, path_of  # noqa: E402
from flow import read_consent  # noqa: E402
from store import Store  # noqa: E402

stores = {}


def answer(line):
    store = stores.get(line["database"]) or stores.setdefault(line["database"], Store(line["database"]))
    user_id, kept = line["userId"], 0
    if "removeConsent" in line:
        store.end_consent(line["removeConsent"])
    else:
        client = Client(line["url"], "driver", "driver")
        consent = client.call(line.get("method", "GET"), path_of("Consent", line["consentId"]))
        store.upsert("users", {"id": user_id}, {})
        store.save_consent(user_id, consent)
        now = datetime.fromisoformat(line["now"].replace("Z", "+00:00"))
        kept = read_consent(client, BankData(store), user_id, consent, now)["kept"]
    accounts = store.all("SELECT * FROM accounts WHERE user_id = ? ORDER BY account_key", user_id)
    transactions = store.all(
        "SELECT t.* FROM transactions t JOIN accounts a ON a.account_key = t.account_key WHERE a.user_id = ?", user_id
    )
    aside = store.all(
        """SELECT u.* FROM unstored_transactions u JOIN accounts a ON a.account_key = u.account_key
        WHERE a.user_id = ?""",
        user_id,
    )
    return {
        "accounts": [
            {
                "key": row["account_key"],
                "id": row["id"],
                "consentId": row["consent_id"],
                "iban": row["iban"],
                "providerAccountId": row["provider_account_id"],
                "currency": row["currency"],
                "closed": row["closed_at"] is not None,
                "isWhole": row["read_whole_at"] is not None,
            }
            for row in accounts
        ],
        "transactions": [
            {
                "account": row["account_key"],
                "id": row["id"],
                "bookDate": row["book_date"],
                "minor": str(row["amount_minor"]),
                "currency": row["currency"],
                "removed": row["removed_at"] is not None,
            }
            for row in transactions
        ],
        "aside": [f"{row['account_key']} {row['id']}" for row in aside],
        "kept": kept,
    }


for text in sys.stdin:
    try:
        result = {"ok": True, **answer(json.loads(text))}
    except Exception as error:
        result = {"ok": False, "error": str(error)}
    print(json.dumps(result), flush=True)
