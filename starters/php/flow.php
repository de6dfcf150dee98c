<?php

declare(strict_types=1);

const READY = [4, 'UPDATED'];
const STOPPED = [5, 7, 8, 'INVALIDATED', 'ERROR', 'TIMEDOUT'];
const AUTHENTICATED = [2, 'AUTHENTICATED'];
const FAILING = [6, 'FAILING'];
const MOST_PAGES = 1_000;

// #region wait-for-consent
/** Polls a consent until its data is there. If it stays AUTHENTICATED, calls `$refresh` once. */
function waitForConsent(Client $client, string $consentId, callable $refresh, int $timeLimit = 600): array
{
    $end = microtime(true) + $timeLimit;
    $previous = null;
    $isRefreshed = false;
    for ($pause = 1; ; $pause = min($pause * 2, 15)) {
        $consent = $client->call('GET', '/Consent/' . rawurlencode($consentId));
        $status = $consent['status'];
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
        if (in_array($status, AUTHENTICATED, true) && $status === $previous && !$isRefreshed) {
            $isRefreshed = true;
            $refresh($consentId);
        }
        if (microtime(true) + $pause > $end) {
            throw new RuntimeException("The consent still has the status $status.");
        }
        $previous = $status;
        sleep($pause);
    }
}
// #endregion wait-for-consent

// #region pages
/** Yields every transaction of a consent, page by page. */
function readTransactions(Client $client, string $consentId): Generator
{
    $query = ['ConsentId' => $consentId, 'PageSize' => 100];
    for ($page = 1; $page <= MOST_PAGES; $page++) {
        $response = $client->call('GET', '/Transactions', $query);
        foreach ($response['data'] as $transaction) {
            yield $transaction;
        }
        $token = $response['nextPageToken'] ?? null;
        if (!$token) {
            return;
        }
        if ($token === ($query['PageToken'] ?? null)) {
            throw new RuntimeException('The page token repeats.');
        }
        $query['PageToken'] = $token;
    }
    throw new RuntimeException('There are more than ' . MOST_PAGES . ' pages.');
}
// #endregion pages

// #region wait-for-job
/** Polls a job until it is COMPLETED. `$read` returns the job. */
function waitForJob(callable $read, int $timeLimit = 600): array
{
    $end = microtime(true) + $timeLimit;
    for ($pause = 1; ; $pause = min($pause * 2, 15)) {
        $job = $read();
        if ($job['status'] === 'COMPLETED') {
            return $job;
        }
        if ($job['status'] === 'FAILED') {
            throw new RuntimeException("The job {$job['id']} failed.");
        }
        if (microtime(true) + $pause > $end) {
            throw new RuntimeException("The job {$job['id']} still has the status {$job['status']}.");
        }
        sleep($pause);
    }
}
// #endregion wait-for-job
