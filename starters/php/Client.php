<?php

declare(strict_types=1);

/** Ends the program if PHP lacks an extension. */
function requireExtension(string $name): void
{
    if (!extension_loaded($name)) {
        error_log("The starter needs PHP's $name extension.");
        exit(1);
    }
}

/** Ends the program with one line instead of a stack trace if it throws an exception. */
function endWithOneLine(): void
{
    set_exception_handler(function (Throwable $error): never {
        $status = $error instanceof PlatformError ? $error->getCode() : null;
        $advice = match (true) {
            $error instanceof PDOException => 'Check DATA_DIR and the database in it.',
            $status === null => '',
            $status === 0 => 'Check PLATFORM_URL, and run the program again later.',
            $status === 401 => 'Check CLIENT_ID and CLIENT_SECRET.',
            $status >= 400 && $status < 500 && $status !== 429 => "Check the program's settings.",
            default => 'Run the program again later.',
        };
        error_log(trim(preg_replace('/\s+/', ' ', "{$error->getMessage()} $advice")));
        exit(1);
    });
}

/** An error status, or a body that isn't JSON. The exception's code is the status, or 0 if there's no response. */
final class PlatformError extends RuntimeException
{
    /** `$retryAfter` is the requested pause in seconds. */
    public function __construct(string $message, int $status, public readonly ?float $retryAfter = null)
    {
        parent::__construct($message, $status);
    }
}

/** Sends requests to the platform with a cached token. */
final class Client
{
    private const ATTEMPTS = 4;
    private const TIME_LIMIT = 30;
    public const LONGEST_PAUSE = 60;
    private const LONGEST_POLL = 15;
    private const TRANSIENT = [429, 500, 502, 503, 504];
    /** Accepts HTTPS, and http:// only for this machine. */
    private const SAFE_URL = '~^(https://|http://(([a-z\d-]+\.)*localhost|127(\.\d+){3}|\[::1])(:\d+)?(/|$))~iD';
    private const TOKEN_PATH = '/cfa/connect/token';
    /** Requests whose response has no body. Any other empty response is an error. */
    private const WITHOUT_BODY = '~^DELETE |^POST .+/(?:refresh|CategorizationJobs)$~';

    private string $url;
    private string $clientId;
    private string $clientSecret;
    private ?string $token = null;
    private float $renewAt = 0;

    public function __construct()
    {
        requireExtension('curl');
        [$url, $this->clientId, $this->clientSecret] = array_map(
            fn (string $name) => getenv($name) ?: throw new RuntimeException("Set $name."),
            ['PLATFORM_URL', 'CLIENT_ID', 'CLIENT_SECRET'],
        );
        $this->url = rtrim($url, '/');
        if (!preg_match(self::SAFE_URL, $url)) {
            throw new RuntimeException("PLATFORM_URL must start with https://, but it is $url.");
        }
    }

    /**
     * Returns an access token. Renews it after 90% of its lifetime, or after a 401.
     *
     * Each PHP request starts without a token. To share one, keep it in APCu or Redis.
     */
    public function token(): string
    {
        if ($this->token === null || microtime(true) >= $this->renewAt) {
            $response = $this->requestToken();
            $lifetime = $response['expiresIn'] ?? null;
            $this->renewAt = is_numeric($lifetime) ? microtime(true) + $lifetime * 0.9 : INF;
            $this->token = $response['accessToken'];
        }
        return $this->token;
    }

    /** Returns the parsed body, if any. Amounts are strings. Throws a PlatformError for an error status. */
    public function call(string $method, string $path, array $query = [], ?array $body = null): mixed
    {
        $url = $query === [] ? $path : $path . '?' . http_build_query($query);
        $data = $body === null ? null : json_encode($body, JSON_THROW_ON_ERROR);
        for ($isLast = false; ; $isLast = true) {
            $headers = ['Authorization: Bearer ' . $this->token()];
            if ($data !== null) {
                $headers[] = 'Content-Type: application/json';
            } elseif ($method === 'POST') {
                $headers[] = 'Content-Length: 0'; // cURL omits it, but some servers require it.
            }
            try {
                return $this->send($method, $url, $headers, $data, in_array($method, ['GET', 'PUT'], true));
            } catch (PlatformError $error) {
                if ($error->getCode() !== 401 || $isLast) {
                    throw $error;
                }
                $this->token = null;
            }
        }
    }

    private function requestToken(): array
    {
        $form = http_build_query([
            'grant_type' => 'client_credentials',
            'client_id' => $this->clientId,
            'client_secret' => $this->clientSecret,
            'scope' => 'customer-api',
        ]);
        return $this->send('POST', self::TOKEN_PATH, [], $form, true);
    }

    /**
     * Sends a request. If it's safe to repeat, retries after a network error or a transient status.
     * Otherwise, retries only after a 429 with Retry-After, because the platform didn't act on that request.
     */
    private function send(string $method, string $path, array $headers, ?string $data, bool $isRepeatable): mixed
    {
        for ($attempt = 1; ; $attempt++) {
            try {
                return $this->sendOnce($method, $path, $headers, $data);
            } catch (PlatformError $error) {
                // The status is 0 after a network error and 200 for a proxy's error page.
                $status = $error->getCode();
                $requested = $error->retryAfter;
                $canRetry = $isRepeatable
                    ? $status < 300 || in_array($status, self::TRANSIENT, true)
                    : $status === 429 && $requested !== null;
                $pause = $requested ?? self::backoff($attempt);
                if (!$canRetry || $attempt === self::ATTEMPTS || $pause > self::LONGEST_PAUSE) {
                    throw $error;
                }
            }
            usleep((int) ($pause * 1_000_000));
        }
    }

    /** The pause before the next attempt or poll, in seconds: 1, 2, 4, 8, then 15, with jitter. `count` starts at 1. */
    public static function backoff(int $count): float
    {
        return min(2 ** ($count - 1), self::LONGEST_POLL) * (0.5 + mt_rand() / mt_getrandmax() / 2);
    }

    private function sendOnce(string $method, string $path, array $headers, ?string $data): mixed
    {
        $retryAfter = '';
        $request = curl_init($this->url . $path);
        curl_setopt_array($request, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => self::TIME_LIMIT,
            CURLOPT_HEADERFUNCTION => function ($_, string $line) use (&$retryAfter): int {
                if (stripos($line, 'retry-after:') === 0) {
                    $retryAfter = trim(substr($line, strlen('retry-after:')));
                }
                return strlen($line);
            },
        ] + (stripos($this->url, 'http:') === 0 ? [CURLOPT_PROXY => ''] : [])); // Don't use a proxy for this machine.
        if ($data !== null) {
            curl_setopt($request, CURLOPT_POSTFIELDS, $data);
        }
        $text = (string) curl_exec($request);
        $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
        $line = "$method $this->url" . strtok($path, '?');
        if (curl_errno($request) !== 0) {
            throw new PlatformError("$line failed: " . curl_error($request), 0);
        }
        if ($status < 200 || $status > 299) {
            throw new PlatformError("$line returned $status: $text", $status, self::retryAfter($retryAfter));
        }
        try {
            $isEmpty = $text === '' && preg_match(self::WITHOUT_BODY, $line);
            return $isEmpty ? null : self::parsed(self::withAmounts($text));
        } catch (JsonException) {
            // Text that isn't HTML may contain a token or bank data.
            $start = str_starts_with(trim($text), '<') ? ': ' . substr(trim($text), 0, 100) : '.';
            throw new PlatformError("$line returned $status, but its body isn't JSON$start", $status);
        }
    }

    /**
     * Parses JSON. Replaces invalid characters and what databases reject: NUL and lone surrogates, which occur
     * in truncated text.
     */
    public static function parsed(string $json): mixed
    {
        $others = '(?:\\\\ud[89ab]\w\w\\\\ud[c-f]\w\w|\\\\(?!ud[89a-f]|u0000).)(*SKIP)(*FAIL)';
        $text = preg_replace("/$others|\\\\u\w{4}/i", '\ufffd', ltrim($json, "\u{FEFF}"));
        return json_decode($text, true, flags: JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);
    }

    /** The pause from Retry-After in seconds, or null. The header contains seconds or a date. */
    private static function retryAfter(string $value): ?float
    {
        if (ctype_digit($value)) {
            return (float) $value;
        }
        $moment = $value === '' ? false : strtotime($value);
        return $moment === false ? null : max(0, $moment - microtime(true));
    }

    /**
     * Quotes amounts so that they become strings with the platform's digits, because a float can't hold 0.1 exactly.
     * Amounts are numbers whose key ends in `amount` or is `balanceAfterTransaction`.
     */
    private static function withAmounts(string $json): string
    {
        $text = '"(?:[^"\\\\]++|\\\\.)*+"';
        $key = "$text(?<=amount\"|balanceAfterTransaction\")\\s*+:\\s*+";
        // Skip other strings, because they may contain text that looks like an amount.
        return preg_replace("/$key\\K-?\\d[\\d.eE+-]*+|$text(*SKIP)(*FAIL)/is", '"$0"', $json);
    }
}
