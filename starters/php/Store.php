<?php

declare(strict_types=1);

/**
 * End users' accounts and transactions, without duplicates, in the tables of schema.sql: in a SQLite file, or through a
 * PostgreSQL connection. A new read replaces what was stored for the same days.
 */
final class Store
{
    /** Banks may book payments weeks late, so each read begins this long before today or the newest stored day, if earlier. */
    private const OVERLAP = '-90 days';
    private const WHOLE_READ = '-7 days';
    /** A list may lack rows of its first day and of the week that begins with DateFrom. */
    private const MARGIN = '+6 days';

    /** The fields that identify a transaction if its ID is new: all bank details, or only those that rarely change. */
    private const STATEMENTS = [
        ['book_date', 'amount_minor', 'currency', 'description', 'counterpart_account_number'],
        ['book_date', 'amount_minor', 'currency'],
    ];

    /** Fields that describe an account to read but aren't columns. */
    private const NOT_STORED = ['owner' => 1, 'owner_requested' => 1, 'is_listed' => 1, 'similar' => 1];

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

    /** Maps keys, which stay the same after a renewal, to a user's accounts. `owner` is an active consent or null. */
    public function accounts(string $userId): array
    {
        $rows = 'SELECT a.*, c.id AS owner, c.requested AS owner_requested
            FROM accounts a LEFT JOIN consents c ON c.id = a.consent_id AND c.ended_at IS NULL
            WHERE a.user_id = ? ORDER BY a.closed_at IS NOT NULL, a.account_key';
        return array_column($this->all($rows, $userId), null, 'account_key');
    }

    /** A user's transactions as the platform sent them, except that amounts are strings. `account` is the account's key. */
    public function transactions(string $userId): array
    {
        $rows = $this->all(
            'SELECT t.account_key, t.document FROM transactions t JOIN accounts a ON a.account_key = t.account_key
             WHERE a.user_id = ? AND t.removed_at IS NULL ORDER BY t.book_date',
            $userId,
        );
        $document = fn ($row) => [...json_decode($row['document'], true), 'account' => $row['account_key']];
        return array_map($document, $rows);
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
            $totals[$currency] = ['count' => $count, 'sum' => $this->decimal((string) $minor, $currency)];
        }
        return $totals;
    }

    /**
     * Maps account IDs to the DateFrom of the next read, or to null to read everything. `$gone` lists the keys of
     * similar accounts that their own consents no longer list.
     */
    public function windows(string $userId, array $consent, array $accounts, array $gone, DateTimeImmutable $now): array
    {
        $today = substr(self::time($now), 0, 10);
        $weekAgo = self::time($now->modify(self::WHOLE_READ));
        $newest = 'SELECT MAX(book_date) AS day FROM transactions WHERE account_key = ? AND removed_at IS NULL';
        $windows = [];
        foreach ($this->accountsToRead($userId, $consent, $accounts, $gone) as $account) {
            $day = $this->all($newest, $account['account_key'])[0]['day'];
            $isWhole = $day === null || $account['read_whole_at'] <= $weekAgo;
            // A scheduled payment may be dated in the future.
            $windows[$account['id']] = $isWhole ? null : self::shift(min($day, $today), self::OVERLAP);
        }
        return $windows;
    }

    /**
     * Replaces the data for the days that were read, all or nothing. `$lists` maps account IDs to the first day and
     * either rows or the status of a refusal. Returns counts, and `notes` about what wasn't stored.
     */
    public function store(
        string $userId,
        array $consent,
        array $accounts,
        array $gone,
        array $lists,
        DateTimeImmutable $now,
    ): array {
        $time = self::time($now);
        $result = ['added' => 0, 'changed' => 0, 'removed' => 0, 'kept' => 0, 'notes' => []];
        $this->database->beginTransaction();
        try {
            // Write before you read, so that a second process waits here.
            $this->upsert('users', ['id' => $userId]);
            $this->saveConsent($userId, $consent);
            $isComplete = $accounts !== [];
            if (!$isComplete) {
                $result['notes'][] = "Consent {$consent['id']} lists no accounts. Kept the stored ones.";
            }
            foreach ($this->accountsToRead($userId, $consent, $accounts, $gone) as $account) {
                ['account_key' => $key, 'is_listed' => $isListed, 'similar' => $similar] = $account;
                [$from, $list] = $lists[$account['id']] ?? [null, null];
                if ($list === null) {
                    continue;
                }
                if ($similar !== null) {
                    $keys = "{$similar['account_key']} and $key";
                    $result['notes'][] = "$keys may be one account with a new IBAN. Ask the end user.";
                }
                if ($isListed && $from !== null && $account['read_whole_at'] === null) {
                    $isComplete = false; // readWholeNext() was called meanwhile
                }
                $row = array_diff_key($account, self::NOT_STORED);
                if ($isListed && is_int($list)) {
                    $isComplete = false;
                    $result['notes'][] = "Account $key was refused with status $list. Kept its transactions.";
                    // Read the account through the old consent until the new one delivers it.
                    $this->upsert('accounts', ['account_key' => $key], new: $row);
                    continue;
                }
                $this->upsert('accounts', ['account_key' => $key], [...$row, 'closed_at' => $isListed ? null : $time]);
                $kept = $this->replace($key, is_int($list) ? [] : $list, $from, $time, $result);
                if ($isListed && $kept > 0) {
                    $result['kept']++;
                    $result['notes'][] = "The list for account $key is empty. Kept its $kept transactions.";
                } elseif ($isListed && $from === null) {
                    $this->run('UPDATE accounts SET read_whole_at = ? WHERE account_key = ?', $time, $key);
                }
            }
            if ($isComplete) {
                $updated = $consent['dateTransactionsUpdated'] ?? null;
                $this->run('UPDATE consents SET data_updated = ? WHERE id = ?', $updated, $consent['id']);
            }
            $this->database->commit();
        } catch (Throwable $error) {
            $this->database->rollBack();
            throw $error;
        }
        return [...$result, 'notes' => array_filter($result['notes'])];
    }

    /** Replaces an account's transactions from a day onward. If none can be stored, keeps and counts the old rows. */
    private function replace(string $key, array $list, ?string $from, string $time, array &$result): int
    {
        $read = $odd = [];
        foreach ($list as $each) {
            $document = self::json($each);
            $id = self::text($each['id'] ?? null) ?? hash('sha256', $document);
            try {
                // A page can repeat a transaction. The last copy that can be stored wins.
                $read[$id] = $this->row($each);
            } catch (DomainException $error) {
                $odd[$id] = ['document' => $document, 'reason' => $error->getMessage()];
            }
        }
        $odd = array_diff_key($odd, $read);
        $this->putAside($key, $odd, $read, $from === null && $list !== [], $time, $result);
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
        $left = array_diff_key($left, $read, $odd);
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
        // A list may start in the middle of a day or be filtered by another date. Only later days are complete.
        $last = max($first, $from ? self::shift($from, self::MARGIN) : '');
        foreach ($left as $id => $row) {
            $moment = json_decode($row['document'], true)['transactionDateTime'] ?? null;
            $isLater = !is_string($moment) || $moment === '' || substr($moment, 0, strlen($last)) > $last;
            if ($row['book_date'] > $last && $isLater) {
                $this->run('UPDATE transactions SET removed_at = ? WHERE account_key = ? AND id = ?', $time, $key, $id);
                $result['removed']++;
            }
        }
        return 0;
    }

    /** Sets aside rows that can't be stored, until they can be or a complete list no longer includes them. */
    private function putAside(string $key, array $odd, array $read, bool $isWhole, string $time, array &$result): void
    {
        $rows = $this->all('SELECT id FROM unstored_transactions WHERE account_key = ?', $key);
        $known = array_column($rows, 'id', 'id');
        foreach ($odd as $id => $row) {
            $keys = ['account_key' => $key, 'id' => $id];
            $this->upsert('unstored_transactions', $keys, $row, ['first_seen_at' => $time]);
            $result['notes'][] = isset($known[$id]) ? null : "Couldn't store transaction $id: {$row['reason']}.";
        }
        foreach ($isWhole ? array_diff_key($known, $odd) : array_intersect_key($known, $read) as $id) {
            $this->run('DELETE FROM unstored_transactions WHERE account_key = ? AND id = ?', $key, $id);
        }
    }

    /** Forces a full read of the consent next time. Call this after categorization has changed old transactions. */
    public function readWholeNext(string $consentId): void
    {
        $this->run('UPDATE accounts SET read_whole_at = NULL WHERE consent_id = ?', $consentId);
        $this->readNext($consentId);
    }

    /** Forces a read at the consent's next event, even if its data isn't newer. */
    public function readNext(string $consentId): void
    {
        $this->run('UPDATE consents SET data_updated = NULL WHERE id = ?', $consentId);
    }

    /** True if newer consents have delivered all of a consent's accounts, so that the consent can be deleted. */
    public function isReplaced(string $userId, array $consent, array $accounts): bool
    {
        $isRead = !in_array(null, array_column($this->accounts($userId), 'read_whole_at'), true);
        return $accounts !== [] && $isRead && $this->accountsToRead($userId, $consent, $accounts, []) === [];
    }

    /** Returns the stored consent, or null if it isn't yours. Ignores the ID's case. */
    public function consent(string $id): ?array
    {
        return $this->all('SELECT * FROM consents WHERE lower(id) = lower(?)', $id)[0] ?? null;
    }

    /** Records an active consent as the platform returned it, even if it seemed to have ended. */
    public function saveConsent(string $userId, array $consent): void
    {
        $this->upsert('consents', ['id' => $consent['id']], [
            'user_id' => $userId,
            'provider_key' => $consent['providerKey'] ?? null,
            'status' => $consent['status'] ?? null,
            'requested' => $consent['dateRequested'] ?? null,
            'expires' => $consent['dateExpire'] ?? null,
            'ended_at' => null,
        ]);
    }

    /** Call this when a consent has ended. Its data is kept, and an older consent may take over its accounts. */
    public function endConsent(string $consentId, DateTimeImmutable $now, mixed $status = null): void
    {
        $end = 'UPDATE consents SET ended_at = COALESCE(ended_at, ?), status = COALESCE(?, status) WHERE id = ?';
        $this->run($end, self::time($now), $status, $consentId);
    }

    /** A webhook path that nobody can guess. It stays the same, so register it once. */
    public function webhookPath(): string
    {
        $value = '/hooks/' . bin2hex(random_bytes(16));
        $this->upsert('settings', ['name' => 'webhookPath'], new: ['value' => $value]);
        return $this->all("SELECT value FROM settings WHERE name = 'webhookPath'")[0]['value'];
    }

    /** Puts a consent into the inbox, due immediately. */
    public function addEvent(string $consentId): void
    {
        $now = self::milliseconds();
        $this->run(
            'INSERT INTO inbox (consent_id, events, received_at, due_at, attempts) VALUES (?, 1, ?, ?, 0)
             ON CONFLICT (consent_id) DO UPDATE SET events = inbox.events + 1, received_at = excluded.received_at,
             due_at = excluded.due_at, attempts = 0',
            ...[$consentId, $now, $now],
        );
    }

    /** The inbox's entries that are due, oldest first. */
    public function dueEvents(): array
    {
        return $this->all('SELECT * FROM inbox WHERE due_at <= ? ORDER BY due_at', self::milliseconds());
    }

    /** Removes an entry unless another event has arrived. */
    public function removeEvent(array $entry): void
    {
        $this->run('DELETE FROM inbox WHERE consent_id = ? AND events = ?', $entry['consent_id'], $entry['events']);
    }

    /** Postpones an entry by 1, 2, 4, … seconds, up to an hour. Returns false a day after its last event. */
    public function putBack(array $entry): bool
    {
        ['consent_id' => $consentId, 'events' => $events, 'attempts' => $attempts] = $entry;
        $now = self::milliseconds();
        $pause = (int) (1_000 * min(2 ** min($attempts, 12), 3_600) * (0.5 + mt_rand() / mt_getrandmax() / 2));
        $this->run(
            'UPDATE inbox SET due_at = ?, attempts = ? WHERE consent_id = ? AND events = ?',
            ...[$now + $pause, $attempts + 1, $consentId, $events],
        );
        return $entry['received_at'] > $now - 86_400_000;
    }

    private static function milliseconds(): int
    {
        return (int) (microtime(true) * 1_000);
    }

    /** Deletes all of a user's data. */
    public function delete(string $userId): void
    {
        $ofAccounts = 'account_key IN (SELECT account_key FROM accounts WHERE user_id = ?)';
        $this->database->beginTransaction();
        $this->run("DELETE FROM transactions WHERE $ofAccounts", $userId);
        $this->run("DELETE FROM unstored_transactions WHERE $ofAccounts", $userId);
        $this->run('DELETE FROM inbox WHERE consent_id IN (SELECT id FROM consents WHERE user_id = ?)', $userId);
        $this->run('DELETE FROM accounts WHERE user_id = ?', $userId);
        $this->run('DELETE FROM consents WHERE user_id = ?', $userId);
        $this->run('DELETE FROM users WHERE id = ?', $userId);
        $this->database->commit();
    }

    /** Other consents' stored accounts that this consent may list under a different ID and IBAN. */
    public function similar(string $userId, array $consent, array $accounts): array
    {
        return array_filter(array_column($this->accountsToRead($userId, $consent, $accounts, []), 'similar'));
    }

    /**
     * The accounts to read through a consent, as updated rows. Accounts match in one pass per rule, each once.
     * `similar` is another consent's stored account that may be this one under its old IBAN.
     */
    private function accountsToRead(string $userId, array $consent, array $accounts, array $gone): array
    {
        $free = $stored = $this->accounts($userId);
        $listed = [];
        foreach ($accounts as $each) {
            $listed[$each['id']] = [
                'account_key' => "$userId {$each['id']}",
                'user_id' => $userId,
                'consent_id' => $consent['id'],
                'id' => $each['id'],
                'provider_key' => $consent['providerKey'] ?? null,
                'provider_account_id' => self::text($each['providerAccountId'] ?? null),
                'iban' => self::plain($each['iban'] ?? ''),
                'bban' => self::plain($each['bban'] ?? ''),
                'currency' => $each['currency'],
                'read_whole_at' => null,
                'document' => self::json($each),
                'is_listed' => true,
                'similar' => null,
            ];
        }
        $isListedNowhere = fn ($row) => $row['closed_at'] !== null || $row['owner'] === null
            || $row['consent_id'] === $consent['id'] || in_array($row['account_key'], $gone, true);
        $areEqual = fn ($a, $b, string ...$names) => array_filter($names, fn ($name) => !isset($a[$name])) === []
            && array_filter($names, fn ($name) => $a[$name] !== $b[$name]) === [];
        // A providerAccountId may be unique only per login, so don't match an account that another login still lists.
        $isSimilar = fn ($a, $b) => $areEqual($a, $b, 'provider_key', 'provider_account_id', 'currency');
        $count = fn ($rows, $row) => count(array_filter($rows, fn ($each) => $isSimilar($row, $each)));
        // Some banks give all accounts of a login the same ID.
        $isOnly = fn ($row) => $count($listed, $row) === 1 && $count($stored, $row) === 1;
        $rules = [
            fn ($a, $b) => $a['id'] === $b['id'],
            fn ($a, $b) => $areEqual($a, $b, 'iban', 'currency'),
            fn ($a, $b) => !isset($a['iban'], $b['iban']) && $areEqual($a, $b, 'bban', 'currency'),
            fn ($a, $b) => $isSimilar($a, $b) && $isListedNowhere($b) && $isOnly($b),
            // The key contains the account's first ID.
            fn ($a, $b) => $a['account_key'] === $b['account_key'],
        ];
        $pairs = [];
        foreach ($rules as $isSame) {
            foreach (array_diff_key($listed, $pairs) as $id => $account) {
                $same = array_filter($free, fn ($row) => $isSame($account, $row));
                if ($same !== []) {
                    $pairs[$id] = current($same);
                    unset($free[key($same)]);
                }
            }
        }
        foreach ($listed as $id => $account) {
            $known = $pairs[$id] ?? null;
            if ($known === null) {
                $listed[$id]['similar'] = current(array_filter($free, fn ($row) => $isSimilar($account, $row))) ?: null;
                continue;
            }
            $listed[$id]['account_key'] = $known['account_key'];
            // Keep the stored numbers if this consent omits them.
            $listed[$id]['iban'] ??= $known['iban'];
            $listed[$id]['bban'] ??= $known['bban'];
            $requested = $known['closed_at'] === null ? $known['owner_requested'] : null;
            if ($known['consent_id'] === $consent['id']) {
                $listed[$id]['read_whole_at'] = $known['read_whole_at'];
            } elseif (
                $requested !== null
                && new DateTimeImmutable($requested) > new DateTimeImmutable($consent['dateRequested'] ?? 'now')
            ) {
                unset($listed[$id]); // A newer consent also lists the account.
            }
        }
        foreach ($accounts === [] ? [] : $free as $row) {
            // The consent no longer lists the account. Read it one last time.
            if ($row['consent_id'] === $consent['id'] && $row['closed_at'] === null) {
                $listed[] = [...$row, 'is_listed' => false, 'similar' => null];
            }
        }
        return $listed;
    }

    /** A transaction's columns. An exception's message says why it can't be stored. */
    private function row(mixed $transaction): array
    {
        $category = $transaction['category'] ?? [];
        $texts = [
            'description' => $transaction['description'] ?? null,
            'counterpart_account_number' => $transaction['counterpartAccountNumber'] ?? null,
            'category' => $category['z2']['category'] ?? $category['z1']['l1Name'] ?? $category['l1Name'] ?? null,
        ];
        [$id, $currency] = [self::text($transaction['id'] ?? null), self::text($transaction['currency'] ?? null)];
        $id ?? throw new DomainException('the ID is missing');
        $currency ?? throw new DomainException('the currency is missing');
        $day = self::day($transaction['bookDate'] ?? null);
        if (array_filter($texts, fn ($text) => !is_string($text ?? '')) !== []) {
            throw new DomainException("the description, counterpart, or category isn't text");
        }
        return [
            'id' => $id,
            'book_date' => $day,
            'amount_minor' => self::minorUnits($transaction['amount'] ?? null, $this->decimals[$currency] ?? 2),
            'currency' => $currency,
            ...$texts,
            'counterpart_account_number' => self::plain($texts['counterpart_account_number'] ?? ''),
            'document' => self::json($transaction),
            'removed_at' => null,
        ];
    }

    /** A nonempty string, or null. */
    private static function text(mixed $value): ?string
    {
        return is_string($value) && $value !== '' ? $value : null;
    }

    /** The day of a date or a date-time. Banks send placeholders, such as year 1, for unknown dates. */
    private static function day(mixed $date): string
    {
        $day = substr(self::text($date) ?? '', 0, 10);
        $date = DateTimeImmutable::createFromFormat('!Y-m-d', $day);
        $isReal = $day >= '1900' && $date && $date->format('Y-m-d') === $day;
        return $isReal ? $day : throw new DomainException('the booking date is missing or impossible');
    }

    /**
     * An amount in minor units, such as cents, so sums are exact. Rounds off float noise of less than a millionth of a
     * minor unit, as in 2.6100000000000003.
     */
    public static function minorUnits(mixed $amount, int $decimals): int
    {
        $number = '/^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/iD';
        if (!is_string($amount) || !preg_match($number, $amount, $parts)) {
            throw new DomainException("the amount isn't a decimal number");
        }
        [, $sign, $whole, $fraction, $exponent] = $parts + ['', '', '', '', '0'];
        $point = strlen($whole) + (int) $exponent + $decimals;
        $digits = str_pad(str_repeat('0', max(-$point, 0)) . $whole . $fraction, max($point, 0), '0');
        $rest = rtrim(substr($digits, max($point, 0)), '0');
        $digits = ltrim(substr($digits, 0, max($point, 0)), '0') ?: '0';
        $isHigher = str_starts_with($rest, '999999') && strlen($rest) > 6;
        if ($rest !== '' && !str_starts_with($rest, '000000') && !$isHigher) {
            throw new DomainException("the amount has more than $decimals decimals");
        }
        $minor = (int) $digits + (int) $isHigher;
        if ((string) (int) $digits !== $digits || !is_int($minor)) {
            throw new DomainException("the amount doesn't fit into 64 bits");
        }
        return $sign === '' ? $minor : -$minor;
    }

    /** Minor units as a decimal, such as `-12.50`. */
    private function decimal(string $minor, string $currency): string
    {
        $decimals = $this->decimals[$currency] ?? 2;
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
        return strtoupper(preg_replace('/\s+/u', '', $number)) ?: null;
    }

    private static function shift(string $day, string $by): string
    {
        return (new DateTimeImmutable($day))->modify($by)->format('Y-m-d');
    }

    private static function json(mixed $document): string
    {
        // PHP parses 1e999 as infinity, which JSON can't contain.
        $options = JSON_PARTIAL_OUTPUT_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE;
        return json_encode($document, $options);
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
        [$names, $keys] = [implode(', ', array_keys($all)), implode(', ', array_keys($key))];
        $marks = implode(', ', array_fill(0, count($all), '?'));
        $updates = implode(', ', array_map(fn ($name) => "$name = excluded.$name", array_keys($row ?: $key)));
        $upsert = "INSERT INTO $table ($names) VALUES ($marks) ON CONFLICT ($keys) DO UPDATE SET $updates";
        $this->run($upsert, ...array_values($all));
    }
}
