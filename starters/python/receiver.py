"""Receives Transactions Fetched."""

import hashlib
import json
import threading
from collections import OrderedDict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LONGEST_BODY = 64 * 1024
MOST_BODIES = 1_000


class TooLong(Exception):
    """The body is longer than LONGEST_BODY."""


class Receiver:
    """Stores the consent of an event in the inbox, responds, and then works through the inbox in a thread.

    - `inbox`: the consents to read. It survives a restart.
    - `is_known`: whether a consent is yours.
    - `is_expected`: whether a consent has a refresh in flight.
    - `work`: reads a consent from the platform, because anyone can send an event. After an error, `retry()` calls
      it again.
    """

    def __init__(self, port, path, inbox, is_known, is_expected, work):
        self._inbox, self._is_known, self._is_expected, self._work = inbox, is_known, is_expected, work
        self._bodies = OrderedDict()  # Hashes. After a restart, a duplicate is read again, which does no harm.
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", port), handler_of(self, path))
        self._server.daemon_threads = True

    def start(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        threading.Thread(target=self._work_forever, daemon=True).start()
        self.retry()

    def stop(self):
        self._server.shutdown()
        self._server.server_close()

    def retry(self):
        """Works through the inbox. Call it every minute."""
        self._wake.set()

    def receive(self, body):
        """Puts an event into the inbox. Returns the status code of the response."""
        try:
            event = json.loads(body)
        except ValueError:
            return 400
        if not isinstance(event, dict) or event.get("eventType") != "Transactions Fetched":
            return 200
        consent_id = str(event.get("consentId")).lower()
        if not self._is_known(consent_id):
            return 200
        digest = hashlib.sha256(body).hexdigest()
        with self._lock:
            is_waiting = self._inbox.get(consent_id) == digest
            if is_waiting or (digest in self._bodies and not self._is_expected(consent_id)):
                print(f"Ignored a duplicate event of consent {consent_id}.", flush=True)
                return 200
            self._bodies[digest] = True
            if len(self._bodies) > MOST_BODIES:
                self._bodies.popitem(last=False)
            self._inbox.upsert({consent_id: digest})
        return 200

    def _work_forever(self):
        while self._wake.wait():
            self._wake.clear()
            for consent_id in self._inbox.keys():
                self._work_on(consent_id)

    def _work_on(self, consent_id):
        event = self._inbox.get(consent_id)
        try:
            self._work(consent_id)
        except Exception as error:  # the next event and retry() must find the thread alive
            print(f"Reading consent {consent_id} failed: {error}", flush=True)
            if getattr(error, "status", None) != 404:  # 404: the consent was deleted
                return
        with self._lock:
            if self._inbox.get(consent_id) == event:  # else another event has arrived
                self._inbox.delete(consent_id)


def handler_of(receiver, path):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 10

        def do_POST(self):
            if self.path != path:
                self._respond(404)
                return
            try:
                status = receiver.receive(body_of(self))
            except TooLong:
                status = 413
            except ValueError:
                status = 400
            self._respond(status)
            if status == 200:
                receiver.retry()

        def _respond(self, status):
            self.close_connection = True  # the body may not have been read
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.flush()

        def log_message(self, format, *args):
            pass

    return Handler


# region body
def body_of(handler):
    """Reads a body that has a length, or that comes in chunks."""
    if handler.headers.get("Transfer-Encoding", "").lower() != "chunked":
        return handler.rfile.read(checked(int(handler.headers.get("Content-Length", "0"))))
    body = b""
    while True:
        size = int(handler.rfile.readline(1_024).split(b";")[0], 16)
        checked(size)
        checked(len(body) + size)
        if size == 0:
            while handler.rfile.readline(1_024).strip():
                pass  # trailers
            return body
        body += handler.rfile.read(size)
        handler.rfile.readline(2)  # the line break after a chunk


def checked(length):
    if length < 0:
        raise ValueError("A length is negative.")
    if length > LONGEST_BODY:
        raise TooLong
    return length


# endregion body
