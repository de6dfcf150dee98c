<?php

declare(strict_types=1);

require __DIR__ . '/Client.php';
require __DIR__ . '/Store.php';
require __DIR__ . '/flow.php';

$externalUserId = getenv('EXTERNAL_USER_ID') ?: 'starter-' . bin2hex(random_bytes(8));
$redirectUrl = getenv('REDIRECT_URL') ?: 'https://app.example.com/return';

$client = new Client();
$store = new Store((getenv('DATA_DIR') ?: 'data') . '/starter.db');

/** Returns whether the platform accepted the refresh. It accepts six per consent and day. */
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

$client->token();
echo "1. Received a token.\n";

$providers = $client->call('GET', '/Providers');
$key = getenv('PROVIDER_KEY') ?: $providers[0]['providerKey'] ?? '';
$provider = array_column($providers, null, 'providerKey')[$key]
    ?? throw new RuntimeException("There is no provider $key.");
printf("2. Listed %d providers. Using %s.\n", count($providers), $key);

$user = $client->call('POST', '/Users', body: ['externalUserId' => $externalUserId]);
echo "3. Created the user {$user['id']}.\n";

['consentId' => $consentId, 'consentUrl' => $consentUrl] = $client->call('POST', '/Consent', body: [
    'providerKey' => $key,
    'countryCode' => $provider['countryCode'],
    'externalUserId' => $externalUserId,
    'redirectUrl' => $redirectUrl,
]);
echo "4. Created a consent. Open this URL in your browser and give consent:\n$consentUrl\n";

$consent = waitForConsent($client, $consentId);
echo "5. The consent has the status {$consent['status']}.\n";

readConsent($client, $store, $user['id'], $consent);
$accounts = count($store->accounts($user['id']));
$transactions = count($store->transactions($user['id']));
echo "6. Listed $accounts accounts and stored $transactions transactions.\n";

// In production, read the transactions when the webhook arrives: the status can still be that of before the refresh.
if ($refresh($consentId)) {
    $consent = waitForConsent($client, $consentId);
    ['added' => $added] = readConsent($client, $store, $user['id'], $consent);
    echo "7. Refreshed the consent and stored $added new transactions.\n";
} else {
    echo "7. The daily limit is used up. Refresh the consent later.\n";
}

$sequences = $client->call('GET', '/Sequencing', ['ConsentId' => $consentId]);
printf(
    "8. Read the sequences: %d of income, %d of expenses.\n",
    count($sequences['incomeSequences']),
    count($sequences['expenseSequences']),
);

$job = $client->call('POST', '/v2/categorization-jobs', body: [
    'engine' => 'z2',
    'profile' => 'RETAIL',
    'consentId' => $consentId,
]);
waitForJob(fn () => $client->call('GET', '/v2/categorization-jobs/' . rawurlencode($job['data']))['data']);
// The job has changed old transactions, too.
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
printf("10. The analysis has %s.\n", implode(', ', array_keys($completed['analysis'])));

$client->call('DELETE', '/Users', ['UserId' => $user['id']]);
$store->delete($user['id']);
echo "11. Deleted the user.\n";
