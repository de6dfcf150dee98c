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

/// <summary>Sends requests to the platform with a token that it caches. Share one client in the whole process.</summary>
public sealed class Client
{
    private const int Attempts = 5;
    private const string TokenPath = "/cfa/connect/token";
    private static readonly TimeSpan TimeLimit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(60);
    private static readonly HashSet<string> Idempotent = ["GET", "PUT", "DELETE"];

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
    /// <summary>Returns an access token. Renews it when 90% of its lifetime have passed.</summary>
    public async Task<string> TokenAsync()
    {
        await tokenLock.WaitAsync();
        try
        {
            if (token is null || Environment.TickCount64 >= renewAt)
            {
                var response = (await RequestTokenAsync())!;
                renewAt = Environment.TickCount64 + (long)response["expiresIn"]!.GetValue<int>() * 900;
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
            var (status, text) = await SendAsync(Request, Idempotent.Contains(method));
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
    /// Sends a request. Retries after a 429, a 503 or a network error, if a second request does no harm.
    /// </summary>
    private async Task<(int Status, string Text)> SendAsync(Func<HttpRequestMessage> create, bool isRepeatable)
    {
        for (var attempt = 1; ; attempt++)
        {
            var isLast = !isRepeatable || attempt == Attempts;
            var pause = TimeSpan.FromSeconds(Random.Shared.NextDouble() * (1 << (attempt - 1))); // full jitter
            try
            {
                using var request = create();
                using var response = await http.SendAsync(request);
                var text = await response.Content.ReadAsStringAsync();
                var status = (int)response.StatusCode;
                var requested = RetryAfter(response.Headers.RetryAfter);
                if (requested > pause) pause = requested;
                if (status is not (429 or 503) || isLast || pause > LongestPause) return (status, text);
            }
            catch (Exception error) when (!isLast && error is (HttpRequestException or TaskCanceledException))
            {
                // Try again after the pause.
            }
            await Task.Delay(pause);
        }
    }
    // #endregion retries

    /// <summary>The pause that the platform requests. The header has seconds or a date.</summary>
    private static TimeSpan RetryAfter(RetryConditionHeaderValue? header) =>
        header?.Delta ?? (header?.Date is { } date ? date - DateTimeOffset.UtcNow : TimeSpan.Zero);

    private static JsonNode? Parsed(string method, string path, int status, string text)
    {
        if (status is < 200 or > 299) throw new PlatformException(method, path, status, text);
        return text == "" ? null : JsonNode.Parse(text);
    }
}
