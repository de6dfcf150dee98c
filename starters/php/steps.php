<?php

declare(strict_types=1);

require __DIR__ . '/Client.php';
require __DIR__ . '/flow.php';

$externalUserId = getenv('EXTERNAL_USER_ID') ?: 'starter-' . bin2hex(random_bytes(8));
$redirectUrl = getenv('REDIRECT_URL') ?: 'https://app.example.com/return';

$client = new Client();
$transactions = [];

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

// #region store
/** Stores each transaction of a consent once, however often it is read. Use a table of your database in production. */
$store = function (string $consentId) use ($client, &$transactions): array {
    $read = [];
    foreach (readTransactions($client, $consentId) as $each) {
        $read["{$each['accountId']} {$each['id']}"] = $each;
    }
    $transactions = array_merge($transactions, $read);
    return $read;
};
// #endregion store

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

$consent = waitForConsent($client, $consentId, $refresh);
echo "5. The consent has the status {$consent['status']}.\n";

$accounts = $client->call('GET', '/Accounts', ['ConsentId' => $consentId, 'Page' => 1, 'Size' => 100]);
printf("6. Listed %d accounts and stored %d transactions.\n", count($accounts), count($store($consentId)));

// In production, read the transactions when the webhook arrives: the status can still be that of before the refresh.
if ($refresh($consentId)) {
    waitForConsent($client, $consentId, $refresh);
    printf("7. Refreshed the consent and stored %d transactions.\n", count($store($consentId)));
} else {
    echo "7. The daily limit is used up. Refresh the consent later.\n";
}

$job = $client->call('POST', '/v2/categorization-jobs', body: [
    'engine' => 'z2',
    'profile' => 'RETAIL',
    'consentId' => $consentId,
]);
waitForJob(fn () => $client->call('GET', "/v2/categorization-jobs/{$job['data']}")['data']);
$categorized = array_filter($store($consentId), fn (array $each) => isset($each['category']));
printf("8. Stored %d categorized transactions.\n", count($categorized));

$analysis = $client->call('POST', '/analysis-jobs', body: [
    'reference' => "starter-$consentId",
    'engine' => 'Z2',
    'profile' => 'RETAIL',
    'input' => ['consentIds' => [$consentId]],
]);
$completed = waitForJob(fn () => $client->call('GET', "/analysis-jobs/{$analysis['id']}"));
printf("9. The analysis has %s.\n", implode(', ', array_keys($completed['analysis'])));

$client->call('DELETE', '/Users', ['UserId' => $user['id']]);
$transactions = [];
echo "10. Deleted the user.\n";
