using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;

try
{
    await RunAsync();
}
catch (Exception error)
{
    var advice = (error as PlatformException)?.Status switch
    {
        null => "",
        0 => "Check PLATFORM_URL, and run the program again later.",
        401 => "Check CLIENT_ID and CLIENT_SECRET.",
        >= 400 and < 500 and not 429 => "Check the program's settings.",
        _ => "Run the program again later.",
    };
    Console.Error.WriteLine(string.Join(' ', $"{error.Message} {advice}".Split()).Trim());
    Environment.Exit(1);
}

string Setting(string name, string otherwise) => Environment.GetEnvironmentVariable(name) ?? otherwise;

async Task RunAsync()
{
    Client client = new();
    var store = new Store(Path.Combine(Setting("DATA_DIR", "data"), "store.json"));
    var inbox = new Inbox(store);

    string ConsentPath(string id) => $"/Consent/{Uri.EscapeDataString(id)}";

    async Task<JsonNode> Get(string path, string? query = null) => (await client.CallAsync("GET", path, query))!;

    async Task<JsonNode> Post(string path, object body) => (await client.CallAsync("POST", path, body: body))!;

    // True if the platform may refresh the consent, even if its response was lost. False after a 400 or a 429.
    async Task<bool> Refresh(string consentId)
    {
        try
        {
            await client.CallAsync("POST", $"{ConsentPath(consentId)}/refresh");
            return true;
        }
        catch (PlatformException error) when (error.Status is 400 or 429 or < 300 or >= 500)
        {
            Console.Error.WriteLine(error.Message);
            return error.Status is not (400 or 429);
        }
    }

    async Task<bool> IsGone(string path)
    {
        try
        {
            await Get(path);
            return false;
        }
        catch (PlatformException error)
        {
            return error.Status is 400 or 404;
        }
    }

    // Retries a DELETE. If an earlier attempt worked, the next response is a 404 or, for an analysis job, a 400.
    async Task Remove(string path, string? query = null)
    {
        for (var attempt = 1; ; attempt++)
        {
            TimeSpan pause;
            try
            {
                await client.CallAsync("DELETE", path, query);
                return;
            }
            catch (PlatformException error)
            {
                if (error.Status == 404) return;
                if (error.Status == 400 && attempt > 1 && query is null && await IsGone(path)) return;
                // The status is 0 after a network error and 200 for a proxy's error page.
                pause = error.RetryAfter ?? Client.Backoff(attempt);
                if (error.Status is >= 300 and < 500 || attempt == 5 || pause > Client.LongestPause) throw;
                Console.WriteLine(error.Message);
            }
            await Task.Delay(pause);
        }
    }

    var port = int.Parse(Setting("WEBHOOK_PORT", "8080"));
    var webhookPath = Setting("WEBHOOK_PATH", store.WebhookPath());
    inbox.Listen(port, webhookPath);
    Console.WriteLine(
        $"The receiver is at http://127.0.0.1:{port}{webhookPath}. Register its public URL, with the same path.");

    await client.TokenAsync();
    Console.WriteLine("1. Received a token.");

    var providers = (await Get("/Providers")).AsArray();
    var key = Setting("PROVIDER_KEY", providers.FirstOrDefault()?["providerKey"]?.ToString() ?? "");
    var provider = providers.FirstOrDefault(each => each!["providerKey"]!.ToString() == key)
        ?? throw new InvalidOperationException($"Provider not found: {key}.");
    Console.WriteLine($"2. Listed {providers.Count} providers. Using {key}.");

    var externalUserId = Setting("EXTERNAL_USER_ID", $"starter-{Guid.NewGuid()}");
    var userId = (await Post("/Users", new { externalUserId }))["id"]!.ToString();
    Console.WriteLine($"3. Created the user {userId}.");

    async Task<(string Id, string Url)> CreateConsent()
    {
        var redirectUrl = Setting("REDIRECT_URL", "https://app.example.com/return");
        var countryCode = provider["countryCode"]!.ToString();
        var created = await Post("/Consent", new { providerKey = key, countryCode, externalUserId, redirectUrl });
        var id = created["consentId"]!.ToString();
        store.SaveConsent(userId, new JsonObject { ["id"] = id });
        return (id, created["consentUrl"]!.ToString());
    }

    void PrintTotals() => Console.WriteLine(JsonSerializer.Serialize(new
    {
        totals = store.Totals(userId),
        months = store.Transactions(userId)
            .GroupBy(each => each.BookDate.ToString("yyyy-MM", CultureInfo.InvariantCulture))
            .ToDictionary(each => each.Key, each => each.Count()),
        accounts = store.Accounts(userId).Count(each => each.ClosedAt is null),
    }));

    var (consentId, url) = await CreateConsent();
    Console.WriteLine($"4. Created a consent. Open this URL in your browser and give consent:\n{url}");

    var consent = await Flow.WaitForConsentAsync(client, consentId);
    Console.WriteLine($"5. The consent is in status {consent["status"]}.");

    await Flow.ReadConsentAsync(client, store, userId, consent);
    var (accounts, transactions) = (store.Accounts(userId), store.Transactions(userId));
    Console.WriteLine($"6. Listed {accounts.Count} accounts and stored {transactions.Count} transactions.");
    PrintTotals();

    await inbox.WorkAsync(client); // Earlier events aren't about the refresh.
    var outcome = "The platform refused the refresh.";
    if (await Refresh(consentId))
    {
        store.ReadNext(consentId);
        var eventWait = Setting("EVENT_WAIT", "3600");
        Console.WriteLine($"Waiting up to {eventWait} seconds for the event.");
        var end = DateTime.UtcNow.AddSeconds(int.Parse(eventWait));
        var isRead = false;
        while (!isRead && DateTime.UtcNow < end && store.ConsentOf(consentId)!.EndedAt is null)
        {
            await Task.Delay(100);
            isRead = (await inbox.WorkAsync(client)).Contains(consentId);
        }
        if (!isRead && store.ConsentOf(consentId)!.EndedAt is null)
        {
            Console.Error.WriteLine(
                $"No event arrived within {eventWait} seconds. Does the platform know your receiver's URL?");
            await Flow.ReadConsentAsync(client, store, userId, await Flow.WaitForConsentAsync(client, consentId));
        }
        outcome = $"Refreshed the consent and stored {store.Transactions(userId).Count} transactions.";
    }
    var (old, oldId) = (await Get(ConsentPath(consentId)), consentId);
    consent = old;
    if (Flow.HasEnded(old["status"]?.ToString()))
        outcome = $"Didn't refresh the consent, because it has ended in status {old["status"]}.";
    Console.WriteLine($"7. {outcome}");
    PrintTotals();

    if (old["dateExpire"]?.GetValue<DateTimeOffset>() < DateTimeOffset.UtcNow.AddDays(14))
    {
        (consentId, url) = await CreateConsent();
        Console.WriteLine($"The consent must be renewed. Open this URL in your browser:\n{url}");
        consent = await Flow.WaitForConsentAsync(client, consentId);
        await Flow.ReadConsentAsync(client, store, userId, consent);
        // Delete the old consent only after the new one has delivered the same accounts.
        if (store.IsReplaced(userId, old, await Flow.ReadAccountsAsync(client, oldId)))
        {
            await Remove(ConsentPath(oldId));
            store.EndConsent(oldId, DateTimeOffset.UtcNow);
        }
        PrintTotals();
    }
    else await Flow.WaitForConsentAsync(client, consentId); // If it has ended, the program stops here.

    var sequences = await Get("/Sequencing", $"ConsentId={Uri.EscapeDataString(consentId)}");
    var income = sequences["incomeSequences"]!.AsArray().Count;
    var expenses = sequences["expenseSequences"]!.AsArray().Count;
    Console.WriteLine($"8. Found sequences: {income} income, {expenses} expense.");

    var job = await Post("/v2/categorization-jobs", new { engine = "z2", consentId });
    var jobPath = $"/v2/categorization-jobs/{Uri.EscapeDataString(job["data"]!.ToString())}";
    await Flow.WaitForJobAsync(async () => (await Get(jobPath))["data"]!);
    // Read everything again, because the job also categorized old transactions.
    store.ReadWholeNext(consentId);
    await Flow.ReadConsentAsync(client, store, userId, consent);
    var categorized = store.Transactions(userId).Count(each => each.Category is not null);
    Console.WriteLine($"9. Stored {categorized} categorized transactions.");

    var analysis = await Post("/analysis-jobs", new
    {
        reference = $"starter-{consentId}",
        engine = "Z2",
        profile = "RETAIL",
        input = new { consentIds = new[] { consentId } },
    });
    var analysisPath = $"/analysis-jobs/{Uri.EscapeDataString(analysis["id"]!.ToString())}";
    var completed = await Flow.WaitForJobAsync(() => Get(analysisPath));
    var results = completed["analysis"]!.AsObject().Select(each => each.Key);
    Console.WriteLine($"10. The analysis includes {string.Join(", ", results)}.");

    // Delete the job first. Once the user is deleted, its accounts and consents can no longer be looked up.
    await Remove(analysisPath);
    await Remove("/Users", $"UserId={Uri.EscapeDataString(userId)}");
    store.Delete(userId);
    PrintTotals();
    Console.WriteLine("11. Deleted the user.");
}
