<?php
// Run: php -S 127.0.0.1:8080 receiver.php
declare(strict_types=1);

require __DIR__ . '/Client.php';

const INBOX = 'inbox';
define('PATH', getenv('WEBHOOK_PATH') ?: throw new RuntimeException('Set WEBHOOK_PATH.'));
const LONGEST_BODY = 16 * 1024;
const UUID = '/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/D';
// In production, look up your consents in your database.
const CONSENTS = ['204f37e5-775e-4a54-a895-a88c4c164c0d'];

function receive(): int
{
    if ($_SERVER['REQUEST_METHOD'] !== 'POST' || !hash_equals(PATH, $_SERVER['REQUEST_URI'])) {
        return 404;
    }
    $body = file_get_contents('php://input', length: LONGEST_BODY + 1);
    if (strlen((string) $body) > LONGEST_BODY) {
        return 413;
    }
    try {
        $event = Client::parsed((string) $body);
    } catch (JsonException) {
        return 400;
    }

    $isKnown = is_array($event) && ($event['eventType'] ?? null) === 'Transactions Fetched';
    $consentId = $isKnown && is_string($event['consentId'] ?? null) ? strtolower($event['consentId']) : '';
    if (!preg_match(UUID, $consentId) || !in_array($consentId, CONSENTS, true)) {
        return 200;
    }
    // A duplicate event empties the same file, so the consent is due immediately.
    return @file_put_contents(INBOX . '/' . $consentId, '') === 0 ? 200 : 500;
}

is_dir(INBOX) || mkdir(INBOX, 0700);
http_response_code(receive());
