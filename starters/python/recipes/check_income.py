# Run: python3 -m recipes.check_income <externalUserId>
import sys
from datetime import date, datetime, timezone

from client import Client, end_on_errors
from store import moment

end_on_errors()
# For each frequency, the longest gap between two payments in days, and the payments per month as a fraction.
PERIODS = {
    "Weekly": (7, 52, 12),
    "Quad Weekly": (28, 13, 12),
    "Monthly": (31, 1, 1),
    "Quarterly": (92, 1, 3),
}

if len(sys.argv) != 2:
    raise SystemExit("Usage: python3 -m recipes.check_income <externalUserId>")
client = Client()
query = {"ExternalUserId": sys.argv[1]}

# The date when the data was read. A payment is missing only if it was due before then.
consents = client.call("GET", "/Consent/getconsents", query)
times = [moment(each["dateTransactionsUpdated"]) for each in consents if each.get("dateTransactionsUpdated")]
read_on = max(times, default=datetime.now(timezone.utc)).astimezone(timezone.utc).date()
print(f"Income in the data from {read_on}:")

def payment_of(transaction):
    """Returns the payment details from the bank, which are the same under every consent."""
    payer = transaction.get("counterpartAccountNumber") or transaction.get("counterpartDescription")
    names = ("accountNumber", "bookDate", "amount", "currency")
    return (*(transaction.get(name) for name in names), payer)


totals, counted = {}, set()
sequences = client.call("GET", "/Sequencing", query)["incomeSequences"]
for sequence in sorted(sequences, key=lambda each: each["timeConsistency"]["lastSeen"], reverse=True):
    times, amounts = sequence["timeConsistency"], sequence.get("amountConsistency") or {}
    amount = (amounts.get("statisticsL3M") or {}).get("medianAmount")
    if sequence["periodicity"] not in PERIODS or amount is None:
        continue
    days, payments, months = PERIODS[sequence["periodicity"]]

    # During a renewal, both consents may report the same sequence.
    paid = {payment_of(each) for each in sequence["transactions"]}
    if paid & counted:
        continue
    counted |= paid

    last_seen = times["lastSeen"][:10]
    first = sequence["transactions"][0]
    currency, payer = first["currency"], first.get("counterpartDescription") or "unknown"
    print(f"- {sequence['periodicity']} from {payer}")
    print(f"  {amount:.2f} {currency}, last on {last_seen}")
    print(f"  {times['transactionCount']} payments")
    print(f"  Matches: amount {sequence['amountMatchPercentage']}%, day {sequence['timelinessMatchPercentage']}%")

    # Allow a week of grace for weekends and holidays.
    if (read_on - date.fromisoformat(last_seen)).days > days + 7:
        print("  Not counted: the next payment is missing")
    else:
        totals[currency] = totals.get(currency, 0) + float(amount) * payments / months
if not totals:
    print("No regular income")
for currency, total in totals.items():
    print(f"Per month: {total:.2f} {currency}")
