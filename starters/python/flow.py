"""Waits for consents and jobs, and reads all pages of transactions."""

import time
from urllib.parse import quote

READY = {4, "UPDATED"}
STOPPED = {5, 7, 8, "INVALIDATED", "ERROR", "TIMEDOUT"}
AUTHENTICATED = {2, "AUTHENTICATED"}
FAILING = {6, "FAILING"}
MOST_PAGES = 1_000


# region wait-for-consent
def wait_for_consent(client, consent_id, refresh, time_limit=600):
    """Polls a consent until its data is there. If it stays AUTHENTICATED, calls `refresh` once."""
    end = time.monotonic() + time_limit
    previous = None
    is_refreshed = False
    pause = 1
    while True:
        consent = client.call("GET", f"/Consent/{quote(consent_id, safe='')}")
        status = consent["status"]
        if status in READY:
            return consent
        if status in STOPPED:
            raise RuntimeError(f"The consent stopped at {status}: {consent.get('errors')}")
        if status in FAILING and status != previous:
            print(f"The consent is failing: {consent.get('errors')}")
        if status in AUTHENTICATED and status == previous and not is_refreshed:
            is_refreshed = True
            refresh(consent_id)
        if time.monotonic() + pause > end:
            raise TimeoutError(f"The consent still has the status {status}.")
        previous = status
        time.sleep(pause)
        pause = min(pause * 2, 15)


# endregion wait-for-consent


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
def wait_for_job(read, time_limit=600):
    """Polls a job until it is COMPLETED. `read` returns the job."""
    end = time.monotonic() + time_limit
    pause = 1
    while True:
        job = read()
        if job["status"] == "COMPLETED":
            return job
        if job["status"] == "FAILED":
            raise RuntimeError(f"The job {job['id']} failed.")
        if time.monotonic() + pause > end:
            raise TimeoutError(f"The job {job['id']} still has the status {job['status']}.")
        time.sleep(pause)
        pause = min(pause * 2, 15)


# endregion wait-for-job
