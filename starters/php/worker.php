<?php
// Run every minute, but never twice at once: php worker.php
declare(strict_types=1);

require __DIR__ . '/Client.php';
require __DIR__ . '/Store.php';
require __DIR__ . '/flow.php';

endWithOneLine();
$client = new Client();
$client->token(); // Stops here if the credentials are wrong.
$store = new Store((getenv('DATA_DIR') ?: __DIR__ . '/data') . '/bank.db');
foreach (workOnInbox($client, $store) as $consentId => $result) {
    echo "$consentId: {$result['added']} new, {$result['changed']} changed, {$result['removed']} removed.\n";
}
