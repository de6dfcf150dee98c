"""Stores everything in SQLite, or in PostgreSQL with the same statements."""

import os
import secrets
import sqlite3
import threading
import time
from contextlib import contextmanager, suppress
from datetime import datetime, timezone
from pathlib import Path

from flow import consent_state

HERE = Path(__file__).parent


class Store:
    """The tables in schema.sql. Threads may share it.

    `database` is a file, a postgres:// URL, or an open DB-API connection. By default, it's `DATABASE` or a file in
    `DATA_DIR`.
    """

    def __init__(self, database=None):
        file = Path(os.environ.get("DATA_DIR", "data"), "bank.db")
        self._database = database or os.environ.get("DATABASE") or file
        self._lock = threading.RLock()
        self._connection = connected(self._database)
        # The archive has the schema next to this file.
        schema = next(folder / "schema.sql" for folder in (HERE, HERE.parent) if (folder / "schema.sql").exists())
        self._is_sqlite = isinstance(self._connection, sqlite3.Connection)
        cursor = self._connection.cursor()
        (cursor.executescript if self._is_sqlite else cursor.execute)(schema.read_text())
        self._decimals = {row["code"]: row["decimals"] for row in self.all("SELECT * FROM currencies")}

    def all(self, statement, *values):
        """Runs a statement with ? for each value. Returns its rows as dictionaries."""
        with self._lock:
            if getattr(self._connection, "closed", False):  # PostgreSQL was restarted
                self._connection = connected(self._database)
            cursor = self._connection.cursor()
            cursor.execute(statement if self._is_sqlite else statement.replace("?", "%s"), values)
            if cursor.description is None:
                return []
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row)) for row in cursor.fetchall()]

    def get(self, statement, *values):
        """Returns the first row, or None."""
        return next(iter(self.all(statement, *values)), None)

    def run(self, statement, *values):
        self.all(statement, *values)

    @contextmanager
    def transaction(self):
        """Runs all statements of a `with` block, or none. Other threads wait."""
        with self._lock:
            self.run("BEGIN")
            try:
                yield
                self.run("COMMIT")
            except BaseException:
                with suppress(Exception):  # the first error says more
                    self.run("ROLLBACK")
                raise

    def decimals(self, currency):
        """Returns how many decimals a currency has."""
        return self._decimals.get(currency, 2)

    def webhook_path(self):
        """Returns a path that nobody can guess. It survives a restart, so register it once."""
        path = f"/hooks/{secrets.token_hex(16)}"
        self.run("INSERT INTO settings (name, value) VALUES ('webhookPath', ?) ON CONFLICT (name) DO NOTHING", path)
        return self.get("SELECT value FROM settings WHERE name = 'webhookPath'")["value"]

    def save_user(self, user_id, external_user_id=None):
        self.run(
            "INSERT INTO users (id, external_user_id) VALUES (?, ?) ON CONFLICT (id) DO UPDATE"
            " SET external_user_id = coalesce(excluded.external_user_id, users.external_user_id)",
            user_id,
            external_user_id,
        )

    def save_consent(self, user_id, consent):
        """Records what the platform says about a consent. Until it ends, its events are accepted."""
        has_ended = consent_state(consent.get("status")) == "ended"
        self.run(
            "INSERT INTO consents (id, user_id, provider_key, status, requested, expires, ended_at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET provider_key = excluded.provider_key, status = excluded.status,"
            " requested = excluded.requested, expires = excluded.expires,"
            " ended_at = CASE WHEN excluded.ended_at IS NOT NULL THEN coalesce(consents.ended_at, excluded.ended_at) END",
            consent["id"],
            user_id,
            consent.get("providerKey"),
            str(consent.get("status")),
            consent.get("dateRequested"),
            consent.get("dateExpire"),
            timestamp(datetime.now(timezone.utc)) if has_ended else None,
        )

    def consent(self, consent_id):
        """Returns the stored consent, if it's yours."""
        return self.get("SELECT * FROM consents WHERE id = ?", consent_id)

    def end_consent(self, consent_id):
        """Records that a consent has ended. Its data stays."""
        now = timestamp(datetime.now(timezone.utc))
        self.run("UPDATE consents SET ended_at = ? WHERE id = ? AND ended_at IS NULL", now, consent_id)

    def add_event(self, consent_id):
        """Puts a consent into the inbox. It's due now."""
        now = milliseconds()
        self.run(
            "INSERT INTO inbox (consent_id, events, received_at, due_at, attempts) VALUES (?, 1, ?, ?, 0)"
            " ON CONFLICT (consent_id) DO UPDATE SET events = inbox.events + 1,"
            " received_at = excluded.received_at, due_at = excluded.due_at, attempts = 0",
            consent_id,
            now,
            now,
        )

    def due_events(self, now):
        return self.all("SELECT * FROM inbox WHERE due_at <= ? ORDER BY due_at", now)

    def is_in_inbox(self, consent_id):
        return self.get("SELECT 1 FROM inbox WHERE consent_id = ?", consent_id) is not None

    def put_back(self, entry, due_at):
        """Makes an entry due later, unless another event has arrived."""
        self.run(
            "UPDATE inbox SET attempts = ?, due_at = ? WHERE consent_id = ? AND events = ?",
            entry["attempts"] + 1,
            due_at,
            entry["consent_id"],
            entry["events"],
        )

    def remove_event(self, entry):
        """Removes an entry, unless another event has arrived."""
        self.run("DELETE FROM inbox WHERE consent_id = ? AND events = ?", entry["consent_id"], entry["events"])


def connected(database):
    """Returns a connection on which each statement is a transaction of its own."""
    if isinstance(database, (str, Path)):
        if str(database).startswith(("postgres://", "postgresql://")):
            import psycopg2  # only here, because SQLite needs no package

            database = psycopg2.connect(database)
        else:
            if str(database) != ":memory:":
                # Bank data is private. SQLite gives its journal the same mode.
                Path(database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                Path(database).touch(mode=0o600)
            database = sqlite3.connect(database, timeout=30, check_same_thread=False)
    if isinstance(database, sqlite3.Connection):
        database.isolation_level = None
    else:
        database.autocommit = True
    return database


def milliseconds():
    return time.time_ns() // 1_000_000


def timestamp(moment):
    """Returns a time in UTC as text that sorts by time."""
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
