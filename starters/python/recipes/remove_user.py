# Run: python3 -m recipes.remove_user <externalUserId>
import sys

from client import PlatformError, path_of
from flow import read_accounts, remove
from parts import bank_data, client, queue, store
from store import timestamp


def if_found(request, *values):
    """Returns a request's result, or None after a 404."""
    try:
        return request(*values)
    except PlatformError as error:
        if error.status != 404:
            raise
        return None


def delete_analysis_jobs(user_id, consent_ids):
    """Deletes a user's analysis jobs while its accounts and consents can still be looked up."""
    accounts = [*(if_found(read_accounts, client, {"UserId": user_id}) or []), *bank_data.accounts(user_id).values()]
    of_user = {user_id, *consent_ids, *(account["id"] for account in accounts)}
    for job in if_found(client.call, "GET", "/analysis-jobs") or []:
        given = job.get("input") or {}
        analyzed = [job.get("accountIds"), given.get("consentIds"), given.get("userIds")]
        if not any(of_user.intersection(ids or []) for ids in analyzed):
            continue
        if job["status"] in ("COMPLETED", "FAILED"):
            remove(client, path_of("analysis-jobs", job["id"]))
            print(f"Deleted analysis job {job['id']}.")
        else:
            print(f"Analysis job {job['id']} is in status {job['status']}. Delete it later.")


def prove_gone(path):
    found = if_found(client.call, "GET", path)
    rows = found.get("data", found) if isinstance(found, dict) else found
    if rows:
        raise SystemExit(f"GET {path} still returns data.")
    print(f"GET {path} returns {'404' if found is None else 'no data'}.")


if len(sys.argv) != 2:
    raise SystemExit("Usage: python3 -m recipes.remove_user <externalUserId>")

# Record the removal first so that the next run completes it if this one fails. From now on, nothing more is stored.
external_user_id = sys.argv[1]
user = if_found(client.call, "GET", path_of("Users", external_user_id))
if user:
    for consent in user["consents"]:
        store.save_consent(user["id"], consent)
    store.upsert("users", {"id": user["id"]}, {"removal_requested": timestamp(), "removal_completed": None})
else:
    print(f"User not found: {external_user_id}.")

requested = "SELECT id FROM users WHERE removal_requested IS NOT NULL AND removal_completed IS NULL"
for user_id in [row["id"] for row in store.all(requested)]:
    consent_ids = [row["id"] for row in store.all("SELECT id FROM consents WHERE user_id = ?", user_id)]
    for consent_id in consent_ids:
        queue.remove(consent_id)
    delete_analysis_jobs(user_id, consent_ids)
    is_new = remove(client, "/Users", {"UserId": user_id})
    print(f"User {user_id} {'is deleted' if is_new else 'was already deleted'}.")

    for consent_id in consent_ids:
        prove_gone(path_of("Consent", consent_id))
    for path in ("/Accounts?Page=1&Size=50", "/Transactions?PageSize=100"):
        prove_gone(f"{path}&UserId={user_id}")
    bank_data.delete(user_id)
    accounts, transactions = bank_data.accounts(user_id), bank_data.transactions(user_id)
    print(f"Local copy: {len(accounts)} accounts, {len(transactions)} transactions.")
    store.run("UPDATE users SET removal_completed = ? WHERE id = ?", timestamp(), user_id)
