# Run: python3 -m recipes.categorize_month <consentId> <month> [z1|z2]
import re
import sys
from datetime import datetime, timezone

from bank_data import fields, id_of, plain, row_of
from client import Client, end_on_errors, path_of
from flow import read_accounts, read_transactions, wait_for_job
from money import decimal_text
from store import Store

end_on_errors()
consent_id, month, engine = (sys.argv[1:] + ["z2"])[:3] if len(sys.argv) > 2 else ("", "", "")
if not re.fullmatch(r"\d{4}-\d{2}", month) or engine not in ("z1", "z2"):
    raise SystemExit("Usage: python3 -m recipes.categorize_month <consentId> <month> [z1|z2]")
client = Client()

job = {"consentId": consent_id, "engine": engine}
job_id = client.call("POST", "/v2/categorization-jobs", body=job)["data"]
wait_for_job(lambda: client.call("GET", path_of("v2", "categorization-jobs", job_id))["data"])


def name_of(category):
    """z2 returns one category; z1 returns four levels (assumed), of which the second is detailed enough for a summary."""
    found = fields(fields(category).get(engine))
    return found.get("category" if engine == "z2" else "l1Name") or "Without a category"


# A transfer between two of the end user's accounts isn't spending.
query = {"ConsentId": consent_id}
accounts = read_accounts(client, query)
own_numbers = {plain(each.get(name)) for each in accounts for name in ("iban", "bban")} - {None}

store = Store(":memory:")  # for each currency's number of decimals
# A page can repeat a transaction.
transactions = {str([fields(each).get("accountId"), id_of(each)]): each for each in read_transactions(client, query)}
sums, today = {}, datetime.now(timezone.utc).date().isoformat()
for each in transactions.values():
    try:
        row = row_of(each, store.decimals)
    except ValueError as error:
        print(f"Skipped transaction {id_of(each)}: {error}.", file=sys.stderr)
        continue
    is_own = plain(row["counterpart_account_number"]) in own_numbers
    # A scheduled payment isn't spent yet.
    is_due = row["book_date"].startswith(month) and row["book_date"] <= today
    if not is_due or row["amount_minor"] >= 0 or is_own:
        continue
    group = row["currency"], name_of(each.get("category"))
    sums[group] = sums.get(group, 0) - row["amount_minor"]

print(f"Spending in {month}, by {engine}")
for (currency, name), total in sorted(sums.items(), key=lambda item: -item[1]):
    print(f"{decimal_text(total, store.decimals(currency)):>10} {currency} {name}")
