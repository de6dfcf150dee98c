<?php
// Run every minute, but never twice at once: php worker.php
declare(strict_types=1);

require __DIR__ . '/Client.php';
require __DIR__ . '/Store.php';
require __DIR__ . '/flow.php';

const DAY = 86_400;
// In production, look up your users by consent in your database.
const USERS = ['204f37e5-775e-4a54-a895-a88c4c164c0d' => '71958462-4bb8-46b6-a36a-1becf56c22dc'];

/** Reads a consent. After an exception, later runs retry. */
function readEvent(Client $client, Store $store, string $consentId): void
{
    try {
        $consent = $client->call('GET', "/Consent/$consentId");
    } catch (PlatformError $error) {
        if ($error->getCode() !== 404) {
            throw $error;
        }
        $consent = null; // It was deleted.
    }
    $status = $consent['status'] ?? null;
    if ($consent === null || in_array($status, STOPPED, true)) {
        $store->endConsent($consentId, new DateTimeImmutable(), $status);
        return;
    }
    if (!in_array($status, READY, true)) {
        throw new RuntimeException("The consent isn't ready: its status is $status.");
    }
    ['added' => $added, 'changed' => $changed, 'removed' => $removed] =
        readConsent($client, $store, USERS[$consentId], $consent);
    echo "$consentId: $added added, $changed changed, $removed removed.\n";
}

/** The pauses between attempts are 1, 2, 4, … seconds, then an hour. The file gains a byte per attempt. */
function isDue(string $file): bool
{
    $attempts = filesize($file);
    return time() - filemtime($file) >= ($attempts < 12 ? 2 ** $attempts - 1 : 3_600 * ($attempts - 11));
}

foreach (['inbox', 'working'] as $folder) {
    is_dir($folder) || mkdir($folder, 0700);
}
// Retry what an interrupted run left behind, unless a newer event has arrived.
foreach (glob('working/*') as $left) {
    $entry = 'inbox/' . basename($left);
    is_file($entry) ? unlink($left) : rename($left, $entry);
}

$client = new Client();
$client->token(); // Stops here if the credentials are wrong.
$store = new Store((getenv('DATA_DIR') ?: 'data') . '/bank.db');
foreach (array_filter(glob('inbox/*'), isDue(...)) as $entry) {
    $consentId = basename($entry);
    $file = "working/$consentId";
    rename($entry, $file);
    try {
        readEvent($client, $store, $consentId);
        unlink($file);
    } catch (Throwable $error) {
        error_log("Reading consent $consentId failed: {$error->getMessage()}");
        $received = filemtime($file);
        $isOver = $received < time() - DAY;
        if ($isOver) {
            error_log("Gave up on consent $consentId.");
        }
        if ($isOver || is_file($entry)) {
            unlink($file);
            continue;
        }
        file_put_contents($file, '.', FILE_APPEND);
        touch($file, $received);
        rename($file, $entry);
    }
}
