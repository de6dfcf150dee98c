<?php

declare(strict_types=1);

/**
 * End users' accounts and transactions, without duplicates, in the tables of schema.sql: in a SQLite file, or through a
 * PostgreSQL connection. A new read replaces what was stored for the same days.
 */
final class Store
{
    /** Banks may book payments weeks late, so each read begins this long before the newest booking date. */
    private const OVERLAP = '-90 days';
    private const WHOLE_READ = '-7 days';

    /** The fields that identify a transaction if its ID is new: all bank details, or only those that rarely change. */
    private const STATEMENTS = [
        ['book_date', 'amount_minor', 'currency', 'description', 'counterpart_account_number'],
        ['book_date', 'amount_minor', 'currency'],
    ];

    private PDO $database;
    private array $decimals;

    public function __construct(string|PDO $database)
    {
        if (is_string($database)) {
            requireExtension('pdo_sqlite');
            if (!is_dir(dirname($database))) {
                mkdir(dirname($database), 0700, true);
            }
            // SQLite's journal inherits the file mode of the database.
            touch($database);
            chmod($database, 0600);
            $database = new PDO("sqlite:$database");
        }
        $this->database = $database;
        $schema = __DIR__ . '/schema.sql';
        $database->exec(file_get_contents(is_file($schema) ? $schema : __DIR__ . '/../schema.sql'));
        $this->decimals = array_column($this->all('SELECT * FROM currencies'), 'decimals', 'code');
    }

    /** Maps keys to a user's accounts. A key stays the same even if a renewed consent gives its account a new ID. */
    public function accounts(string $userId): array
    {
        $rows = 'SELECT * FROM accounts WHERE user_id = ? ORDER BY closed_at IS NOT NULL, account_key';
        return array_column($this->all($rows, $userId), null, 'account_key');
    }

    /** A user's transactions as the platform sent them. `account` is the account's key. */
    public function transactions(string $userId): array
    {
        $rows = $this->all(
            'SELECT t.account_key, t.document FROM transactions t JOIN accounts a ON a.account_key = t.account_key
             WHERE a.user_id = ? AND t.removed_at IS NULL ORDER BY t.book_date',
            $userId,
        );
        return array_map(
            fn ($row) => [...json_decode($row['document'], true), 'account' => $row['account_key']],
            $rows,
        );
    }

    /** The count and exact total of a user's transactions in each currency. */
    public function totals(string $userId): array
    {
        $rows = $this->all(
            'SELECT t.currency, COUNT(*) AS count, SUM(t.amount_minor) AS minor
             FROM transactions t JOIN accounts a ON a.account_key = t.account_key
             WHERE a.user_id = ? AND t.removed_at IS NULL GROUP BY t.currency',
            $userId,
        );
        $totals = [];
        foreach ($rows as ['currency' => $currency, 'count' => $count, 'minor' => $minor]) {
            $sum = self::decimal((string) $minor, $this->decimals[$currency] ?? 2);
            $totals[$currency] = ['count' => $count, 'sum' => $sum];
        }
        return $totals;
    }

    /** Maps account IDs to the DateFrom of the next read, or to null to read everything. */
    public function windows(string $userId, array $consent, array $accounts, DateTimeImmutable $now): array
    {
        $today = substr(self::time($now), 0, 10);
        $weekAgo = self::time($now->modify(self::WHOLE_READ));
        $newest = 'SELECT MAX(book_date) AS day FROM transactions WHERE account_key = ? AND removed_at IS NULL';
        $windows = [];
        foreach ($this->accountsToRead($userId, $consent, $accounts) as $account) {
            $windows[$account['id']] = null;
            $day = $this->all($newest, $account['account_key'])[0]['day'];
            if ($day !== null && $account['read_whole_at'] > $weekAgo) {
                $day = min($day, $today); // A scheduled payment may be dated in the future.
                $windows[$account['id']] = (new DateTimeImmutable($day))->modify(self::OVERLAP)->format('Y-m-d');
            }
        }
        return $windows;
    }

    // #region store
    /**
     * Replaces the data of the days that were read, all or nothing. `kept` lists the accounts whose rows were kept
     * because the platform listed no transactions for these days.
     */
    public function store(
        string $userId,
        array $consent,
        array $accounts,
        array $transactions,
        array $windows,
        DateTimeImmutable $now,
    ): array {
        $read = [];
        foreach ($transactions as $each) {
            $read[$each['accountId']][$each['id']] = $this->row($each);
        }
        $time = self::time($now);
        $result = ['added' => 0, 'changed' => 0, 'removed' => 0, 'kept' => []];
        $this->database->beginTransaction();
        try {
            // Write before you read, so that a second process waits here.
            $this->upsert('users', ['id' => $userId]);
            $this->upsert('consents', ['id' => $consent['id']], [
                'user_id' => $userId,
                'provider_key' => $consent['providerKey'] ?? null,
                'status' => $consent['status'],
                'requested' => $consent['dateRequested'] ?? null,
                'expires' => $consent['dateExpire'] ?? null,
                'data_updated' => $consent['dateTransactionsUpdated'] ?? null,
            ]);
            foreach ($this->accountsToRead($userId, $consent, $accounts) as $account) {
                ['id' => $id, 'account_key' => $key, 'is_listed' => $isListed] = $account;
                if (!array_key_exists($id, $windows)) {
                    continue;
                }
                unset($account['account_key'], $account['is_listed']);
                $account['closed_at'] = $isListed ? null : $time;
                $this->upsert('accounts', ['account_key' => $key], $account);
                $kept = $this->replace($key, $read[$id] ?? [], $windows[$id], $time, $result);
                if ($kept > 0 && $isListed) {
                    $result['kept'][] = ['accountKey' => $key, 'rows' => $kept];
                } elseif ($windows[$id] === null) {
                    $this->run('UPDATE accounts SET read_whole_at = ? WHERE account_key = ?', $time, $key);
                }
            }
            $this->database->commit();
        } catch (Throwable $error) {
            $this->database->rollBack();
            throw $error;
        }
        return $result;
    }

    /** Replaces an account's transactions from a day onward. If none are listed, keeps and counts the old rows. */
    private function replace(string $key, array $read, ?string $from, string $time, array &$result): int
    {
        $stored = array_column($this->all(
            'SELECT id, book_date, amount_minor, currency, description, counterpart_account_number, category, document,
             removed_at FROM transactions WHERE account_key = ? ORDER BY id',
            $key,
        ), null, 'id');
        // After a renewal, banks may deliver fewer days than requested. Keep rows dated before the list's first day.
        $first = $read === [] ? $from ?? '' : min(array_column($read, 'book_date'));
        $left = array_filter($stored, fn ($row) => $row['removed_at'] === null && $row['book_date'] >= $first);
        if ($read === []) {
            return count($left);
        }
        $left = array_diff_key($left, $read);
        foreach (self::STATEMENTS as $names) {
            $statement = fn ($row) => json_encode(array_map(fn ($name) => $row[$name], $names));
            $equal = [];
            foreach ($left as $id => $row) {
                $equal[$statement($row)][] = $id;
            }
            // Each row matches only once, so two equal payments on one day stay separate.
            foreach (array_diff_key($read, $stored) as $id => $row) {
                if (!empty($equal[$statement($row)])) {
                    $old = array_shift($equal[$statement($row)]);
                    $this->run('UPDATE transactions SET id = ? WHERE account_key = ? AND id = ?', $id, $key, $old);
                    $stored[$id] = $left[$old];
                    unset($left[$old]);
                }
            }
        }
        foreach ($read as $id => $row) {
            $known = $stored[$id] ?? null;
            if ($row !== $known) {
                $row['changed_at'] = $time;
                $this->upsert('transactions', ['account_key' => $key, 'id' => $id], $row, ['added_at' => $time]);
                $result[$known ? 'changed' : 'added']++;
            }
        }
        foreach ($left as $id => $_) {
            $this->run('UPDATE transactions SET removed_at = ? WHERE account_key = ? AND id = ?', $time, $key, $id);
            $result['removed']++;
        }
        return 0;
    }
    // #endregion store

    /** Forces a full read of the consent next time. Call this after categorization has changed old transactions. */
    public function readWholeNext(string $consentId): void
    {
        $this->run('UPDATE accounts SET read_whole_at = NULL WHERE consent_id = ?', $consentId);
    }

    /** Call this when a consent has ended. Its data is kept, and an older consent may take over its accounts. */
    public function endConsent(string $consentId, DateTimeImmutable $now, mixed $status = null): void
    {
        $end = 'UPDATE consents SET ended_at = ?, status = COALESCE(?, status) WHERE id = ?';
        $this->run($end, self::time($now), $status, $consentId);
    }

    /** Deletes all of a user's data. */
    public function delete(string $userId): void
    {
        $keys = 'SELECT account_key FROM accounts WHERE user_id = ?';
        $this->database->beginTransaction();
        $this->run("DELETE FROM transactions WHERE account_key IN ($keys)", $userId);
        $this->run('DELETE FROM accounts WHERE user_id = ?', $userId);
        $this->run('DELETE FROM consents WHERE user_id = ?', $userId);
        $this->run('DELETE FROM users WHERE id = ?', $userId);
        $this->database->commit();
    }

    /** The accounts to read through a consent, as updated rows. */
    private function accountsToRead(string $userId, array $consent, array $accounts): array
    {
        $stored = $this->accounts($userId);
        $listed = [];
        foreach ($accounts as $each) {
            $listed[$each['id']] = [
                'account_key' => "$userId {$each['id']}",
                'user_id' => $userId,
                'consent_id' => $consent['id'],
                'id' => $each['id'],
                'provider_key' => $consent['providerKey'] ?? null,
                'provider_account_id' => ($each['providerAccountId'] ?? '') ?: null,
                'iban' => self::plain($each['iban'] ?? ''),
                'currency' => $each['currency'],
                'read_whole_at' => null,
                'document' => self::json($each),
                'is_listed' => true,
            ];
        }
        $known = $this->all('SELECT * FROM consents WHERE user_id = ? AND ended_at IS NULL', $userId);
        $requested = array_filter(array_column($known, 'requested', 'id'));
        $pairs = self::pairs($listed, $stored);
        foreach ($pairs as $id => $key) {
            $owner = $stored[$key]['consent_id'];
            $listed[$id]['account_key'] = $key;
            if ($owner === $consent['id']) {
                $listed[$id]['read_whole_at'] = $stored[$key]['read_whole_at'];
            } elseif (
                isset($requested[$owner])
                && $stored[$key]['closed_at'] === null
                && new DateTimeImmutable($requested[$owner]) > new DateTimeImmutable($consent['dateRequested'] ?? 'now')
            ) {
                // A newer consent also lists the account.
                unset($listed[$id]);
            }
        }
        foreach (array_diff_key($stored, array_flip($pairs)) as $row) {
            // The consent no longer lists the account. Read it one last time.
            if ($row['consent_id'] === $consent['id'] && $row['closed_at'] === null) {
                $listed[] = [...$row, 'is_listed' => false];
            }
        }
        return $listed;
    }

    /** Maps listed accounts' IDs to stored accounts' keys. Each account matches only once. */
    private static function pairs(array $listed, array $stored): array
    {
        $rules = [
            fn ($a, $b) => $a['id'] === $b['id'],
            // The key contains the account's first ID.
            fn ($a, $b) => $a['account_key'] === $b['account_key'],
            fn ($a, $b) => isset($a['iban']) && [$a['iban'], $a['currency']] === [$b['iban'], $b['currency']],
            // A provider's ID may be unique only per login, so compare IBANs if both accounts have one.
            fn ($a, $b) => isset($a['provider_account_id']) && !isset($a['iban'], $b['iban'])
                && [$a['provider_key'], $a['provider_account_id'], $a['currency']]
                    === [$b['provider_key'], $b['provider_account_id'], $b['currency']],
        ];
        $pairs = [];
        foreach ($rules as $isSame) {
            foreach (array_diff_key($listed, $pairs) as $id => $account) {
                $free = array_diff_key($stored, array_flip($pairs));
                $same = array_filter($free, fn ($row) => $isSame($account, $row));
                if ($same !== []) {
                    $pairs[$id] = array_key_first($same);
                }
            }
        }
        return $pairs;
    }

    private function row(array $transaction): array
    {
        ['id' => $id, 'amount' => $amount, 'currency' => $currency] = $transaction;
        $category = $transaction['category'] ?? [];
        return [
            'id' => $id,
            'book_date' => $transaction['bookDate'],
            'amount_minor' => self::minorUnits((string) $amount, $this->decimals[$currency] ?? 2)
                ?? throw new RuntimeException("Transaction $id: $amount isn't a valid $currency amount."),
            'currency' => $currency,
            'description' => $transaction['description'] ?? null,
            'counterpart_account_number' => self::plain($transaction['counterpartAccountNumber'] ?? ''),
            'category' => $category['z2']['category'] ?? $category['z1']['l1Name'] ?? $category['l1Name'] ?? null,
            'document' => self::json($transaction),
            'removed_at' => null,
        ];
    }

    /** An amount in minor units, such as cents, so sums are exact. Null if it has too many decimals or digits. */
    public static function minorUnits(string $amount, int $decimals): ?int
    {
        if (!preg_match('/^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,2}))?$/iD', $amount, $parts)) {
            return null;
        }
        [, $sign, $whole, $fraction, $exponent] = $parts + ['', '', '', '', '0'];
        $zeros = $decimals + (int) $exponent - strlen($fraction);
        $digits = $whole . $fraction . str_repeat('0', max($zeros, 0));
        $tooSmall = $zeros < 0 ? substr($digits, $zeros) : '';
        $digits = ltrim(substr($digits, 0, strlen($digits) - strlen($tooSmall)), '0') ?: '0';
        $minor = (int) $digits;
        return trim($tooSmall, '0') === '' && (string) $minor === $digits ? (int) "$sign$digits" : null;
    }

    /** Minor units as a decimal, such as `-12.50`. */
    private static function decimal(string $minor, int $decimals): string
    {
        $sign = $minor[0] === '-' ? '-' : '';
        $digits = str_pad(ltrim($minor, '-'), $decimals + 1, '0', STR_PAD_LEFT);
        $whole = substr($digits, 0, strlen($digits) - $decimals);
        return $sign . $whole . ($decimals > 0 ? '.' . substr($digits, -$decimals) : '');
    }

    /** All times have the same format, so they sort as text. */
    private static function time(DateTimeImmutable $time): string
    {
        return $time->setTimezone(new DateTimeZone('UTC'))->format('Y-m-d\TH:i:s.v\Z');
    }

    /** An account number in uppercase without spaces. */
    private static function plain(string $number): ?string
    {
        return strtoupper(preg_replace('/\s+/', '', $number)) ?: null;
    }

    private static function json(array $document): string
    {
        return json_encode($document, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
    }

    private function all(string $sql, mixed ...$values): array
    {
        return $this->run($sql, ...$values)->fetchAll(PDO::FETCH_ASSOC);
    }

    private function run(string $sql, mixed ...$values): PDOStatement
    {
        $statement = $this->database->prepare($sql);
        $statement->execute($values);
        return $statement;
    }

    /** Inserts a row, or updates the row with the same key. An update doesn't change the columns in `$new`. */
    private function upsert(string $table, array $key, array $row = [], array $new = []): void
    {
        $all = [...$key, ...$row, ...$new];
        $updates = array_map(fn ($name) => "$name = excluded.$name", array_keys($row ?: $key));
        $this->run(
            sprintf(
                'INSERT INTO %s (%s) VALUES (%s) ON CONFLICT (%s) DO UPDATE SET %s',
                $table,
                implode(', ', array_keys($all)),
                implode(', ', array_fill(0, count($all), '?')),
                implode(', ', array_keys($key)),
                implode(', ', $updates),
            ),
            ...array_values($all),
        );
    }
}
