using System.Text.Json.Nodes;

/// <summary>Waits for consents and jobs, and reads all pages of transactions.</summary>
public static class Flow
{
    private static readonly TimeSpan WaitLimit = TimeSpan.FromSeconds(600);
    private const int MostPages = 1_000;
    private const int MostReads = 3;
    private const int MostRestarts = 3;

    public static bool HasEnded(string? state) => state is "5" or "7" or "8" or "INVALIDATED" or "ERROR" or "TIMEDOUT";

    /// <summary>Polls a consent until its data is ready. If the time limit passes, poll again later.</summary>
    public static async Task<JsonNode> WaitForConsentAsync(Client client, string consentId)
    {
        var end = DateTime.UtcNow + WaitLimit;
        string? previous = null;
        for (var count = 1; ; count++)
        {
            var consent = (await client.CallAsync("GET", $"/Consent/{Uri.EscapeDataString(consentId)}"))!;
            var status = consent["status"]?.ToString();
            switch (status)
            {
                case "4" or "UPDATED":
                    return consent;
                case not null when HasEnded(status):
                    throw new InvalidOperationException(
                        $"The consent ended in status {status}: {consent["errors"]?.ToJsonString()}");
                case "6" or "FAILING" when status != previous:
                    Console.WriteLine($"The consent is failing: {consent["errors"]?.ToJsonString()}");
                    break;
            }
            previous = status;
            await DelayAsync(end, count, $"The consent is still in status {status}.");
        }
    }

    // Pauses before the next poll, or throws an exception if it would be too late.
    private static async Task DelayAsync(DateTime end, int count, string message)
    {
        var pause = Client.Backoff(count);
        if (DateTime.UtcNow + pause > end) throw new TimeoutException(message);
        await Task.Delay(pause);
    }

    /// <summary>Reads a consent's accounts, until a page has no new ones or, after page 1, returns a 404.</summary>
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
                // A 404 also ends the list.
            }
            if (accounts.Count == before) return accounts.Values.ToList();
        }
        throw new InvalidOperationException($"There are more than {MostPages} pages.");
    }

    /// <summary>Reads every page of an account, or returns the status of a refused first page.</summary>
    public static async Task<Listing> ReadTransactionsAsync(
        Client client, string consentId, string accountId, DateOnly? from)
    {
        var query = $"ConsentId={consentId}&AccountId={Uri.EscapeDataString(accountId)}&PageSize=100";
        if (from is { } day) query += $"&DateFrom={day:O}";
        for (var attempt = 1; ; attempt++)
        {
            var rows = new List<JsonNode?>();
            string? token = null;
            try
            {
                for (var page = 1; page <= MostPages; page++)
                {
                    var search = token is null ? "" : $"&PageToken={Uri.EscapeDataString(token)}";
                    var response = (await client.CallAsync("GET", "/Transactions", query + search))!;
                    rows.AddRange(response["data"]!.AsArray());
                    var next = response["nextPageToken"]?.GetValue<string>();
                    if (string.IsNullOrEmpty(next)) return new(from, rows);
                    if (next == token) throw new InvalidOperationException("Duplicate page token.");
                    token = next;
                }
                throw new InvalidOperationException($"There are more than {MostPages} pages.");
            }
            catch (PlatformException error) when (token is null && error.Status is 400 or 403 or 404)
            {
                // A 404 may mean that there are no transactions.
                return new(from, rows, error.Status == 404 ? 0 : error.Status);
            }
            catch (PlatformException error) when (token is not null && error.Status == 400 && attempt <= MostRestarts)
            {
                // The page token may have expired. Start again with the first page.
            }
        }
    }

    /// <summary>Reads and stores a ready consent's data. After an exception, read the consent again later.</summary>
    public static async Task<Report> ReadConsentAsync(
        Client client, Store store, string userId, JsonNode consent, DateTimeOffset? time = null)
    {
        var now = time ?? DateTimeOffset.UtcNow;
        var id = Uri.EscapeDataString(consent["id"]!.ToString());
        for (var attempt = 1; attempt <= MostReads; attempt++)
        {
            var visit = new Visit(userId, consent, await ReadAccountsAsync(client, id), new());
            foreach (var account in store.Similar(visit))
                if (await IsGoneAsync(client, account)) visit.Gone.Add(account.AccountKey);
            var lists = new Dictionary<string, Listing>();
            foreach (var (accountId, from) in store.Windows(visit, now))
                lists[accountId] = await ReadTransactionsAsync(client, id, accountId, from);
            var updated = consent["dateTransactionsUpdated"]?.ToString();
            consent = (await client.CallAsync("GET", $"/Consent/{id}"))!;
            if (consent["status"]?.ToString() is not ("4" or "UPDATED")) break;
            if (updated != consent["dateTransactionsUpdated"]?.ToString()) continue;
            var report = store.Save(visit, lists, now);
            report.Notes.ForEach(Console.Error.WriteLine);
            return report;
        }
        throw new InvalidOperationException($"The data for consent {id} changed during the read.");
    }

    // True if an account's own consent no longer lists it. Ignores empty lists and refusals, which may be mistakes.
    private static async Task<bool> IsGoneAsync(Client client, Account account)
    {
        try
        {
            var listed = await ReadAccountsAsync(client, Uri.EscapeDataString(account.ConsentId));
            return listed.Count > 0 && !listed.Exists(each => each["id"]!.ToString() == account.Id);
        }
        catch (PlatformException error) when (error.Status is 400 or 403 or 404)
        {
            return false;
        }
    }

    /// <summary>Polls a job until it is COMPLETED. <paramref name="read"/> returns the job.</summary>
    public static async Task<JsonNode> WaitForJobAsync(Func<Task<JsonNode>> read)
    {
        var end = DateTime.UtcNow + WaitLimit;
        for (var count = 1; ; count++)
        {
            var job = await read();
            var status = job["status"]!.GetValue<string>();
            if (status == "COMPLETED") return job;
            if (status == "FAILED") throw new InvalidOperationException($"Job {job["id"]} failed.");
            await DelayAsync(end, count, $"Job {job["id"]} is still in status {status}.");
        }
    }
}
