"""Sends requests to the platform with a cached token."""

import errno
import io
import ipaddress
import json
import math
import os
import random
import re
import sqlite3
import sys
import threading
import time
from concurrent import futures
from datetime import datetime, timezone
from decimal import Context, Decimal
from email.utils import parsedate_to_datetime
from http.client import HTTPException, IncompleteRead
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPErrorProcessor, ProxyHandler, Request, build_opener

if sys.version_info < (3, 9):
    raise SystemExit("The starter needs Python 3.9 or newer, but this is Python %d.%d." % sys.version_info[:2])

ATTEMPTS = 4
TIME_LIMIT = 30
LONGEST_PAUSE = 60
LONGEST_POLL = 15
TRANSIENT = {429, 500, 502, 503, 504}
TOKEN_PATH = "/cfa/connect/token"
# Requests whose response has no body. Any other empty response is an error.
WITHOUT_BODY = re.compile(r"DELETE |POST .+/(?:refresh|CategorizationJobs)$")
# Matches escape sequences (a surrogate pair as one). Captures lone surrogates and NUL.
ESCAPE = re.compile(r"\\(?:ud[89ab]\w\w\\ud[c-f]\w\w|u(d[89a-f]\w\w|0000)|.)", re.IGNORECASE)

# On Windows, an output file's encoding may lack some letters in names. Print a ? instead of failing.
if isinstance(sys.stdout, io.TextIOWrapper):
    sys.stdout.reconfigure(errors="replace")


class PlatformError(Exception):
    """A response with an error status, or with a body that isn't JSON."""

    def __init__(self, message, status, retry_after=None):
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after


def end_on_errors():
    """After an error, ends the program with one line of advice instead of a stack trace."""

    def hook(kind, error, trace):
        line = "Interrupted." if kind is KeyboardInterrupt else f"{error} {advice_for(error)}"
        print(" ".join(line.split()), file=sys.stderr)

    sys.excepthook = hook


def advice_for(error):
    """Advice for an error. The programs' own messages already include it."""
    if isinstance(error, PlatformError):
        if error.status == 401:
            return "Check CLIENT_ID and CLIENT_SECRET."
        is_refused = 400 <= error.status < 500 and error.status != 429
        return "Check the program's arguments." if is_refused else "Run the program again later."
    if isinstance(error, sqlite3.Error):
        return "Check DATA_DIR and the database in it."
    if getattr(error, "errno", None) == errno.EADDRINUSE:
        return "Set WEBHOOK_PORT to a free port."
    return "Check PLATFORM_URL, and run the program again later." if isinstance(error, ConnectionError) else ""


class NoRedirects(HTTPErrorProcessor):
    """Doesn't follow redirects, because they would take the secret or the token to another host."""

    def http_response(self, request, response):
        return response

    https_response = http_response


class Client:
    """Create one client per process. It's thread-safe."""

    def __init__(self, url=None, client_id=None, client_secret=None):
        self._url = (url or os.environ.get("PLATFORM_URL", "")).rstrip("/")
        self._client_id = client_id or os.environ.get("CLIENT_ID")
        self._client_secret = client_secret or os.environ.get("CLIENT_SECRET")
        if not (self._url and self._client_id and self._client_secret):
            raise ValueError("Set PLATFORM_URL, CLIENT_ID, and CLIENT_SECRET.")
        scheme, host = urlsplit(self._url).scheme, urlsplit(self._url).hostname or ""
        if scheme != "https" and not (scheme == "http" and is_loopback(host)):
            raise ValueError(f"PLATFORM_URL must start with https://, but it's {self._url}")
        # Don't use a proxy for this machine, because a proxy can't reach it.
        self._opener = build_opener(NoRedirects, *([ProxyHandler({})] if is_loopback(host) else []))
        self._token = None
        self._renew_at = 0
        self._lock = threading.Lock()

    # region token
    def token(self):
        """Returns an access token. Renews it after 90% of its lifetime, or after a 401."""
        with self._lock:
            if self._token is None or time.monotonic() >= self._renew_at:
                response = self._request_token()
                lifetime = response.get("expiresIn")
                self._renew_at = time.monotonic() + float(lifetime) * 0.9 if lifetime else math.inf
                self._token = response["accessToken"]
            return self._token

    def _drop(self, token):
        """Discards a token unless another call has already renewed it."""
        with self._lock:
            if self._token == token:
                self._token = None

    # endregion token

    def call(self, method, path, query=None, body=None):
        """Returns the parsed body, if any, with amounts as Decimal. Raises a PlatformError for an error status."""
        url = f"{path}?{urlencode(query)}" if query else path
        data = None if body is None else json.dumps(body).encode()
        for is_last in (False, True):
            token = self.token()
            headers = {"Authorization": f"Bearer {token}"}
            if data is not None:
                headers["Content-Type"] = "application/json"
            try:
                return self._send(method, url, headers, data, method in ("GET", "PUT"))
            except PlatformError as error:
                if error.status != 401 or is_last:
                    raise
                self._drop(token)

    def _request_token(self):
        form = {
            "grant_type": "client_credentials",
            "client_id": self._client_id,
            "client_secret": self._client_secret,
            "scope": "customer-api",
        }
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._send("POST", TOKEN_PATH, headers, urlencode(form).encode(), True)

    # region retries
    def _send(self, method, path, headers, data, is_repeatable):
        """Sends a request. If it's safe to repeat, retries after a network error or a transient error.
        Otherwise, retries only after a 429 with Retry-After, because the platform didn't act on that request."""
        url = self._url + path
        name = f"{method} {url.split('?')[0]}"
        for attempt in range(1, ATTEMPTS + 1):
            pause = backoff(attempt)
            request = Request(url, data=data, headers=headers, method=method)
            try:
                return self._send_once(name, request)
            except PlatformError as caught:
                error = caught
                waits = error.status == 429 and error.retry_after is not None
                is_transient = error.status in TRANSIENT or error.status < 300
                can_retry = waits or (is_repeatable and is_transient)
                pause = pause if error.retry_after is None else error.retry_after
            except (OSError, HTTPException) as caught:
                error = ConnectionError(f"{name} failed: {getattr(caught, 'reason', caught)}")
                can_retry = is_repeatable
            if not can_retry or attempt == ATTEMPTS or pause > LONGEST_PAUSE:
                raise error
            time.sleep(pause)

    # endregion retries

    def _send_once(self, name, request):
        """Waits for the whole response in a thread, because urllib's timeout limits only each read of the socket."""
        result = futures.Future()

        def run():
            try:
                with self._opener.open(request, timeout=TIME_LIMIT) as response:
                    result.set_result(parsed(name, response))
            except Exception as error:
                result.set_exception(error)

        threading.Thread(target=run, daemon=True).start()
        try:
            return result.result(TIME_LIMIT)
        except futures.TimeoutError:
            raise TimeoutError("no response in time")


def is_loopback(host):
    """True if the URL is on this machine. Elsewhere, http:// would expose the secret and the data."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def path_of(*segments):
    """Encodes segments, such as IDs, and joins them into a path."""
    return "".join(f"/{quote(segment, safe='')}" for segment in segments)


def backoff(count, longest=LONGEST_POLL):
    """The pause before the next attempt or poll, in seconds: 1, 2, 4, 8, then 15, with jitter. `count` starts at 1."""
    return min(2 ** (count - 1), longest) * (0.5 + random.random() / 2)


def parsed(name, response):
    """Returns the body. Amounts become Decimal, because a float can't hold every amount exactly."""
    body, status = whole_body(response), response.status
    text = body.decode("utf-8-sig", errors="replace")
    if not 200 <= status < 300:
        raise PlatformError(f"{name} returned {status}: {text}", status, retry_after(response.headers))
    try:
        is_empty = not body and WITHOUT_BODY.match(name)
        return None if is_empty else json.loads(storable(text), parse_float=decimal_of)
    except (ValueError, RecursionError):
        # Text that isn't HTML may contain a token or bank data.
        start = f": {text.strip()[:100]}" if text.strip().startswith("<") else "."
        raise PlatformError(f"{name} returned {status}, but its body isn't JSON{start}", status)


def decimal_of(text):
    """Returns a number, or NaN if its exponent is too large even for a Decimal."""
    return Decimal(text, Context(traps=[]))


def whole_body(response):
    """Reads in chunks, so even an endless body can't exceed the time limit."""
    body, end = b"", time.monotonic() + TIME_LIMIT
    while time.monotonic() < end:
        part = response.read(65_536)
        if not part:
            break
        body += part
    if response.length:
        raise IncompleteRead(body)
    return body


def storable(text):
    """Replaces what databases reject in JSON: NUL and lone surrogates, which occur in truncated text."""
    return ESCAPE.sub(lambda escape: r"\ufffd" if escape[1] else escape[0], text)


def retry_after(headers):
    """Returns the pause from Retry-After in seconds, if any. The header contains seconds or a date."""
    value = headers.get("Retry-After")
    if value is None:
        return None
    if value.isdecimal():
        return int(value)
    try:
        return max(0, (parsedate_to_datetime(value) - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError):
        return None
