"""Values by key in a SQLite table, for one process with threads."""

import json
import sqlite3
import threading

_lock = threading.Lock()


class Store:
    """A table of JSON values, with decimals as text. Several stores can share a database file."""

    def __init__(self, file, table):
        self._table = table
        self._database = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        self._run(f"CREATE TABLE IF NOT EXISTS {table} (key TEXT PRIMARY KEY, value TEXT NOT NULL)")

    def get(self, key):
        rows = self._run(f"SELECT value FROM {self._table} WHERE key = ?", (key,))
        return json.loads(rows[0][0]) if rows else None

    def keys(self):
        return [key for (key,) in self._run(f"SELECT key FROM {self._table} ORDER BY rowid")]

    def entries(self, prefix):
        """Returns the values whose keys begin with a prefix."""
        rows = self._run(f"SELECT key, value FROM {self._table} WHERE instr(key, ?) = 1 ORDER BY rowid", (prefix,))
        return {key: json.loads(value) for key, value in rows}

    def upsert(self, entries):
        """Inserts or replaces values, all or none."""
        rows = [(key, json.dumps(value, default=str)) for key, value in entries.items()]
        with _lock:
            self._database.execute("BEGIN")
            with self._database:
                self._database.executemany(
                    f"INSERT INTO {self._table} (key, value) VALUES (?, ?)"
                    " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                    rows,
                )

    def delete(self, *keys):
        for key in keys:
            self._run(f"DELETE FROM {self._table} WHERE key = ?", (key,))

    def _run(self, statement, values=()):
        with _lock:
            return self._database.execute(statement, values).fetchall()
