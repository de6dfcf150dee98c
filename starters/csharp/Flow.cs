using System.Text.Json.Nodes;

/// <summary>Waits for consents and jobs, and reads all pages of transactions.</summary>
public static class Flow
{
    private static readonly TimeSpan WaitLimit = TimeSpan.FromSeconds(600);
    private const int MostPages = 1_000;

    // #region wait-for-consent
    /// <summary>
    /// Polls a consent until its data is ready. After an exception, check it again later: it can still succeed.
    /// </summary>
    public static async Task<JsonNode> WaitForConsentAsync(Client client, string consentId)
    {
        var end = DateTime.UtcNow + WaitLimit;
        string? previous = null;
        for (var count = 1; ; count++)
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
            }
            var pause = Client.Backoff(count);
            if (DateTime.UtcNow + pause > end)
                throw new TimeoutException($"The consent still has the status {status}.");
            previous = status;
            await Task.Delay(pause);
        }
    }
    // #endregion wait-for-consent

    /// <summary>
    /// Reads every page of a consent's accounts. A short page doesn't end the list; one without a new account does.
    /// </summary>
    public static async Task<List<JsonNode>> ReadAccountsAsync(Client client, string consentId)
    {
        var accounts = new Dictionary<string, JsonNode>();
        for (var page = 1; page <= MostPages; page++)
        {
            var before = accounts.Count;
            try
            {
                var query = $"ConsentId={consentId}&Page={page}&Size=50";
                foreach (var each in (await client.CallAsync("GET", "/Accounts", query))!.AsArray())
                    accounts[each!["id"]!.ToString()] = each!;
            }
            catch (PlatformException error) when (error.Status == 404 && page > 1)
            {
                // There are no more accounts.
            }
            if (accounts.Count == before) return accounts.Values.ToList();
        }
        throw new InvalidOperationException($"There are more than {MostPages} pages.");
    }

    // #region pages
    /// <summary>
    /// Reads every page of a consent's transactions. Get amounts with GetValue&lt;decimal>(): a double can't hold 0.1.
    /// </summary>
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
        var end = DateTime.UtcNow + WaitLimit;
        for (var count = 1; ; count++)
        {
            var job = await read();
            var status = job["status"]!.GetValue<string>();
            if (status == "COMPLETED") return job;
            if (status == "FAILED") throw new InvalidOperationException($"The job {job["id"]} failed.");
            var pause = Client.Backoff(count);
            if (DateTime.UtcNow + pause > end)
                throw new TimeoutException($"The job {job["id"]} still has the status {status}.");
            await Task.Delay(pause);
        }
    }
    // #endregion wait-for-job
}
