"""Waits for consents and jobs, and reads a consent's data."""

import logging
import time
from datetime import datetime, timezone
from itertools import count

from client import LONGEST_PAUSE, PlatformError, backoff, path_of

MOST_PAGES = 1_000
MOST_READS = 3
MOST_DELETES = 5
# The statuses for a refused account, such as one that the bank has closed.
REFUSALS = {400, 403, 404}
WAIT_LIMIT = 600

# region wait-for-consent
# The status may be a number or its name.
STATES = {"4": "ready", "5": "ended", "6": "failing", "7": "ended", "8": "ended"}
STATES.update(UPDATED="ready", INVALIDATED="ended", FAILING="failing", ERROR="ended", TIMEDOUT="ended")


def consent_state(status):
    """Returns `ready`, `failing` (may recover), `ended`, or `waiting`."""
    return STATES.get(str(status), "waiting")


def wait_for_consent(client, consent_id, time_limit=WAIT_LIMIT):
    """Polls a consent until its data is ready. If the time limit passes, poll again later."""
    end = time.monotonic() + time_limit
    previous = None
    for polls in count(1):
        consent = client.call("GET", path_of("Consent", consent_id))
        status = consent.get("status")
        state = consent_state(status)
        if state == "ready":
            return consent
        if state == "ended":
            raise RuntimeError(f"The consent ended in status {status}: {consent.get('errors')}")
        if state == "failing" and status != previous:
            logging.warning(f"The consent is failing: {consent.get('errors')}")
        pause = backoff(polls)
        if time.monotonic() + pause > end:
            raise TimeoutError(f"The consent is still in status {status}.")
        previous = status
        time.sleep(pause)


# endregion wait-for-consent


def read_accounts(client, query):
    """Reads every page of accounts, until a page lists no new accounts or, after page 1, returns a 404."""
    accounts = {}
    for page in range(1, MOST_PAGES + 1):
        before = len(accounts)
        try:
            listed = client.call("GET", "/Accounts", {**query, "Page": page, "Size": 50})
        except PlatformError as error:
            if error.status != 404 or page == 1:
                raise
            listed = []
        accounts.update({account["id"]: account for account in listed})
        if len(accounts) == before:
            return list(accounts.values())
    raise RuntimeError(f"There are more than {MOST_PAGES} pages.")


# region pages
def read_transactions(client, query):
    """Yields every transaction. `query` contains filters such as ConsentId, AccountId, and DateFrom."""
    for page in read_pages(client, query):
        yield from page


def read_pages(client, query):
    query = {**query, "PageSize": 100}
    for _ in range(MOST_PAGES):
        page = client.call("GET", "/Transactions", query)
        yield page["data"]
        token = page.get("nextPageToken")
        if not token:
            return
        if token == query.get("PageToken"):
            raise RuntimeError("Duplicate page token.")
        query["PageToken"] = token
    raise RuntimeError(f"There are more than {MOST_PAGES} pages.")


# endregion pages


def read_consent(client, data, user_id, consent, now=None):
    """Reads and stores a consent's data from each account's DateFrom onward.

    Starts over if the data changes during the read, because the pages might not match. A refused account doesn't stop
    the read.
    """
    now = now or datetime.now(timezone.utc)
    for _ in range(MOST_READS):
        accounts = read_accounts(client, {"ConsentId": consent["id"]})
        gone = gone_accounts(client, data.similar(user_id, consent, accounts))
        windows = data.windows(user_id, consent, accounts, gone, now)
        lists = {}
        for account_id, date_from in windows.items():
            query = {"ConsentId": consent["id"], "AccountId": account_id}
            found = read_account(client, {**query, "DateFrom": date_from} if date_from else query)
            if found is not None:
                lists[account_id] = found
        after = client.call("GET", path_of("Consent", consent["id"]))
        if consent_state(after.get("status")) != "ready":
            break
        if after.get("dateTransactionsUpdated") == consent.get("dateTransactionsUpdated"):
            result = data.store(user_id, after, accounts, gone, windows, lists, now)
            for note in result["notes"]:
                logging.warning(note)
            transactions = [each for rows in lists.values() for each in rows]
            return {**result, "accounts": accounts, "transactions": transactions, "windows": windows}
        consent = after
    raise RuntimeError(f"The data for consent {consent['id']} changed during the read.")


def gone_accounts(client, stored):
    """Returns keys of accounts that their own consents no longer list. Ignores empty lists, which may be mistakes."""
    gone = set()
    for consent_id in {row["consent_id"] for row in stored}:
        try:
            ids = {account["id"] for account in read_accounts(client, {"ConsentId": consent_id})}
        except PlatformError as error:
            if error.status not in REFUSALS:
                raise
            ids = set()
        of_consent = [row for row in stored if row["consent_id"] == consent_id]
        gone.update(row["account_key"] for row in of_consent if ids and row["id"] not in ids)
    return gone


def read_account(client, query):
    """Reads an account's transactions. If a page token has expired, starts over.

    Returns None if the platform refuses the account.
    """
    for attempt in count(1):
        pages = []
        try:
            for page in read_pages(client, query):
                pages.append(page)
            return [each for page in pages for each in page]
        except PlatformError as error:
            if not pages and error.status in REFUSALS:
                return [] if error.status == 404 else None  # A 404 may mean that there are no transactions.
            if error.status != 400 or attempt > MOST_READS:
                raise


def remove(client, path, query=None):
    """Retries a DELETE. If an earlier attempt worked, the next response is a 404 or, for an analysis job, a 400.

    Returns false if there was nothing left to delete.
    """
    for attempt in count(1):
        try:
            client.call("DELETE", path, query)
            return True
        except (OSError, PlatformError) as error:
            status = getattr(error, "status", 500)
            if status == 404 or (status == 400 and attempt > 1 and query is None and is_missing(client, path)):
                return False
            requested = getattr(error, "retry_after", None)
            pause = backoff(attempt) if requested is None else requested
            if 300 <= status < 500 or attempt == MOST_DELETES or pause > LONGEST_PAUSE:
                raise
            logging.warning(error)
            time.sleep(pause)


def is_missing(client, path):
    try:
        client.call("GET", path)
        return False
    except PlatformError as error:
        if error.status not in (400, 404):
            raise
        return True


# region wait-for-job
def wait_for_job(read, time_limit=WAIT_LIMIT):
    """Polls a job until it is COMPLETED. `read` returns the job."""
    end = time.monotonic() + time_limit
    for polls in count(1):
        job = read()
        if job["status"] == "COMPLETED":
            return job
        if job["status"] == "FAILED":
            raise RuntimeError(f"Job {job['id']} failed.")
        pause = backoff(polls)
        if time.monotonic() + pause > end:
            raise TimeoutError(f"Job {job['id']} is still in status {job['status']}.")
        time.sleep(pause)


# endregion wait-for-job
