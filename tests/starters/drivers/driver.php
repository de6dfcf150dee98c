<?php

declare(strict_types=1);

// Reads consents into a database as the starter does: a request per line on stdin, a response per line on stdout.

foreach (['Client', 'Store', 'flow'] as $file) {
    require __DIR__ . "/../../../starters/php/$file.php";
}

putenv('CLIENT_ID=driver');
putenv('CLIENT_SECRET=driver');
set_error_handler(fn (int $_, string $message) => throw new ErrorException($message));

$respond = function (array $request): array {
    ['database' => $database, 'userId' => $userId] = $request;
    $now = new DateTimeImmutable($request['now']);
    if (str_starts_with($database, 'postgres')) {
        ['host' => $host, 'port' => $port, 'user' => $user, 'path' => $path] = parse_url($database);
        $pdo = new PDO("pgsql:host=$host;port=$port;dbname=" . ltrim($path, '/'), $user);
        $store = new Store($pdo);
    } else {
        $store = new Store($database);
        $pdo = new PDO("sqlite:$database");
    }
    $kept = 0;
    if (isset($request['removeConsent'])) {
        $store->endConsent($request['removeConsent'], $now);
    } else {
        putenv("PLATFORM_URL={$request['url']}");
        $client = new Client();
        $consent = $client->call($request['method'] ?? 'GET', '/Consent/' . rawurlencode($request['consentId']));
        $kept = readConsent($client, $store, $userId, $consent, $now)['kept'];
    }
    $accounts = array_map(fn (array $row) => [
        'key' => $row['account_key'],
        'id' => $row['id'],
        'consentId' => $row['consent_id'],
        'iban' => $row['iban'],
        'providerAccountId' => $row['provider_account_id'],
        'currency' => $row['currency'],
        'closed' => $row['closed_at'] !== null,
        'isWhole' => $row['read_whole_at'] !== null,
    ], array_values($store->accounts($userId)));
    $rows = $pdo->prepare('SELECT t.* FROM transactions t JOIN accounts USING (account_key) WHERE user_id = ?');
    $rows->execute([$userId]);
    $transactions = array_map(fn (array $row) => [
        'account' => $row['account_key'],
        'id' => $row['id'],
        'bookDate' => $row['book_date'],
        'minor' => (string) $row['amount_minor'],
        'currency' => $row['currency'],
        'removed' => $row['removed_at'] !== null,
    ], $rows->fetchAll(PDO::FETCH_ASSOC));
    $aside = $pdo->prepare('SELECT u.* FROM unstored_transactions u JOIN accounts USING (account_key) WHERE user_id = ?');
    $aside->execute([$userId]);
    $aside = array_map(fn (array $row) => "{$row['account_key']} {$row['id']}", $aside->fetchAll(PDO::FETCH_ASSOC));
    return ['ok' => true, 'aside' => $aside, 'accounts' => $accounts, 'transactions' => $transactions, 'kept' => $kept];
};

while (($line = fgets(STDIN)) !== false) {
    try {
        $response = $respond(json_decode($line, true, flags: JSON_THROW_ON_ERROR));
    } catch (Throwable $error) {
        $response = ['ok' => false, 'error' => $error->getMessage()];
    }
    fwrite(STDOUT, json_encode($response, JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
    fflush(STDOUT);
}
