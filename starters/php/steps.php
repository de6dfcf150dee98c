<?php

declare(strict_types=1);

require __DIR__ . '/Client.php';
require __DIR__ . '/Store.php';
require __DIR__ . '/flow.php';

$externalUserId = getenv('EXTERNAL_USER_ID') ?: 'starter-' . bin2hex(random_bytes(8));
$redirectUrl = getenv('REDIRECT_URL') ?: 'https://app.example.com/return';

$client = new Client();
$store = new Store((getenv('DATA_DIR') ?: 'data') . '/bank.db');

/** True if the platform accepted the refresh. It accepts up to six refreshes a day for each consent. */
$refresh = function (string $consentId) use ($client): bool {
    try {
        $client->call('POST', '/Consent/' . rawurlencode($consentId) . '/refresh');
        return true;
    } catch (PlatformError $error) {
        echo $error->getMessage(), "\n";
        if ($error->getCode() !== 429) {
            throw $error;
        }
        return false;
    }
};

/** Retries a DELETE. A 404 means that an earlier attempt worked, but its response was lost. */
$remove = function (string $path, array $query = []) use ($client): void {
    for ($count = 1; ; $count++) {
        try {
            $client->call('DELETE', $path, $query);
            return;
        } catch (RuntimeException $error) {
            // The status is 0 after a network error and 200 for a proxy's error page.
            $status = $error->getCode();
            if ($status === 404) {
                return;
            }
            if (($status >= 300 && $status < 500) || $count === 5) {
                throw $error;
            }
            error_log($error->getMessage());
            usleep((int) (Client::backoff($count) * 1_000_000));
        }
    }
};

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
    // An empty PHP array would become a JSON list.
    echo json_encode(['totals' => (object) $store->totals($user['id'])]), "\n";
};

$newConsent = [
    'providerKey' => $provider['providerKey'],
    'countryCode' => $provider['countryCode'],
    'externalUserId' => $externalUserId,
    'redirectUrl' => $redirectUrl,
];
['consentId' => $consentId, 'consentUrl' => $consentUrl] = $client->call('POST', '/Consent', body: $newConsent);
echo "4. Created a consent. Open this URL in your browser and give consent:\n$consentUrl\n";

$consent = waitForConsent($client, $consentId);
echo "5. The consent has the status {$consent['status']}.\n";

readConsent($client, $store, $user['id'], $consent);
$accounts = count($store->accounts($user['id']));
$transactions = count($store->transactions($user['id']));
echo "6. Listed $accounts accounts and stored $transactions transactions.\n";
$printTotals();

// In production, read the transactions when the webhook arrives. Until then, the status may predate the refresh.
if ($refresh($consentId)) {
    $consent = waitForConsent($client, $consentId);
    ['added' => $added] = readConsent($client, $store, $user['id'], $consent);
    echo "7. Refreshed the consent and stored $added new transactions.\n";
} else {
    echo "7. The daily limit is used up. Refresh the consent later.\n";
}
$printTotals();

$old = $client->call('GET', '/Consent/' . rawurlencode($consentId));
if (new DateTimeImmutable($old['dateExpire'] ?? '9999-12-31') < new DateTimeImmutable('+14 days')) {
    ['consentId' => $consentId, 'consentUrl' => $consentUrl] = $client->call('POST', '/Consent', body: $newConsent);
    echo "The consent ends soon. Open this URL in your browser and renew it:\n$consentUrl\n";
    $consent = waitForConsent($client, $consentId);
    readConsent($client, $store, $user['id'], $consent);
    // Delete the old consent only after the new one has delivered the same accounts.
    if ($store->isReplaced($user['id'], $old, readAccounts($client, $old['id']))) {
        $remove('/Consent/' . rawurlencode($old['id']));
        $store->endConsent($old['id'], new DateTimeImmutable());
    }
    $printTotals();
}

$sequences = $client->call('GET', '/Sequencing', ['ConsentId' => $consentId]);
printf(
    "8. Read %d income sequences and %d expense sequences.\n",
    count($sequences['incomeSequences']),
    count($sequences['expenseSequences']),
);

$job = $client->call('POST', '/v2/categorization-jobs', body: [
    'engine' => 'z2',
    'profile' => 'RETAIL',
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

// Delete the job first. Once the user is deleted, nothing shows whose job it is.
$remove('/analysis-jobs/' . rawurlencode($analysis['id']));
$remove('/Users', ['UserId' => $user['id']]);
$store->delete($user['id']);
$printTotals();
echo "11. Deleted the user.\n";
