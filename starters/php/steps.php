<?php

declare(strict_types=1);

require __DIR__ . '/Client.php';
require __DIR__ . '/Store.php';
require __DIR__ . '/flow.php';

endWithOneLine();
$externalUserId = getenv('EXTERNAL_USER_ID') ?: 'starter-' . bin2hex(random_bytes(8));
$redirectUrl = getenv('REDIRECT_URL') ?: 'https://app.example.com/return';

$port = getenv('WEBHOOK_PORT') ?: '8080';
$eventWait = (float) (getenv()['EVENT_WAIT'] ?? 3_600);

$client = new Client();
$store = new Store((getenv('DATA_DIR') ?: __DIR__ . '/data') . '/bank.db');

/** True if the platform may refresh the consent, even if its response was lost. False after a 400 or a 429. */
$refresh = function (string $consentId) use ($client): bool {
    try {
        $client->call('POST', '/Consent/' . rawurlencode($consentId) . '/refresh');
        return true;
    } catch (PlatformError $error) {
        error_log($error->getMessage());
        $status = $error->getCode();
        $isRefused = $status === 400 || $status === 429;
        if ($status >= 300 && $status < 500 && !$isRefused) {
            throw $error;
        }
        return !$isRefused;
    }
};

/** True if there's nothing to GET. */
$isGone = function (string $path) use ($client): bool {
    try {
        $client->call('GET', $path);
        return false;
    } catch (PlatformError $error) {
        return in_array($error->getCode(), [400, 404], true);
    }
};

/** Retries a DELETE. If an earlier attempt worked, the next response is a 404 or, for an analysis job, a 400. */
$remove = function (string $path, array $query = []) use ($client, $isGone): void {
    for ($count = 1; ; $count++) {
        try {
            $client->call('DELETE', $path, $query);
            return;
        } catch (PlatformError $error) {
            // The status is 0 after a network error and 200 for a proxy's error page.
            $status = $error->getCode();
            if ($status === 404 || ($status === 400 && $count > 1 && $query === [] && $isGone($path))) {
                return;
            }
            $pause = $error->retryAfter ?? Client::backoff($count);
            if (($status >= 300 && $status < 500) || $count === 5 || $pause > Client::LONGEST_PAUSE) {
                throw $error;
            }
            error_log($error->getMessage());
            usleep((int) ($pause * 1_000_000));
        }
    }
};

// In production, run the receiver and the worker as two services.
$path = getenv('WEBHOOK_PATH') ?: $store->webhookPath();
$socket = @stream_socket_server("tcp://127.0.0.1:$port")
    ?: throw new RuntimeException("The receiver can't use port $port. Set WEBHOOK_PORT to a different port.");
fclose($socket);
// A watcher process ends the receiver once its own input closes, which is when this process ends, even by SIGKILL.
$watch = '$server = proc_open(array_slice($argv, 1), [], $_); stream_get_contents(STDIN); proc_terminate($server);';
$command = [PHP_BINARY, '-r', $watch, '--', PHP_BINARY, '-q', '-S', "127.0.0.1:$port", __DIR__ . '/receiver.php'];
$receiver = proc_open($command, [['pipe', 'r'], STDOUT, STDERR], $pipes);
for ($count = 1; !@fsockopen('127.0.0.1', (int) $port); $count++) {
    if ($count > 100) {
        throw new RuntimeException("The receiver on port $port doesn't start.");
    }
    usleep(100_000);
}
echo "The receiver is at http://127.0.0.1:$port$path. Register its public URL, with the same path.\n";

$client->token();
echo "1. Received a token.\n";

$providers = $client->call('GET', '/Providers');
$key = getenv('PROVIDER_KEY') ?: $providers[0]['providerKey'] ?? '';
$provider = array_column($providers, null, 'providerKey')[$key]
    ?? throw new RuntimeException("Provider not found: $key.");
printf("2. Listed %d providers. Using %s.\n", count($providers), $key);

$user = $client->call('POST', '/Users', body: ['externalUserId' => $externalUserId]);
echo "3. Created the user {$user['id']}.\n";

$printTotals = function () use ($store, $user): void {
    $months = array_map(fn ($each) => substr($each['bookDate'], 0, 7), $store->transactions($user['id']));
    $open = array_filter($store->accounts($user['id']), fn ($each) => $each['closed_at'] === null);
    // An empty PHP array would become a JSON list.
    echo json_encode([
        'totals' => (object) $store->totals($user['id']),
        'months' => (object) array_count_values($months),
        'accounts' => count($open),
    ]), "\n";
};

$newConsent = [
    'providerKey' => $provider['providerKey'],
    'countryCode' => $provider['countryCode'],
    'externalUserId' => $externalUserId,
    'redirectUrl' => $redirectUrl,
];
['consentId' => $consentId, 'consentUrl' => $consentUrl] = $client->call('POST', '/Consent', body: $newConsent);
$store->saveConsent($user['id'], ['id' => $consentId]);
echo "4. Created a consent. Open this URL in your browser and give consent:\n$consentUrl\n";

$consent = waitForConsent($client, $consentId);
echo "5. The consent is in status {$consent['status']}.\n";

readConsent($client, $store, $user['id'], $consent);
$accounts = count($store->accounts($user['id']));
$transactions = count($store->transactions($user['id']));
echo "6. Listed $accounts accounts and stored $transactions transactions.\n";
$printTotals();

workOnInbox($client, $store); // Earlier events aren't about the refresh.
$outcome = "7. The platform refused the refresh.\n";
if ($refresh($consentId)) {
    $store->readNext($consentId);
    echo "Waiting up to $eventWait seconds for the event.\n";
    $end = microtime(true) + $eventWait;
    do {
        usleep(100_000);
        $result = workOnInbox($client, $store)[$consentId] ?? null;
    } while ($result === null && $store->consent($consentId)['ended_at'] === null && microtime(true) < $end);
    if ($result === null && $store->consent($consentId)['ended_at'] === null) {
        error_log("No event arrived within $eventWait seconds. Does the platform know your receiver's URL?");
        $result = readConsent($client, $store, $user['id'], waitForConsent($client, $consentId));
    }
    $outcome = sprintf("7. Refreshed the consent and stored %d new transactions.\n", $result['added'] ?? 0);
}
$consent = $old = $client->call('GET', '/Consent/' . rawurlencode($consentId));
$hasEnded = in_array($old['status'] ?? null, STOPPED, true);
echo $hasEnded ? "7. Didn't refresh the consent, because it has ended in status {$old['status']}.\n" : $outcome;
$printTotals();

if (new DateTimeImmutable($old['dateExpire'] ?? '9999-12-31') < new DateTimeImmutable('+14 days')) {
    ['consentId' => $consentId, 'consentUrl' => $consentUrl] = $client->call('POST', '/Consent', body: $newConsent);
    $store->saveConsent($user['id'], ['id' => $consentId]);
    echo "The consent must be renewed. Open this URL in your browser:\n$consentUrl\n";
    $consent = waitForConsent($client, $consentId);
    readConsent($client, $store, $user['id'], $consent);
    // Delete the old consent only after the new one has delivered the same accounts.
    if ($store->isReplaced($user['id'], $old, readAccounts($client, $old['id']))) {
        $remove('/Consent/' . rawurlencode($old['id']));
        $store->endConsent($old['id'], new DateTimeImmutable());
    }
    $printTotals();
} else {
    waitForConsent($client, $consentId); // If it has ended, the program stops here.
}

$sequences = $client->call('GET', '/Sequencing', ['ConsentId' => $consentId]);
printf(
    "8. Found sequences: %d income, %d expense.\n",
    count($sequences['incomeSequences']),
    count($sequences['expenseSequences']),
);

$job = $client->call('POST', '/v2/categorization-jobs', body: [
    'engine' => 'z2',
    'consentId' => $consentId,
]);
waitForJob(fn () => $client->call('GET', '/v2/categorization-jobs/' . rawurlencode($job['data']))['data']);
// Read everything again, because the job also categorized old transactions.
$store->readWholeNext($consentId);
readConsent($client, $store, $user['id'], $consent);
$categorized = array_filter($store->transactions($user['id']), fn (array $each) => isset($each['category']));
printf("9. Stored %d categorized transactions.\n", count($categorized));

$analysis = $client->call('POST', '/analysis-jobs', body: [
    'reference' => "starter-$consentId",
    'engine' => 'Z2',
    'profile' => 'RETAIL',
    'input' => ['consentIds' => [$consentId]],
]);
$completed = waitForJob(fn () => $client->call('GET', '/analysis-jobs/' . rawurlencode($analysis['id'])));
printf("10. The analysis includes %s.\n", implode(', ', array_keys($completed['analysis'])));

// Delete the job first. Once the user is deleted, its accounts and consents can no longer be looked up.
$remove('/analysis-jobs/' . rawurlencode($analysis['id']));
$remove('/Users', ['UserId' => $user['id']]);
$store->delete($user['id']);
$printTotals();
echo "11. Deleted the user.\n";
