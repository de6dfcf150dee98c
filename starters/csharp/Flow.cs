using System.Text.Json.Nodes;

/// <summary>Waits for consents and jobs, and reads all pages of transactions.</summary>
public static class Flow
{
    private static readonly TimeSpan TimeLimit = TimeSpan.FromMinutes(10);
    private const int LongestPause = 15;
    private const int MostPages = 1_000;

    // #region wait-for-consent
    /// <summary>
    /// Polls a consent until its data is there. If it stays AUTHENTICATED, calls <paramref name="refresh"/> once.
    /// </summary>
    public static async Task<JsonNode> WaitForConsentAsync(Client client, string consentId, Func<Task> refresh)
    {
        var end = DateTime.UtcNow + TimeLimit;
        string? previous = null;
        var isRefreshed = false;
        for (var pause = 1; ; pause = Math.Min(pause * 2, LongestPause))
        {
            var consent = (await client.CallAsync("GET", $"/Consent/{consentId}"))!;
            var status = consent["status"]!.ToString();
            switch (status)
            {
                case "4" or "UPDATED":
                    return consent;
                case "5" or "7" or "8" or "INVALIDATED" or "ERROR" or "TIMEDOUT":
                    throw new InvalidOperationException(
                        $"The consent stopped at {status}: {consent["errors"]?.ToJsonString()}");
                case "6" or "FAILING" when status != previous:
                    Console.WriteLine($"The consent is failing: {consent["errors"]?.ToJsonString()}");
                    break;
                case "2" or "AUTHENTICATED" when status == previous && !isRefreshed:
                    isRefreshed = true;
                    await refresh();
                    break;
            }
            if (DateTime.UtcNow.AddSeconds(pause) > end)
                throw new TimeoutException($"The consent still has the status {status}.");
            previous = status;
            await Task.Delay(TimeSpan.FromSeconds(pause));
        }
    }
    // #endregion wait-for-consent

    // #region pages
    /// <summary>Reads every page of a consent's transactions.</summary>
    public static async IAsyncEnumerable<JsonNode> ReadTransactionsAsync(Client client, string consentId)
    {
        var query = $"ConsentId={consentId}&PageSize=100";
        string? token = null;
        for (var page = 1; page <= MostPages; page++)
        {
            var search = token is null ? query : $"{query}&PageToken={Uri.EscapeDataString(token)}";
            var response = (await client.CallAsync("GET", "/Transactions", search))!;
            foreach (var each in response["data"]!.AsArray()) yield return each!;
            var next = response["nextPageToken"]?.GetValue<string>();
            if (string.IsNullOrEmpty(next)) yield break;
            if (next == token) throw new InvalidOperationException("The page token repeats.");
            token = next;
        }
        throw new InvalidOperationException($"There are more than {MostPages} pages.");
    }
    // #endregion pages

    // #region wait-for-job
    /// <summary>Polls a job until it is COMPLETED. <paramref name="read"/> returns the job.</summary>
    public static async Task<JsonNode> WaitForJobAsync(Func<Task<JsonNode>> read)
    {
        var end = DateTime.UtcNow + TimeLimit;
        for (var pause = 1; ; pause = Math.Min(pause * 2, LongestPause))
        {
            var job = await read();
            var status = job["status"]!.GetValue<string>();
            if (status == "COMPLETED") return job;
            if (status == "FAILED") throw new InvalidOperationException($"The job {job["id"]} failed.");
            if (DateTime.UtcNow.AddSeconds(pause) > end)
                throw new TimeoutException($"The job {job["id"]} still has the status {status}.");
            await Task.Delay(TimeSpan.FromSeconds(pause));
        }
    }
    // #endregion wait-for-job
}
