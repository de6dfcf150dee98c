"""Sends requests to the platform with a token that it caches."""

import json
import math
import os
import random
import threading
import time
from datetime import datetime, timezone
from decimal import Decimal
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

ATTEMPTS = 4
TIME_LIMIT = 30
LONGEST_PAUSE = 60
LONGEST_POLL = 15
TRANSIENT = {429, 500, 502, 503, 504}
TOKEN_PATH = "/cfa/connect/token"


class PlatformError(Exception):
    """A response with an error status."""

    def __init__(self, method, path, status, text):
        super().__init__(f"{method} {path} returned {status}: {text}")
        self.status = status


class Client:
    """Share one client in the whole process. Threads may use it at the same time."""

    def __init__(self, url=None, client_id=None, client_secret=None):
        self._url = (url or os.environ.get("PLATFORM_URL", "")).rstrip("/")
        self._client_id = client_id or os.environ.get("CLIENT_ID")
        self._client_secret = client_secret or os.environ.get("CLIENT_SECRET")
        if not (self._url and self._client_id and self._client_secret):
            raise ValueError("Set PLATFORM_URL, CLIENT_ID, and CLIENT_SECRET.")
        self._token = None
        self._renew_at = 0
        self._lock = threading.Lock()

    # region token
    def token(self):
        """Returns an access token. Renews it when 90% of its lifetime have passed, or else after a 401."""
        with self._lock:
            if self._token is None or time.monotonic() >= self._renew_at:
                response = self._request_token()
                lifetime = response.get("expiresIn")
                self._renew_at = time.monotonic() + float(lifetime) * 0.9 if lifetime else math.inf
                self._token = response["accessToken"]
            return self._token

    def _drop(self, token):
        """Forgets a token, unless another call has already renewed it."""
        with self._lock:
            if self._token == token:
                self._token = None

    # endregion token

    def call(self, method, path, query=None, body=None):
        """Returns the parsed body, if any. Raises a PlatformError for an error status."""
        url = f"{path}?{urlencode(query)}" if query else path
        data = None if body is None else json.dumps(body).encode()
        for is_last in (False, True):
            token = self.token()
            headers = {"Authorization": f"Bearer {token}"}
            if data is not None:
                headers["Content-Type"] = "application/json"
            status, text = self._send(method, url, headers, data, method == "GET")
            if status != 401 or is_last:
                break
            self._drop(token)
        return parsed(method, path, status, text)

    def _request_token(self):
        form = {
            "grant_type": "client_credentials",
            "client_id": self._client_id,
            "client_secret": self._client_secret,
            "scope": "customer-api",
        }
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        status, text = self._send("POST", TOKEN_PATH, headers, urlencode(form).encode(), True)
        return parsed("POST", TOKEN_PATH, status, text)

    # region retries
    def _send(self, method, path, headers, data, is_repeatable):
        """Sends a request. Retries after a network error or a transient status if a second request does no harm, and
        otherwise only after a 429 with Retry-After: the platform hasn't acted on that request."""
        for attempt in range(1, ATTEMPTS + 1):
            is_last = attempt == ATTEMPTS
            pause = backoff(attempt)
            request = Request(self._url + path, data=data, headers=headers, method=method)
            try:
                with urlopen(request, timeout=TIME_LIMIT) as response:
                    return response.status, response.read().decode()
            except HTTPError as error:
                with error:
                    text = error.read().decode()
                requested = retry_after(error.headers)
                pause = pause if requested is None else requested
                waits = error.code == 429 and requested is not None
                can_retry = error.code in TRANSIENT if is_repeatable else waits
                if not can_retry or is_last or pause > LONGEST_PAUSE:
                    return error.code, text
            except (OSError, HTTPException):
                if not is_repeatable or is_last:
                    raise
            time.sleep(pause)

    # endregion retries


def backoff(count):
    """The pause before the next attempt or poll, in seconds: 1, 2, 4, 8, then 15, with jitter. Counts from 1."""
    return min(2 ** (count - 1), LONGEST_POLL) * (0.5 + random.random() / 2)


def parsed(method, path, status, text):
    """Amounts become Decimal, because a float can't hold every amount."""
    if not 200 <= status < 300:
        raise PlatformError(method, path, status, text)
    return json.loads(text, parse_float=Decimal) if text else None


def retry_after(headers):
    """Returns the seconds that the platform requests, if any. The header has seconds or a date."""
    value = headers.get("Retry-After")
    if value is None:
        return None
    if value.isdigit():
        return int(value)
    try:
        return max(0, (parsedate_to_datetime(value) - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError):
        return None
