"""Receives Transactions Fetched."""

import json
import logging
import secrets
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LONGEST_BODY = 16 * 1024
MINUTE = 60


def secret_path(settings):
    """Returns a path that nobody can guess. It survives a restart, so register it once."""
    path = settings.get("webhookPath")
    if path is None:
        path = f"/hooks/{secrets.token_hex(16)}"
        settings.upsert({"webhookPath": path})
    return path


class TooLong(Exception):
    """The body is longer than LONGEST_BODY."""


class Receiver:
    """Stores the consent of an event in the inbox, responds, and then works through the inbox in a thread.

    - `inbox`: the consents to read, each with the number of its events. It survives a restart.
    - `is_known`: whether a consent is yours.
    - `work`: reads a consent from the platform, because anyone can send an event. After an error, it's called again
      within a minute.
    """

    def __init__(self, port, path, inbox, is_known, work):
        self._inbox, self._is_known, self._work = inbox, is_known, work
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
        """Works through the inbox."""
        self._wake.set()

    # region receive
    def receive(self, body):
        """Puts an event into the inbox. Returns the status code of the response."""
        try:
            event = json.loads(body)
        except ValueError:
            return 400
        if not isinstance(event, dict) or event.get("eventType") != "Transactions Fetched":
            return 200
        consent_id = str(event.get("consentId")).lower()
        if self._is_known(consent_id):
            with self._lock:
                self._inbox.upsert({consent_id: (self._inbox.get(consent_id) or 0) + 1})
        return 200

    # endregion receive

    def _work_forever(self):
        while True:
            self._wake.wait(MINUTE)
            self._wake.clear()
            for consent_id in self._inbox.keys():
                self._work_on(consent_id)

    def _work_on(self, consent_id):
        events = self._inbox.get(consent_id)
        try:
            self._work(consent_id)
        except Exception as error:  # the thread must live on
            logging.warning(f"Reading consent {consent_id} failed: {error}")
            if getattr(error, "status", None) != 404:  # 404: the consent was deleted
                return
        with self._lock:
            if self._inbox.get(consent_id) == events:  # else another event has arrived
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
