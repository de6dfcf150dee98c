"""Waits for consents and jobs, and reads all pages of transactions."""

import logging
import time
from itertools import count
from urllib.parse import quote

from client import PlatformError, backoff

MOST_PAGES = 1_000
WAIT_LIMIT = 600

# region wait-for-consent
READY = {4, "UPDATED"}
STOPPED = {5, 7, 8, "INVALIDATED", "ERROR", "TIMEDOUT"}
FAILING = {6, "FAILING"}


def wait_for_consent(client, consent_id, time_limit=WAIT_LIMIT):
    """Polls a consent until its data is ready. If the time limit passes, check it again later."""
    end = time.monotonic() + time_limit
    previous = None
    for polls in count(1):
        consent = client.call("GET", f"/Consent/{quote(consent_id, safe='')}")
        status = consent["status"]
        if status in READY:
            return consent
        if status in STOPPED:
            raise RuntimeError(f"The consent stopped at {status}: {consent.get('errors')}")
        if status in FAILING and status != previous:
            logging.warning(f"The consent is failing: {consent.get('errors')}")
        pause = backoff(polls)
        if time.monotonic() + pause > end:
            raise TimeoutError(f"The consent still has the status {status}.")
        previous = status
        time.sleep(pause)


# endregion wait-for-consent


def read_accounts(client, consent_id):
    """Reads every page of a consent's accounts. A short page doesn't end the list; one without a new account does."""
    accounts = {}
    for page in range(1, MOST_PAGES + 1):
        before = len(accounts)
        try:
            query = {"ConsentId": consent_id, "Page": page, "Size": 50}
            accounts.update({account["id"]: account for account in client.call("GET", "/Accounts", query)})
        except PlatformError as error:
            if error.status != 404 or page == 1:
                raise
        if len(accounts) == before:
            return list(accounts.values())
    raise RuntimeError(f"There are more than {MOST_PAGES} pages.")


# region pages
def read_transactions(client, consent_id):
    """Yields every transaction of a consent, page by page."""
    query = {"ConsentId": consent_id, "PageSize": 100}
    for _ in range(MOST_PAGES):
        page = client.call("GET", "/Transactions", query)
        yield from page["data"]
        token = page.get("nextPageToken")
        if not token:
            return
        if token == query.get("PageToken"):
            raise RuntimeError("The page token repeats.")
        query["PageToken"] = token
    raise RuntimeError(f"There are more than {MOST_PAGES} pages.")


# endregion pages


# region wait-for-job
def wait_for_job(read, time_limit=WAIT_LIMIT):
    """Polls a job until it is COMPLETED. `read` returns the job."""
    end = time.monotonic() + time_limit
    for polls in count(1):
        job = read()
        if job["status"] == "COMPLETED":
            return job
        if job["status"] == "FAILED":
            raise RuntimeError(f"The job {job['id']} failed.")
        pause = backoff(polls)
        if time.monotonic() + pause > end:
            raise TimeoutError(f"The job {job['id']} still has the status {job['status']}.")
        time.sleep(pause)


# endregion wait-for-job
