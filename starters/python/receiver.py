"""Receives Transactions Fetched events."""

import hmac
import json
import logging
import os
import signal
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from client import backoff
from store import milliseconds

LONGEST_BODY = 16 * 1024
MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class Server(ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        logging.warning(f"A request was cut off: {sys.exc_info()[1]}")


class Receiver:
    """Puts an event's consent into the inbox, responds, and then works through the inbox in a thread.

    - `inbox`: a `Store`, which also contains your consents. Its entries survive a restart.
    - `work`: reads a consent from the platform, because events can be forged. After an error, it's called again
      with backoff for 24 hours. Put all consents that you read into the inbox so that no two reads overlap.
    """

    def __init__(self, port, path, inbox, work):
        self._inbox, self._work = inbox, work
        self._working = threading.Lock()
        self._wake = threading.Event()
        self._server = Server(("127.0.0.1", port), handler_of(self, path))

    def start(self):
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        threading.Thread(target=self._work_forever, daemon=True).start()

    def stop(self):
        self._server.shutdown()
        self._server.server_close()

    def wake(self):
        """Wakes the thread immediately."""
        self._wake.set()

    def retry(self):
        """Processes due entries, one consent at a time. Returns false if the inbox can't be read or written."""
        with self._working:
            try:
                due = self._inbox.due_events(milliseconds())
                while due:
                    self._work_on(due[0])
                    due = self._inbox.due_events(milliseconds())
            except Exception as error:  # for example, the disk is full; the next run retries
                logging.warning(f"The inbox failed: {error}")
                return False
            return True

    # region receive
    def receive(self, body):
        """Puts an event into the inbox. Returns the response's status code."""
        try:
            event = json.loads(body.decode("utf-8-sig", "replace"), parse_constant=int)  # int fails for NaN, which isn't JSON
        except (ValueError, RecursionError):
            return 400
        if not isinstance(event, dict) or event.get("eventType") != "Transactions Fetched":
            return 200
        consent_id = event.get("consentId")
        # Databases reject text with a NUL character or an unpaired surrogate.
        if not isinstance(consent_id, str) or not consent_id.isprintable():
            return 200
        try:
            consent = self._inbox.consent(consent_id)
            if consent:
                self._inbox.add_event(consent["id"])
        except Exception as error:  # such as a full disk; the event may be sent again
            logging.warning(f"An event couldn't be stored: {error}")
            return 500
        return 200

    # endregion receive

    def _work_forever(self):
        pause = 1
        while True:
            self._wake.wait(pause)
            self._wake.clear()
            pause = 1 if self.retry() else MINUTE

    def _work_on(self, entry):
        try:
            self._work(entry["consent_id"])
        except Exception as error:  # an error must not stop the thread
            logging.warning(f"Reading consent {entry['consent_id']} failed: {error}")
            if milliseconds() - entry["received_at"] < DAY * 1_000:
                pause = backoff(entry["attempts"] + 1, longest=HOUR)
                self._inbox.put_back(entry, milliseconds() + round(pause * 1_000))
                return
            logging.warning(f"Gave up on consent {entry['consent_id']} 24 hours after its last event.")
        self._inbox.remove_event(entry)


def end_on_signals(exit_code=0):
    """Ends the program on Ctrl+C and SIGTERM, which a container's first process otherwise ignores.

    Databases roll back open transactions, and the inbox keeps unfinished entries.
    """
    reader, writer = socket.socketpair()
    writer.setblocking(False)

    def end():
        reader.recv(1)
        writer.close()
        os._exit(exit_code)

    # A thread of its own, because Python runs handlers in the main thread, which may not wake from a wait without an end.
    threading.Thread(target=end, daemon=True).start()
    signal.set_wakeup_fd(writer.fileno())
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, lambda *_: None)


def handler_of(receiver, path):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 10

        def do_POST(self):
            # Compares in constant time so that nobody can guess the path character by character.
            if not hmac.compare_digest(self.path.encode(), path.encode()):
                self._respond(404)
                return
            try:
                status = receiver.receive(body_of(self))
            except OverflowError:
                status = 413
            except ValueError:
                status = 400
            self._respond(status)
            if status == 200:
                receiver.wake()
            while status == 413 and self.rfile.read(LONGEST_BODY):
                pass  # read the rest, because a client that is still sending could miss the response

        def _respond(self, status):
            self.close_connection = True  # because part of the body may be unread
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.flush()

        def log_message(self, format, *args):
            pass

    return Handler


def body_of(handler):
    """Reads a body that has a Content-Length or is chunked."""
    if handler.headers.get("Transfer-Encoding", "").lower() != "chunked":
        return handler.rfile.read(checked(int(handler.headers.get("Content-Length", "0"))))
    body = b""
    while True:
        size = int(handler.rfile.readline(1_024).split(b";")[0], 16)
        checked(size)
        checked(len(body) + size)
        if size == 0:
            while handler.rfile.readline(1_024).strip():
                pass  # skip the trailers
            return body
        body += handler.rfile.read(size)
        handler.rfile.readline(2)  # the line break after a chunk


def checked(length):
    if length < 0:
        raise ValueError("Content-Length must not be negative.")
    if length > LONGEST_BODY:
        raise OverflowError
    return length

