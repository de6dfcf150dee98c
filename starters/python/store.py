"""Stores everything in SQLite, or in PostgreSQL with the same statements."""

import os
import re
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
    """The tables in schema.sql. Threads may share a store.

    `database` is a file, a postgres:// URL, or an open DB-API connection. By default, it's `DATABASE` or a file in
    `DATA_DIR`.
    """

    def __init__(self, database=None):
        file = Path(os.environ.get("DATA_DIR", "data"), "bank.db")
        self._database = database or os.environ.get("DATABASE") or file
        self._lock = threading.RLock()
        self._connection = connected(self._database)
        # In the download, the schema is next to this file. In the repository, it's in the parent folder.
        schema = next(folder / "schema.sql" for folder in (HERE, HERE.parent) if (folder / "schema.sql").exists())
        self._is_sqlite = isinstance(self._connection, sqlite3.Connection)
        cursor = self._connection.cursor()
        (cursor.executescript if self._is_sqlite else cursor.execute)(schema.read_text(encoding="utf-8"))
        self._decimals = {row["code"]: row["decimals"] for row in self.all("SELECT * FROM currencies")}

    def all(self, statement, *values):
        """Runs a statement with a ? for each value. Returns the rows as dictionaries."""
        with self._lock:
            if getattr(self._connection, "closed", False):  # for example, because PostgreSQL was restarted
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

    def upsert(self, table, key, row, added=None):
        """Inserts a row, or updates the row with the same key. An update doesn't change the columns in `added`."""
        values = {**key, **row, **(added or {})}
        updates = ", ".join(f"{name} = excluded.{name}" for name in row or key)
        self.run(
            f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})"
            f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {updates}",
            *values.values(),
        )

    @contextmanager
    def transaction(self):
        """Commits all changes of a `with` block or, after an error, none. Other threads wait."""
        with self._lock:
            self.run("BEGIN")
            try:
                yield
                self.run("COMMIT")
            except BaseException:
                with suppress(Exception):  # the original error is more useful
                    self.run("ROLLBACK")
                raise

    def decimals(self, currency):
        """Returns a currency's number of decimals."""
        return self._decimals.get(currency, 2)

    def webhook_path(self):
        """Returns a webhook path that nobody can guess. It survives a restart, so register it once."""
        self.upsert("settings", {"name": "webhookPath"}, {}, {"value": f"/hooks/{secrets.token_hex(16)}"})
        return self.get("SELECT value FROM settings WHERE name = 'webhookPath'")["value"]

    def save_consent(self, user_id, consent):
        """Records a consent as the platform returned it."""
        status = consent.get("status")
        known = self.consent(consent["id"])
        row = {
            "provider_key": consent.get("providerKey"),
            "status": None if status is None else str(status),
            "requested": consent.get("dateRequested"),
            "expires": consent.get("dateExpire"),
            "ended_at": (known and known["ended_at"] or timestamp()) if consent_state(status) == "ended" else None,
        }
        self.upsert("consents", {"id": consent["id"]}, row, {"user_id": user_id})

    def consent(self, consent_id):
        """Returns the stored consent, or None if it isn't yours. Ignores the ID's case."""
        return self.get("SELECT * FROM consents WHERE lower(id) = lower(?)", consent_id)

    def end_consent(self, consent_id):
        """Records that a consent has ended. Its data is kept."""
        self.run("UPDATE consents SET ended_at = ? WHERE id = ? AND ended_at IS NULL", timestamp(), consent_id)

    def add_event(self, consent_id):
        """Puts a consent into the inbox, due immediately."""
        now = milliseconds()
        self.run(
            """INSERT INTO inbox (consent_id, events, received_at, due_at, attempts) VALUES (?, 1, ?, ?, 0)
            ON CONFLICT (consent_id) DO UPDATE SET events = inbox.events + 1, received_at = excluded.received_at,
            due_at = excluded.due_at, attempts = 0""",
            *(consent_id, now, now),
        )

    def due_events(self, now):
        return self.all("SELECT * FROM inbox WHERE due_at <= ? ORDER BY due_at", now)

    def is_in_inbox(self, consent_id):
        return self.get("SELECT 1 FROM inbox WHERE consent_id = ?", consent_id) is not None

    def put_back(self, entry, due_at):
        """Postpones an entry unless another event has arrived."""
        self.run(
            "UPDATE inbox SET attempts = ?, due_at = ? WHERE consent_id = ? AND events = ?",
            *(entry["attempts"] + 1, due_at, entry["consent_id"], entry["events"]),
        )

    def remove_event(self, entry):
        """Removes an entry unless another event has arrived."""
        self.run("DELETE FROM inbox WHERE consent_id = ? AND events = ?", entry["consent_id"], entry["events"])


def connected(database):
    """Returns a connection that commits each statement."""
    if str(database).startswith(("postgres://", "postgresql://")):
        import psycopg2  # imported only here, because SQLite needs no package

        database = psycopg2.connect(database)
    elif isinstance(database, (str, Path)):
        if database != ":memory:":
            # Bank data is private. SQLite creates its other files with the same mode.
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


def moment(text):
    """Parses a time from the platform. Before Python 3.11, fromisoformat() reads only 3 or 6 decimals."""
    seconds, decimals, zone = re.fullmatch(r"(.{19})(?:\.(\d+))?(.*)", text).groups()
    decimals = (decimals or "")[:6].ljust(6, "0")
    return datetime.fromisoformat(f"{seconds}.{decimals}{zone.replace('Z', '') or '+00:00'}")


def timestamp(time=None):
    """Returns a time (by default, now) as text that sorts chronologically."""
    time = time or datetime.now(timezone.utc)
    return time.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
