using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

/// <summary>A response with an error status or a body that isn't JSON. Status 0 means no response.</summary>
public sealed class PlatformException(string message, int status = 0, TimeSpan? retryAfter = null) : Exception(message)
{
    public int Status { get; } = status;

    /// <summary>The pause that the platform requested with Retry-After, if any.</summary>
    public TimeSpan? RetryAfter { get; } = retryAfter;
}

/// <summary>Sends requests to the platform with a cached token. Share one client per process.</summary>
public sealed class Client
{
    private const int Attempts = 4;
    private const int LongestPoll = 15;
    private const string TokenPath = "/cfa/connect/token";
    private static readonly TimeSpan TimeLimit = TimeSpan.FromSeconds(30);
    public static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(60);

    // Matches escape sequences (a surrogate pair as one). Captures lone surrogates and NUL.
    private static readonly Regex Escapes =
        new(@"\\(?:ud[89ab]\w\w\\ud[c-f]\w\w|u(d[89a-f]\w\w|0000)|.)", RegexOptions.IgnoreCase);

    // Requests whose response has no body. Any other empty response is an error.
    private static readonly Regex WithoutBody = new("^DELETE |^POST .+/(?:refresh|CategorizationJobs)$");

    // A redirect would carry the client secret to another host, and so would a proxy of http:// URLs.
    private readonly HttpClient http = new(new HttpClientHandler
    {
        AllowAutoRedirect = false,
        UseProxy = Setting("PLATFORM_URL").StartsWith("https:", StringComparison.OrdinalIgnoreCase),
    }) { Timeout = TimeLimit };
    private readonly string url = SafeUrl(Setting("PLATFORM_URL")).TrimEnd('/');
    private readonly string clientId = Setting("CLIENT_ID");
    private readonly string clientSecret = Setting("CLIENT_SECRET");
    private readonly SemaphoreSlim tokenLock = new(1);
    private string? token;
    private long renewAt;

    private static string Setting(string name) =>
        Environment.GetEnvironmentVariable(name) is { Length: > 0 } value
            ? value
            : throw new InvalidOperationException($"Set {name}.");

    // Accepts HTTPS, and http:// only for this machine.
    private static string SafeUrl(string text)
    {
        bool IsThisMachine(Uri url) =>
            url.Host == "localhost"
            || url.Host.EndsWith(".localhost")
            || (IPAddress.TryParse(url.DnsSafeHost, out var address) && IPAddress.IsLoopback(address));
        return Uri.TryCreate(text, UriKind.Absolute, out var url)
            && (url.Scheme == "https" || (url.Scheme == "http" && IsThisMachine(url)))
                ? text
                : throw new InvalidOperationException($"PLATFORM_URL must start with https://, but it is {text}.");
    }

    /// <summary>Returns an access token. Renews it after 90% of its lifetime, or after a 401.</summary>
    public async Task<string> TokenAsync()
    {
        await tokenLock.WaitAsync();
        try
        {
            if (token is not { } current || Environment.TickCount64 >= renewAt)
            {
                var response = (await RequestTokenAsync())!;
                renewAt = response["expiresIn"] is JsonValue value && value.TryGetValue<double>(out var lifetime)
                    ? Environment.TickCount64 + (long)(lifetime * 900)
                    : long.MaxValue;
                token = current = response["accessToken"]!.GetValue<string>();
            }
            return current;
        }
        finally
        {
            tokenLock.Release();
        }
    }

    /// <summary>Returns the parsed body, if any. Read amounts as decimal; a double can't hold 0.1 exactly.</summary>
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
                var json = body is null ? null : JsonSerializer.Serialize(body);
                if (json is not null) request.Content = new StringContent(json, Encoding.UTF8, "application/json");
                // Send an empty body. Otherwise, .NET retries the request if the server closes the connection.
                else if (method != "GET") request.Content = new ByteArrayContent(Array.Empty<byte>());
                return request;
            }
            try
            {
                return await SendAsync(Request, method is "GET" or "PUT");
            }
            catch (PlatformException error) when (error.Status == 401 && !isLast)
            {
                // Discard the token unless another call has already renewed it.
                Interlocked.CompareExchange(ref token, null, current);
            }
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
        return await SendAsync(Request, true);
    }

    // Sends a request. If it's safe to repeat, retries after a network error or a transient status. Otherwise, retries
    // only after a 429 with Retry-After, because the platform didn't act on that request.
    private async Task<JsonNode?> SendAsync(Func<HttpRequestMessage> create, bool isRepeatable)
    {
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                return await SendOnceAsync(create);
            }
            catch (PlatformException error) when (attempt < Attempts && CanRetry(error))
            {
                var pause = error.RetryAfter ?? Backoff(attempt);
                if (pause > LongestPause) throw;
                await Task.Delay(pause);
            }
        }

        // A proxy's error page often has status 200.
        bool CanRetry(PlatformException error) => isRepeatable
            ? error.Status is < 300 or 429 or 500 or 502 or 503 or 504
            : error.Status == 429 && error.RetryAfter is not null;
    }

    /// <summary>The pause before the next attempt or poll: 1, 2, 4, 8, then 15 s, with jitter.</summary>
    public static TimeSpan Backoff(int count) =>
        TimeSpan.FromSeconds(Math.Min(Math.Pow(2, count - 1), LongestPoll) * (0.5 + Random.Shared.NextDouble() / 2));

    private async Task<JsonNode?> SendOnceAsync(Func<HttpRequestMessage> create)
    {
        using var request = create();
        var line = $"{request.Method} {request.RequestUri!.GetLeftPart(UriPartial.Path)}";
        try
        {
            using var response = await http.SendAsync(request);
            var text = Encoding.UTF8.GetString(await response.Content.ReadAsByteArrayAsync()).TrimStart('\uFEFF');
            var status = (int)response.StatusCode;
            if (!response.IsSuccessStatusCode)
            {
                var retryAfter = RetryAfter(response.Headers.RetryAfter);
                throw new PlatformException($"{line} returned {status}: {text}", status, retryAfter);
            }
            try
            {
                return text == "" && WithoutBody.IsMatch(line) ? null : Parse(text);
            }
            catch (JsonException)
            {
                // Text that isn't HTML may contain a token or bank data.
                var page = text.Trim();
                var start = page.StartsWith('<') ? ": " + page[..Math.Min(page.Length, 100)] : ".";
                throw new PlatformException($"{line} returned {status}, but its body isn't JSON{start}", status);
            }
        }
        catch (Exception error) when (error is HttpRequestException or TaskCanceledException)
        {
            throw new PlatformException($"{line} failed: {error.Message}");
        }
    }

    /// <summary>Parses JSON. If a name occurs twice in an object, the last value counts.</summary>
    public static JsonNode? Parse(string json) => NodeOf(JsonSerializer.Deserialize<JsonElement>(Storable(json)));

    // JsonNode.Parse returns objects that throw an exception if a name occurs twice.
    private static JsonNode? NodeOf(JsonElement element)
    {
        if (element.ValueKind == JsonValueKind.Array)
            return new JsonArray(element.EnumerateArray().Select(NodeOf).ToArray());
        if (element.ValueKind != JsonValueKind.Object) return JsonValue.Create(element);
        var fields = new JsonObject();
        foreach (var each in element.EnumerateObject()) fields[each.Name] = NodeOf(each.Value);
        return fields;
    }

    // Replaces what databases reject in JSON: NUL and lone surrogates, which occur in truncated text.
    private static string Storable(string json) =>
        Escapes.Replace(json, escape => escape.Groups[1].Success ? @"\ufffd" : escape.Value);

    // The pause from Retry-After, if any. The header contains seconds or a date.
    private static TimeSpan? RetryAfter(RetryConditionHeaderValue? header)
    {
        if (header?.Date is not { } date) return header?.Delta;
        var pause = date - DateTimeOffset.UtcNow;
        return pause > TimeSpan.Zero ? pause : TimeSpan.Zero;
    }
}
