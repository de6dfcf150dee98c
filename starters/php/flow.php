<?php

declare(strict_types=1);

const READY = [4, 'UPDATED'];
const STOPPED = [5, 7, 8, 'INVALIDATED', 'ERROR', 'TIMEDOUT'];
const FAILING = [6, 'FAILING'];
const MOST_PAGES = 1_000;
const MOST_READS = 3;
const MOST_RESTARTS = 3;
/** The statuses with which the platform refuses a single account. */
const REFUSED = [400, 403, 404];
const WAIT_LIMIT = 600;

// #region wait-for-consent
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
            throw new RuntimeException("The consent stopped at $status: $errors");
        }
        if (in_array($status, FAILING, true) && $status !== $previous) {
            echo "The consent is failing: $errors\n";
        }
        $pause = Client::backoff($count);
        if (microtime(true) + $pause > $end) {
            throw new RuntimeException("The consent still has the status $status.");
        }
        $previous = $status;
        usleep((int) ($pause * 1_000_000));
    }
}
// #endregion wait-for-consent

/** Reads every page of a consent's accounts, until a page lists no new accounts or returns a 404. */
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
            if ($error->getCode() !== 404) {
                throw $error;
            }
        }
        if (count($accounts) === $before) {
            return array_values($accounts);
        }
    }
    throw new RuntimeException('There are more than ' . MOST_PAGES . ' pages.');
}

// #region pages
/** Reads every page of the transactions that match a query. If the first page is refused, returns its status. */
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
                return $status;
            }
            // After a 400, the page token may have expired. Start again with the first page.
            if ($status !== 400 || !isset($page['PageToken']) || $attempt > MOST_RESTARTS) {
                throw $error;
            }
        }
    }
}
// #endregion pages

// #region read-consent
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
        $elsewhere = [];
        foreach ($store->otherConsents($userId, $consent, $accounts) as $other) {
            array_push($elsewhere, ...array_column(readAccounts($client, $other), 'id'));
        }
        $windows = $store->windows($userId, $consent, $accounts, $elsewhere, $now);
        $lists = [];
        foreach ($windows as $accountId => $dateFrom) {
            $query = ['ConsentId' => $consent['id'], 'AccountId' => $accountId, 'DateFrom' => $dateFrom];
            $lists[$accountId] = readTransactions($client, $query);
        }
        $updated = $consent['dateTransactionsUpdated'] ?? null;
        $consent = $client->call('GET', '/Consent/' . rawurlencode($consent['id']));
        if (!in_array($consent['status'] ?? null, READY, true)) {
            break;
        }
        if ($updated === ($consent['dateTransactionsUpdated'] ?? null)) {
            $result = $store->store($userId, $consent, $accounts, $elsewhere, $lists, $windows, $now);
            array_map(error_log(...), $result['notes']);
            return $result;
        }
    }
    throw new RuntimeException("The data for consent {$consent['id']} changed during the read.");
}
// #endregion read-consent

// #region wait-for-job
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
        $pause = Client::backoff($count);
        if (microtime(true) + $pause > $end) {
            throw new RuntimeException("Job {$job['id']} still has the status {$job['status']}.");
        }
        usleep((int) ($pause * 1_000_000));
    }
}
// #endregion wait-for-job
