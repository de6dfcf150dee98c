<?php

declare(strict_types=1);

/**
 * The accounts and transactions of end users, each once, in a JSON file for one process. Use tables of your database
 * in production.
 *
 * IDs identify them within a consent. A renewed consent, or a second one for the same account, may have other IDs, so
 * `ids` has all that were read, and what the bank states identifies them across consents.
 */
final class Store
{
    /** The accounts of each user, with their transactions. */
    private array $users = [];

    public function __construct(private string $file)
    {
        if (is_file($file)) {
            $this->users = json_decode(file_get_contents($file), true, flags: JSON_THROW_ON_ERROR);
        } elseif (!is_dir(dirname($file))) {
            mkdir(dirname($file), recursive: true);
        }
    }

    /** A user's accounts. `closed` marks those that their consent no longer lists. */
    public function accounts(string $userId): array
    {
        return $this->users[$userId] ?? [];
    }

    public function transactions(string $userId): array
    {
        return array_merge(...array_column($this->accounts($userId), 'transactions'));
    }

    // #region save
    /** Stores all that a consent has now. Accounts move to the consent that was read last; nothing is deleted. */
    public function save(string $userId, array $consent, array $accounts, array $transactions): void
    {
        $read = [];
        foreach ($accounts as $each) {
            $provider = ['providerKey' => $consent['providerKey']];
            $read[$each['id']] = [...$each, ...$provider, 'ids' => [$each['id']], 'closed' => false];
        }
        $byAccount = [];
        foreach ($transactions as $each) {
            ['id' => $id, 'accountId' => $accountId] = $each;
            $byAccount[$accountId][$id] = [...$each, 'ids' => ["$accountId $id"]];
            // The platform may still have transactions of an account that it no longer lists.
            $account = ['id' => $accountId, 'iban' => $each['accountNumber'] ?? '', 'currency' => $each['currency']];
            $read[$accountId] ??= [...$account, 'ids' => [$accountId], 'closed' => true];
        }

        $before = array_map(
            fn ($each) => $each['consentId'] === $consent['id'] ? [...$each, 'closed' => true] : $each,
            $this->accounts($userId),
        );
        $ids = fn (array $each) => $each['ids'];
        $byIban = self::byIban(...);
        $byProviderId = self::byProviderId(...);
        // IBANs decide if both have one. Otherwise the provider's ID does, which may be unique only within a login.
        $withoutIban = fn (array $each) => self::byIban($each) === [] ? self::byProviderId($each) : [];
        $rules = [[$ids, $ids], [$byIban, $byIban], [$withoutIban, $byProviderId], [$byProviderId, $withoutIban]];
        $merged = self::merge($before, $read, $consent['id'], $rules);
        // Within one consent, an equal payment with another ID is a second payment.
        $byStatement = fn (array $each) =>
            ($each['consentId'] ?? null) === $consent['id'] ? [] : [self::statement($each)];
        foreach ($merged as &$account) {
            $new = $byAccount[$account['id']] ?? [];
            $rules = [[$ids, $ids], [$byStatement, $byStatement]];
            $account['transactions'] = self::merge($account['transactions'] ?? [], $new, $consent['id'], $rules);
        }
        unset($account);
        $this->users[$userId] = $merged;
        $this->write();
    }
    // #endregion save

    /** Deletes all data of a user. */
    public function delete(string $userId): void
    {
        unset($this->users[$userId]);
        $this->write();
    }

    /**
     * Updates what is stored, and adds what is new. Each rule has a function for stored items and one for read items,
     * which return keys. Two items are the same if they have a key of one rule in common, but each matches only once:
     * two equal payments on one day stay two.
     */
    private static function merge(array $stored, array $read, string $consentId, array $rules): array
    {
        $pairs = [];
        foreach ($rules as [$keysOfStored, $keysOfRead]) {
            $free = [];
            foreach (array_diff_key($stored, array_flip($pairs)) as $at => $each) {
                foreach ($keysOfStored($each) as $key) {
                    $free[$key][] = $at;
                }
            }
            foreach (array_diff_key($read, $pairs) as $id => $each) {
                foreach ($keysOfRead($each) as $key) {
                    if (!empty($free[$key])) {
                        $pairs[$id] = array_shift($free[$key]);
                    }
                }
            }
        }
        foreach ($read as $id => $each) {
            $at = $pairs[$id] ?? count($stored);
            $ids = array_unique([...$stored[$at]['ids'] ?? [], ...$each['ids']]);
            $stored[$at] = [...$stored[$at] ?? [], ...$each, 'ids' => array_values($ids), 'consentId' => $consentId];
        }
        return $stored;
    }

    private static function byIban(array $account): array
    {
        $iban = self::plain($account['iban'] ?? '');
        return $iban === '' ? [] : ["$iban {$account['currency']}"];
    }

    private static function byProviderId(array $account): array
    {
        $id = $account['providerAccountId'] ?? '';
        return $id === '' ? [] : ["{$account['providerKey']} $id {$account['currency']}"];
    }

    /** What the bank states about a transaction, the same in every consent. */
    private static function statement(array $transaction): string
    {
        // The client reads 250 as a number, and 250.00 as a string.
        $amount = (string) $transaction['amount'];
        return json_encode([
            $transaction['bookDate'],
            str_contains($amount, '.') ? rtrim(rtrim($amount, '0'), '.') : $amount,
            $transaction['currency'],
            $transaction['description'] ?? '',
            self::plain($transaction['counterpartAccountNumber'] ?? ''),
        ], JSON_THROW_ON_ERROR);
    }

    /** An account number without spaces and in uppercase. */
    private static function plain(string $number): string
    {
        return strtoupper(preg_replace('/\s+/', '', $number));
    }

    private function write(): void
    {
        file_put_contents("$this->file.new", json_encode($this->users, JSON_THROW_ON_ERROR | JSON_PRETTY_PRINT));
        rename("$this->file.new", $this->file);
    }
}
