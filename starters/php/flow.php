<?php

declare(strict_types=1);

const READY = [4, 'UPDATED'];
const STOPPED = [5, 7, 8, 'INVALIDATED', 'ERROR', 'TIMEDOUT'];
const FAILING = [6, 'FAILING'];
const MOST_PAGES = 1_000;
const MOST_READS = 3;
const MOST_RESTARTS = 3;
/** The statuses for a single refused account. */
const REFUSED = [400, 403, 404];
const WAIT_LIMIT = 600;

/** Polls a consent until its data is ready. If the time limit passes, poll again later. */
function waitForConsent(Client $client, string $consentId): array
{
    $end = microtime(true) + WAIT_LIMIT;
    $previous = null;
    for ($count = 1; ; $count++) {
        $consent = $client->call('GET', '/Consent/' . rawurlencode($consentId));
        $status = $consent['status'] ?? null;
        $errors = json_encode($consent['errors'] ?? []);
        if (in_array($status, READY, true)) {
            return $consent;
        }
        if (in_array($status, STOPPED, true)) {
            throw new RuntimeException("The consent ended in status $status: $errors");
        }
        if (in_array($status, FAILING, true) && $status !== $previous) {
            echo "The consent is failing: $errors\n";
        }
        $previous = $status;
        waitUntil($end, $count, "The consent is still in status $status.");
    }
}

/** Pauses before the next poll, or throws an exception if it would be too late. */
function waitUntil(float $end, int $count, string $message): void
{
    $pause = Client::backoff($count);
    if (microtime(true) + $pause > $end) {
        throw new RuntimeException($message);
    }
    usleep((int) ($pause * 1_000_000));
}

/** Reads every page of a consent's accounts, until a page lists no new accounts or, after page 1, returns a 404. */
function readAccounts(Client $client, string $consentId): array
{
    $accounts = [];
    for ($page = 1; $page <= MOST_PAGES; $page++) {
        $before = count($accounts);
        try {
            $query = ['ConsentId' => $consentId, 'Page' => $page, 'Size' => 50];
            foreach ($client->call('GET', '/Accounts', $query) as $account) {
                $accounts[$account['id']] = $account;
            }
        } catch (PlatformError $error) {
            if ($error->getCode() !== 404 || $page === 1) {
                throw $error;
            }
        }
        if (count($accounts) === $before) {
            return array_values($accounts);
        }
    }
    throw new RuntimeException('There are more than ' . MOST_PAGES . ' pages.');
}

/** Reads every page of the transactions that match a query. If the first page is refused, returns its status, or an empty list for a 404. */
function readTransactions(Client $client, array $query): array|int
{
    for ($attempt = 1; ; $attempt++) {
        $page = ['PageSize' => 100] + $query;
        $transactions = [];
        try {
            for ($count = 1; $count <= MOST_PAGES; $count++) {
                $response = $client->call('GET', '/Transactions', $page);
                array_push($transactions, ...$response['data']);
                $token = $response['nextPageToken'] ?? null;
                if (!$token) {
                    return $transactions;
                }
                if ($token === ($page['PageToken'] ?? null)) {
                    throw new RuntimeException('Duplicate page token.');
                }
                $page['PageToken'] = $token;
            }
            throw new RuntimeException('There are more than ' . MOST_PAGES . ' pages.');
        } catch (PlatformError $error) {
            $status = $error->getCode();
            if (!isset($page['PageToken']) && in_array($status, REFUSED, true)) {
                return $status === 404 ? [] : $status; // A 404 may mean that there are no transactions.
            }
            // A 400 may mean that the page token has expired. Start again with the first page.
            if ($status !== 400 || !isset($page['PageToken']) || $attempt > MOST_RESTARTS) {
                throw $error;
            }
        }
    }
}

/** Reads and stores a ready consent's data. An exception leaves the store unchanged; read the consent again later. */
function readConsent(
    Client $client,
    Store $store,
    string $userId,
    array $consent,
    DateTimeImmutable $now = new DateTimeImmutable(),
): array {
    for ($attempt = 1; $attempt <= MOST_READS; $attempt++) {
        $accounts = readAccounts($client, $consent['id']);
        $similar = $store->similar($userId, $consent, $accounts);
        $isGone = fn (array $account) => isGone($client, $account);
        $gone = array_column(array_filter($similar, $isGone), 'account_key');
        $lists = [];
        foreach ($store->windows($userId, $consent, $accounts, $gone, $now) as $accountId => $dateFrom) {
            $query = ['ConsentId' => $consent['id'], 'AccountId' => $accountId, 'DateFrom' => $dateFrom];
            $lists[$accountId] = [$dateFrom, readTransactions($client, $query)];
        }
        $updated = $consent['dateTransactionsUpdated'] ?? null;
        $consent = $client->call('GET', '/Consent/' . rawurlencode($consent['id']));
        if (!in_array($consent['status'] ?? null, READY, true)) {
            break;
        }
        if ($updated === ($consent['dateTransactionsUpdated'] ?? null)) {
            $result = $store->store($userId, $consent, $accounts, $gone, $lists, $now);
            array_map(error_log(...), $result['notes']);
            return $result;
        }
    }
    throw new RuntimeException("The data for consent {$consent['id']} changed during the read.");
}

/** True if an account's own consent no longer lists it. Ignores empty lists and refusals, which may be mistakes. */
function isGone(Client $client, array $account): bool
{
    try {
        $ids = array_column(readAccounts($client, $account['consent_id']), 'id');
    } catch (PlatformError $error) {
        if (!in_array($error->getCode(), REFUSED, true)) {
            throw $error;
        }
        return false;
    }
    return $ids !== [] && !in_array($account['id'], $ids, true);
}

/** Reads the consents in the inbox. Returns the stored data by consent ID. After an error, a later run retries. */
function workOnInbox(Client $client, Store $store): array
{
    $results = [];
    foreach ($store->dueEvents() as $entry) {
        $consentId = $entry['consent_id'];
        try {
            $results[$consentId] = readFromInbox($client, $store, $consentId);
        } catch (Throwable $error) { // even an unexpected one must not block other consents
            error_log("Reading consent $consentId failed: {$error->getMessage()}");
            if ($store->putBack($entry)) {
                continue;
            }
            error_log("Gave up on consent $consentId a day after its last event.");
        }
        $store->removeEvent($entry);
    }
    return array_filter($results);
}

/** Reads a consent after its event, which could be forged. Returns null if there's nothing new. */
function readFromInbox(Client $client, Store $store, string $consentId): ?array
{
    $known = $store->consent($consentId);
    if ($known === null) {
        return null; // The user was deleted meanwhile.
    }
    try {
        $consent = $client->call('GET', '/Consent/' . rawurlencode($consentId));
    } catch (PlatformError $error) {
        if ($error->getCode() !== 404) {
            throw $error;
        }
        $consent = ['status' => 'DELETED'];
    }
    $status = $consent['status'] ?? null;
    if (in_array($status, [...STOPPED, 'DELETED'], true)) {
        error_log("Consent $consentId ended in status $status. Its data is kept.");
        $store->endConsent($consentId, new DateTimeImmutable(), $status);
        return null;
    }
    if (!in_array($status, READY, true)) {
        throw new RuntimeException("The consent isn't ready: its status is $status.");
    }
    $updated = $consent['dateTransactionsUpdated'] ?? null;
    return $updated !== null && $updated === $known['data_updated']
        ? null
        : readConsent($client, $store, $known['user_id'], $consent);
}

/** Polls a job until it is COMPLETED. `$read` returns the job. */
function waitForJob(callable $read): array
{
    $end = microtime(true) + WAIT_LIMIT;
    for ($count = 1; ; $count++) {
        $job = $read();
        if ($job['status'] === 'COMPLETED') {
            return $job;
        }
        if ($job['status'] === 'FAILED') {
            throw new RuntimeException("Job {$job['id']} failed.");
        }
        waitUntil($end, $count, "Job {$job['id']} is still in status {$job['status']}.");
    }
}
