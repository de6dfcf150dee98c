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
    private const ATTEMPTS = 5;
    private const TIME_LIMIT = 30;
    private const LONGEST_PAUSE = 60;
    private const IDEMPOTENT = ['GET', 'PUT', 'DELETE'];
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
     * Returns an access token. Renews it when 90% of its lifetime have passed.
     *
     * Each PHP request starts without a token: keep it in APCu or Redis to share it.
     */
    public function token(): string
    {
        if ($this->token === null || microtime(true) >= $this->renewAt) {
            $response = $this->requestToken();
            $this->renewAt = microtime(true) + $response['expiresIn'] * 0.9;
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
            return $this->send($method, $url, $headers, $data, in_array($method, self::IDEMPOTENT, true));
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
    /** Sends a request. Retries after a 429, a 503 or a network error, if a second request does no harm. */
    private function send(string $method, string $path, array $headers, ?string $data, bool $isRepeatable): array
    {
        for ($attempt = 1; ; $attempt++) {
            $isLast = !$isRepeatable || $attempt === self::ATTEMPTS;
            $pause = mt_rand() / mt_getrandmax() * 2 ** ($attempt - 1); // full jitter
            $response = $this->sendOnce($method, $path, $headers, $data);
            if ($response['error'] !== '') {
                if ($isLast) {
                    throw new RuntimeException("$method $path failed: {$response['error']}");
                }
            } else {
                $pause = max($pause, self::retryAfter($response['retryAfter']));
                $isBusy = in_array($response['status'], [429, 503], true);
                if (!$isBusy || $isLast || $pause > self::LONGEST_PAUSE) {
                    return $response;
                }
            }
            usleep((int) ($pause * 1_000_000));
        }
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
        return ['status' => $status, 'text' => (string) $text, 'error' => curl_error($request), 'retryAfter' => $retryAfter];
    }

    /** The pause that the platform requests, in seconds. The header has seconds or a date. */
    private static function retryAfter(string $value): float
    {
        if (ctype_digit($value)) {
            return (float) $value;
        }
        $moment = $value === '' ? false : strtotime($value);
        return $moment === false ? 0 : $moment - microtime(true);
    }

    private static function parsed(string $method, string $path, array $response): mixed
    {
        ['status' => $status, 'text' => $text] = $response;
        if ($status < 200 || $status > 299) {
            throw new PlatformError($method, $path, $status, $text);
        }
        return $text === '' ? null : json_decode($text, true, flags: JSON_THROW_ON_ERROR);
    }
}
