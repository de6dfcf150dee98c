<?php
// For development: php -S 127.0.0.1:8080 receiver.php
declare(strict_types=1);

require __DIR__ . '/Client.php';
require __DIR__ . '/Store.php';

const LONGEST_BODY = 16 * 1024;

/** Puts an event's consent into the inbox. Returns the response's status code. */
function receive(): int
{
    $store = new Store((getenv('DATA_DIR') ?: __DIR__ . '/data') . '/bank.db');
    $path = getenv('WEBHOOK_PATH') ?: $store->webhookPath();
    if ($_SERVER['REQUEST_METHOD'] !== 'POST' || !hash_equals($path, $_SERVER['REQUEST_URI'])) {
        return 404;
    }
    $body = (string) file_get_contents('php://input', length: LONGEST_BODY + 1);
    if (strlen($body) > LONGEST_BODY) {
        return 413;
    }
    try {
        $event = Client::parsed($body);
    } catch (JsonException) {
        return 400;
    }
    $consentId = $event['consentId'] ?? null;
    if (($event['eventType'] ?? null) === 'Transactions Fetched' && is_string($consentId)) {
        $consent = $store->consent($consentId);
        if ($consent !== null) {
            $store->addEvent($consent['id']);
        }
    }
    return 200;
}

try {
    http_response_code(receive());
} catch (Throwable $error) {
    error_log("Receiving an event failed: {$error->getMessage()}");
    http_response_code(500); // unacknowledged events may be sent again
}
