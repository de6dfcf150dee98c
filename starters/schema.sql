-- Creates an integration's tables. Runs unchanged on SQLite 3.25 or newer and on PostgreSQL.
-- Amounts are whole minor units of their currency, such as cents, so sums are exact.
-- Days are YYYY-MM-DD. Times are ISO 8601 or, in BIGINT columns, milliseconds since 1970.

-- Currencies that don't have two decimals (ISO 4217).
CREATE TABLE IF NOT EXISTS currencies (
  code TEXT PRIMARY KEY,
  decimals INTEGER NOT NULL
);
INSERT INTO currencies (code, decimals) VALUES
  ('BIF', 0), ('CLP', 0), ('DJF', 0), ('GNF', 0), ('ISK', 0), ('JPY', 0), ('KMF', 0), ('KRW', 0), ('PYG', 0),
  ('RWF', 0), ('UGX', 0), ('UYI', 0), ('VND', 0), ('VUV', 0), ('XAF', 0), ('XOF', 0), ('XPF', 0),
  ('BHD', 3), ('IQD', 3), ('JOD', 3), ('KWD', 3), ('LYD', 3), ('OMR', 3), ('TND', 3),
  ('CLF', 4), ('UYW', 4)
ON CONFLICT (code) DO NOTHING;

CREATE TABLE IF NOT EXISTS users (
  id TEXT PRIMARY KEY,
  external_user_id TEXT,
  removal_requested TEXT,
  removal_completed TEXT
);

CREATE TABLE IF NOT EXISTS consents (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  provider_key TEXT,
  status TEXT,
  -- The consent's dateRequested and dateExpire.
  requested TEXT,
  expires TEXT,
  -- The consent's dateTransactionsUpdated when its data was stored. NULL if the next event must be read.
  data_updated TEXT,
  -- The time when the consent ended or was deleted. Its data stays.
  ended_at TEXT
);
-- An event may spell a consent's ID in a different case.
CREATE INDEX IF NOT EXISTS consents_by_id ON consents (lower(id));

CREATE TABLE IF NOT EXISTS accounts (
  -- Your own key. It stays the same if a renewed consent gives the account a new ID.
  account_key TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  -- The consent through which the account is read, and the account's ID in it.
  consent_id TEXT NOT NULL,
  id TEXT NOT NULL,
  provider_key TEXT,
  provider_account_id TEXT,
  -- Without spaces, in uppercase; NULL instead of an empty string.
  iban TEXT,
  bban TEXT,
  currency TEXT NOT NULL,
  -- The time of the last complete read. If it's NULL, the next read must be complete.
  read_whole_at TEXT,
  closed_at TEXT,
  document TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS accounts_by_user ON accounts (user_id);

CREATE TABLE IF NOT EXISTS transactions (
  account_key TEXT NOT NULL REFERENCES accounts (account_key),
  id TEXT NOT NULL,
  book_date TEXT NOT NULL,
  amount_minor BIGINT NOT NULL,
  currency TEXT NOT NULL,
  description TEXT,
  counterpart_account_number TEXT,
  category TEXT,
  added_at TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  -- The time when the platform stopped listing the transaction. NULL if it's still listed.
  removed_at TEXT,
  document TEXT NOT NULL,
  PRIMARY KEY (account_key, id)
);
CREATE INDEX IF NOT EXISTS transactions_by_day ON transactions (account_key, book_date);

-- Listed transactions that can't be stored, such as those without a booking date. Each read retries them.
CREATE TABLE IF NOT EXISTS unstored_transactions (
  account_key TEXT NOT NULL REFERENCES accounts (account_key),
  -- The transaction's ID or, if it has none, a digest of the document.
  id TEXT NOT NULL,
  document TEXT NOT NULL,
  reason TEXT NOT NULL,
  first_seen_at TEXT NOT NULL,
  PRIMARY KEY (account_key, id)
);

CREATE TABLE IF NOT EXISTS refreshes (
  consent_id TEXT PRIMARY KEY,
  state TEXT NOT NULL,
  due_at BIGINT,
  pause BIGINT,
  sent_at BIGINT,
  -- The consent's dateTransactionsUpdated before the request. The refresh is complete once the value differs.
  updated_before TEXT
);

-- Requests from the last 24 hours, which count toward the limit per consent.
CREATE TABLE IF NOT EXISTS refresh_requests (
  consent_id TEXT NOT NULL,
  requested_at BIGINT NOT NULL
);

-- Consents to read, each with its number of events.
CREATE TABLE IF NOT EXISTS inbox (
  consent_id TEXT PRIMARY KEY,
  events INTEGER NOT NULL,
  received_at BIGINT NOT NULL,
  due_at BIGINT NOT NULL,
  attempts INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);
