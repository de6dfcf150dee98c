using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

/// <summary>A response with an error status.</summary>
public sealed class PlatformException(string method, string path, int status, string text)
    : Exception($"{method} {path} returned {status}: {text}")
{
    public int Status { get; } = status;
}

/// <summary>
/// Sends requests to the platform with a token that it caches. Share one client in the whole process.
/// </summary>
public sealed class Client
{
    private const int Attempts = 4;
    private const int LongestPoll = 15;
    private const string TokenPath = "/cfa/connect/token";
    private static readonly TimeSpan TimeLimit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(60);

    private readonly HttpClient http = new() { Timeout = TimeLimit };
    private readonly string url = Setting("PLATFORM_URL").TrimEnd('/');
    private readonly string clientId = Setting("CLIENT_ID");
    private readonly string clientSecret = Setting("CLIENT_SECRET");
    private readonly SemaphoreSlim tokenLock = new(1);
    private string? token;
    private long renewAt;

    private static string Setting(string name) =>
        Environment.GetEnvironmentVariable(name) is { Length: > 0 } value
            ? value
            : throw new InvalidOperationException($"Set {name}.");

    // #region token
    /// <summary>
    /// Returns an access token. Renews it when 90% of its lifetime have passed, or if that isn't known, after a 401.
    /// </summary>
    public async Task<string> TokenAsync()
    {
        await tokenLock.WaitAsync();
        try
        {
            if (token is null || Environment.TickCount64 >= renewAt)
            {
                var response = (await RequestTokenAsync())!;
                renewAt = response["expiresIn"] is JsonValue value && value.TryGetValue<double>(out var lifetime)
                    ? Environment.TickCount64 + (long)(lifetime * 900)
                    : long.MaxValue;
                token = response["accessToken"]!.GetValue<string>();
            }
            return token;
        }
        finally
        {
            tokenLock.Release();
        }
    }

    /// <summary>Forgets a token, unless another call has already renewed it.</summary>
    private async Task DropAsync(string rejected)
    {
        await tokenLock.WaitAsync();
        if (token == rejected) token = null;
        tokenLock.Release();
    }
    // #endregion token

    /// <summary>Returns the parsed body, if any. Throws a PlatformException for an error status.</summary>
    public async Task<JsonNode?> CallAsync(string method, string path, string? query = null, object? body = null)
    {
        var target = query is null ? path : $"{path}?{query}";
        for (var isLast = false; ; isLast = true)
        {
            var current = await TokenAsync();
            HttpRequestMessage Request()
            {
                var request = new HttpRequestMessage(new HttpMethod(method), url + target);
                request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", current);
                if (body is not null)
                {
                    request.Content = new StringContent(
                        JsonSerializer.Serialize(body), Encoding.UTF8, "application/json");
                }
                return request;
            }
            var (status, text) = await SendAsync(Request, method == "GET");
            if (status != 401 || isLast) return Parsed(method, path, status, text);
            await DropAsync(current);
        }
    }

    private async Task<JsonNode?> RequestTokenAsync()
    {
        var form = new Dictionary<string, string>
        {
            ["grant_type"] = "client_credentials",
            ["client_id"] = clientId,
            ["client_secret"] = clientSecret,
            ["scope"] = "customer-api",
        };
        HttpRequestMessage Request() =>
            new(HttpMethod.Post, url + TokenPath) { Content = new FormUrlEncodedContent(form) };
        var (status, text) = await SendAsync(Request, true);
        return Parsed("POST", TokenPath, status, text);
    }

    // #region retries
    /// <summary>
    /// Sends a request. Retries after a network error or a transient status if a second request does no harm, and
    /// otherwise only after a 429 with Retry-After: the platform hasn't acted on that request.
    /// </summary>
    private async Task<(int Status, string Text)> SendAsync(Func<HttpRequestMessage> create, bool isRepeatable)
    {
        for (var attempt = 1; ; attempt++)
        {
            var isLast = attempt == Attempts;
            var pause = Backoff(attempt);
            try
            {
                using var request = create();
                using var response = await http.SendAsync(request);
                var text = await response.Content.ReadAsStringAsync();
                var status = (int)response.StatusCode;
                var requested = RetryAfter(response.Headers.RetryAfter);
                pause = requested ?? pause;
                var canRetry = isRepeatable
                    ? status is 429 or 500 or 502 or 503 or 504
                    : status == 429 && requested is not null;
                if (!canRetry || isLast || pause > LongestPause) return (status, text);
            }
            catch (Exception error)
                when (isRepeatable && !isLast && error is (HttpRequestException or TaskCanceledException))
            {
                // Try again after the pause.
            }
            await Task.Delay(pause);
        }
    }

    /// <summary>
    /// The pause before the next attempt or poll: 1, 2, 4, 8, then 15 s, with jitter. The count starts at 1.
    /// </summary>
    public static TimeSpan Backoff(int count) =>
        TimeSpan.FromSeconds(Math.Min(Math.Pow(2, count - 1), LongestPoll) * (0.5 + Random.Shared.NextDouble() / 2));
    // #endregion retries

    /// <summary>The pause that the platform requests, if any. The header has seconds or a date.</summary>
    private static TimeSpan? RetryAfter(RetryConditionHeaderValue? header)
    {
        if (header?.Date is not { } date) return header?.Delta;
        var pause = date - DateTimeOffset.UtcNow;
        return pause > TimeSpan.Zero ? pause : TimeSpan.Zero;
    }

    private static JsonNode? Parsed(string method, string path, int status, string text)
    {
        if (status is < 200 or > 299) throw new PlatformException(method, path, status, text);
        return text == "" ? null : JsonNode.Parse(text);
    }
}
