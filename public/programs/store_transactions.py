import json
import os
import sqlite3
import time
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from token_cache import PLATFORM, access_token

database = sqlite3.connect("transactions.db")
database.execute("""CREATE TABLE IF NOT EXISTS transactions (
  account_id TEXT, id TEXT, body TEXT, PRIMARY KEY (account_id, id))""")
UPSERT = """INSERT INTO transactions (account_id, id, body) VALUES (?, ?, ?)
  ON CONFLICT (account_id, id) DO UPDATE SET body = excluded.body"""


def get_page(query):
    request = Request(
        f"{PLATFORM}/Transactions?{urlencode(query)}",
        headers={"Authorization": f"Bearer {access_token()}"},
    )
    for attempt in range(1, 5):
        try:
            with urlopen(request, timeout=30) as response:
                return json.load(response)
        except HTTPError as error:
            if error.code < 500 or attempt == 4:
                body = error.read().decode()
                message = f"GET /Transactions returned {error.code}: {body}"
                raise RuntimeError(message) from error
            time.sleep(2**attempt)


def read_transactions(filters):
    """Yields every transaction that matches the filters, page by page."""
    query = {**filters, "PageSize": 100}
    while True:
        page = get_page(query)
        yield from page["data"]
        token = page.get("nextPageToken")
        if not token:
            return
        if token == query.get("PageToken"):
            raise RuntimeError("The page token repeats.")
        query["PageToken"] = token


count = 0
for each in read_transactions({"ConsentId": os.environ["CONSENT_ID"]}):
    with database:
        database.execute(UPSERT, (each["accountId"], each["id"], json.dumps(each)))
    count += 1
print(f"Stored {count} transactions.")
