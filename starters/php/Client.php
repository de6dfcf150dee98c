<?php

declare(strict_types=1);

/** A response with an error status, which is the code of the exception. */
final class PlatformError extends RuntimeException
{
    public function __construct(string $method, string $path, int $status, string $text)
    {
        parent::__construct("$method $path returned $status: $text", $status);
    }
}

/** Sends requests to the platform with a token that it caches. */
final class Client
{
    private const ATTEMPTS = 4;
    private const TIME_LIMIT = 30;
    private const LONGEST_PAUSE = 60;
    private const LONGEST_POLL = 15;
    private const TRANSIENT = [429, 500, 502, 503, 504];
    private const TOKEN_PATH = '/cfa/connect/token';

    private string $url;
    private string $clientId;
    private string $clientSecret;
    private ?string $token = null;
    private float $renewAt = 0;

    public function __construct()
    {
        [$url, $this->clientId, $this->clientSecret] = array_map(
            fn (string $name) => getenv($name) ?: throw new RuntimeException("Set $name."),
            ['PLATFORM_URL', 'CLIENT_ID', 'CLIENT_SECRET'],
        );
        $this->url = rtrim($url, '/');
    }

    // #region token
    /**
     * Returns an access token. Renews it when 90% of its lifetime have passed, or if that isn't known, after a 401.
     *
     * Each PHP request starts without a token: keep it in APCu or Redis to share it.
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
    // #endregion token

    /** Returns the parsed body, if any. Throws a PlatformError for an error status. */
    public function call(string $method, string $path, array $query = [], ?array $body = null): mixed
    {
        $url = $query === [] ? $path : $path . '?' . http_build_query($query);
        $data = $body === null ? null : json_encode($body, JSON_THROW_ON_ERROR);
        $send = function () use ($method, $url, $data) {
            $headers = ['Authorization: Bearer ' . $this->token()];
            if ($data !== null) {
                $headers[] = 'Content-Type: application/json';
            }
            return $this->send($method, $url, $headers, $data, $method === 'GET');
        };
        $response = $send();
        if ($response['status'] === 401) {
            $this->token = null;
            $response = $send();
        }
        return self::parsed($method, $path, $response);
    }

    private function requestToken(): array
    {
        $form = http_build_query([
            'grant_type' => 'client_credentials',
            'client_id' => $this->clientId,
            'client_secret' => $this->clientSecret,
            'scope' => 'customer-api',
        ]);
        return self::parsed('POST', self::TOKEN_PATH, $this->send('POST', self::TOKEN_PATH, [], $form, true));
    }

    // #region retries
    /**
     * Sends a request. Retries after a network error or a transient status if a second request does no harm, and
     * otherwise only after a 429 with Retry-After: the platform hasn't acted on that request.
     */
    private function send(string $method, string $path, array $headers, ?string $data, bool $isRepeatable): array
    {
        for ($attempt = 1; ; $attempt++) {
            $isLast = $attempt === self::ATTEMPTS;
            $pause = self::backoff($attempt);
            $response = $this->sendOnce($method, $path, $headers, $data);
            if ($response['error'] !== '') {
                if (!$isRepeatable || $isLast) {
                    throw new RuntimeException("$method $path failed: {$response['error']}");
                }
            } else {
                $status = $response['status'];
                $requested = self::retryAfter($response['retryAfter']);
                $pause = $requested ?? $pause;
                $canRetry = $isRepeatable
                    ? in_array($status, self::TRANSIENT, true)
                    : $status === 429 && $requested !== null;
                if (!$canRetry || $isLast || $pause > self::LONGEST_PAUSE) {
                    return $response;
                }
            }
            usleep((int) ($pause * 1_000_000));
        }
    }

    /** The pause before the next attempt or poll, in seconds: 1, 2, 4, 8, then 15, with jitter. Counts from 1. */
    public static function backoff(int $count): float
    {
        return min(2 ** ($count - 1), self::LONGEST_POLL) * (0.5 + mt_rand() / mt_getrandmax() / 2);
    }
    // #endregion retries

    private function sendOnce(string $method, string $path, array $headers, ?string $data): array
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
        ]);
        if ($data !== null) {
            curl_setopt($request, CURLOPT_POSTFIELDS, $data);
        }
        $text = curl_exec($request);
        $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
        $error = curl_error($request);
        return ['status' => $status, 'text' => (string) $text, 'error' => $error, 'retryAfter' => $retryAfter];
    }

    /** The pause that the platform requests, in seconds, or null. The header has seconds or a date. */
    private static function retryAfter(string $value): ?float
    {
        if (ctype_digit($value)) {
            return (float) $value;
        }
        $moment = $value === '' ? false : strtotime($value);
        return $moment === false ? null : max(0, $moment - microtime(true));
    }

    private static function parsed(string $method, string $path, array $response): mixed
    {
        ['status' => $status, 'text' => $text] = $response;
        if ($status < 200 || $status > 299) {
            throw new PlatformError($method, $path, $status, $text);
        }
        return $text === '' ? null : json_decode(self::withDecimals($text), true, flags: JSON_THROW_ON_ERROR);
    }

    // #region decimals
    /**
     * Puts JSON numbers with a decimal point into quotes, except within strings. So amounts arrive as strings with the
     * digits that the platform sent: a float can't hold 0.1. Store them as DECIMAL, and calculate with bcmath.
     */
    private static function withDecimals(string $json): string
    {
        return preg_replace('/"(?:[^"\\\\]++|\\\\.)*+"(*SKIP)(*FAIL)|-?\d++\.\d++(?:[eE][-+]?\d++)?/s', '"$0"', $json);
    }
    // #endregion decimals
}
