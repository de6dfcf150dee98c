<?php
// Starts the receiver, and prints each consent in its inbox instead of reading it.
$command = [PHP_BINARY, '-q', '-S', '127.0.0.1:' . getenv('WEBHOOK_PORT'), __DIR__ . '/../../../starters/php/receiver.php'];
$server = proc_open($command, [STDIN, STDOUT, STDERR], $pipes, env_vars: ['WEBHOOK_PATH' => '/webhooks'] + getenv());
pcntl_async_signals(true);
pcntl_signal(SIGTERM, fn () => exit);
register_shutdown_function(fn () => proc_terminate($server));
while (!@fsockopen('127.0.0.1', (int) getenv('WEBHOOK_PORT'))) {
    usleep(20_000);
}
echo "ready\n";
$database = new PDO('sqlite:' . getenv('DATA_DIR') . '/bank.db');
while (true) {
    foreach ($database->query('SELECT consent_id FROM inbox') as ['consent_id' => $consentId]) {
        echo "read $consentId\n";
    }
    usleep(100_000);
}
