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
        >= 400 and < 500 => "Check the program's settings.",
        _ => "Run the program again later.",
    };
    Console.Error.WriteLine(string.Join(' ', $"{error.Message} {advice}".Split()).Trim());
    Environment.Exit(1);
}

string Setting(string name, string otherwise) => Environment.GetEnvironmentVariable(name) ?? otherwise;

async Task RunAsync()
{
    var client = new Client();
    var store = new Store(Path.Combine(Setting("DATA_DIR", "data"), "store.json"));
    var inbox = new Inbox(store);

    // True if the platform may refresh the consent, even if its response was lost. It accepts up to six refreshes a day
    // for each consent.
    async Task<bool> Refresh(string consentId)
    {
        try
        {
            await client.CallAsync("POST", $"/Consent/{Uri.EscapeDataString(consentId)}/refresh");
            return true;
        }
        catch (PlatformException error) when (error.Status is 429 or < 300 or >= 500)
        {
            Console.Error.WriteLine(error.Message);
            return error.Status != 429;
        }
    }

    async Task<bool> IsGone(string path)
    {
        try
        {
            await client.CallAsync("GET", path);
            return false;
        }
        catch (PlatformException error)
        {
            return error.Status is 400 or 404;
        }
    }

    // Retries a DELETE. If an earlier attempt worked, but its response was lost, a GET of `read` also fails.
    async Task Remove(string path, string read, string? query = null)
    {
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                await client.CallAsync("DELETE", path, query);
                return;
            }
            catch (PlatformException error)
            {
                if (error.Status is 400 or 404 && await IsGone(read)) return;
                // The status is 0 after a network error and 200 for a proxy's error page.
                if (error.Status is >= 300 and < 500 || attempt == 5) throw;
                Console.WriteLine(error.Message);
            }
            await Task.Delay(Client.Backoff(attempt));
        }
    }

    var port = int.Parse(Setting("WEBHOOK_PORT", "8080"));
    var webhookPath = Setting("WEBHOOK_PATH", store.WebhookPath());
    inbox.Listen(port, webhookPath);
    Console.WriteLine(
        $"The receiver is at http://127.0.0.1:{port}{webhookPath}. Register its public URL, with the same path.");

    await client.TokenAsync();
    Console.WriteLine("1. Received a token.");

    var providers = (await client.CallAsync("GET", "/Providers"))!.AsArray();
    var key = Setting("PROVIDER_KEY", providers.FirstOrDefault()?["providerKey"]?.ToString() ?? "");
    var provider = providers.FirstOrDefault(each => each!["providerKey"]!.ToString() == key)
        ?? throw new InvalidOperationException($"Provider not found: {key}.");
    Console.WriteLine($"2. Listed {providers.Count} providers. Using {key}.");

    var externalUserId = Setting("EXTERNAL_USER_ID", $"starter-{Guid.NewGuid()}");
    var user = (await client.CallAsync("POST", "/Users", body: new { externalUserId }))!;
    var userId = user["id"]!.ToString();
    Console.WriteLine($"3. Created the user {userId}.");

    async Task<JsonNode> CreateConsent()
    {
        var created = (await client.CallAsync("POST", "/Consent", body: new
        {
            providerKey = key,
            countryCode = provider["countryCode"]!.ToString(),
            externalUserId,
            redirectUrl = Setting("REDIRECT_URL", "https://app.example.com/return"),
        }))!;
        store.SaveConsent(userId, new JsonObject { ["id"] = created["consentId"]!.ToString() });
        return created;
    }

    void PrintTotals() => Console.WriteLine(JsonSerializer.Serialize(new { totals = store.Totals(userId) }));

    var created = await CreateConsent();
    var consentId = created["consentId"]!.ToString();
    Console.WriteLine("4. Created a consent. Open this URL in your browser and give consent:");
    Console.WriteLine(created["consentUrl"]);

    var consent = await Flow.WaitForConsentAsync(client, consentId);
    Console.WriteLine($"5. The consent has the status {consent["status"]}.");

    await Flow.ReadConsentAsync(client, store, userId, consent);
    var (accounts, transactions) = (store.Accounts(userId), store.Transactions(userId));
    Console.WriteLine($"6. Listed {accounts.Count} accounts and stored {transactions.Count} transactions.");
    PrintTotals();

    await inbox.WorkAsync(client); // Earlier events aren't about the refresh.
    store.ReadNext(consentId);
    if (await Refresh(consentId))
    {
        var eventWait = Setting("EVENT_WAIT", "3600");
        Console.WriteLine($"Waiting up to {eventWait} seconds for the event.");
        var end = DateTime.UtcNow.AddSeconds(int.Parse(eventWait));
        var isRead = false;
        while (!isRead && DateTime.UtcNow < end)
        {
            await Task.Delay(100);
            isRead = (await inbox.WorkAsync(client)).Contains(consentId);
        }
        if (!isRead)
        {
            Console.Error.WriteLine(
                $"No event arrived within {eventWait} seconds. Does the platform know your receiver's URL?");
            consent = await Flow.WaitForConsentAsync(client, consentId);
            await Flow.ReadConsentAsync(client, store, userId, consent);
        }
        Console.WriteLine($"7. Refreshed the consent and stored {store.Transactions(userId).Count} transactions.");
    }
    else
    {
        Console.WriteLine("7. The daily limit is used up. Refresh the consent later.");
    }
    PrintTotals();

    var old = (await client.CallAsync("GET", $"/Consent/{Uri.EscapeDataString(consentId)}"))!;
    consent = old;
    if (old["dateExpire"]?.GetValue<DateTimeOffset>() < DateTimeOffset.UtcNow.AddDays(14))
    {
        created = await CreateConsent();
        var oldId = consentId;
        consentId = created["consentId"]!.ToString();
        Console.WriteLine("The consent ends soon. Open this URL in your browser and renew it:");
        Console.WriteLine(created["consentUrl"]);
        consent = await Flow.WaitForConsentAsync(client, consentId);
        await Flow.ReadConsentAsync(client, store, userId, consent);
        // Delete the old consent only after the new one has delivered the same accounts.
        if (store.IsReplaced(userId, old, await Flow.ReadAccountsAsync(client, oldId)))
        {
            var oldPath = $"/Consent/{Uri.EscapeDataString(oldId)}";
            await Remove(oldPath, oldPath);
            store.EndConsent(oldId, DateTimeOffset.UtcNow);
        }
        PrintTotals();
    }

    var sequences = (await client.CallAsync("GET", "/Sequencing", $"ConsentId={Uri.EscapeDataString(consentId)}"))!;
    var income = sequences["incomeSequences"]!.AsArray().Count;
    var expenses = sequences["expenseSequences"]!.AsArray().Count;
    Console.WriteLine($"8. Read {income} income sequences and {expenses} expense sequences.");

    var job = (await client.CallAsync(
        "POST", "/v2/categorization-jobs", body: new { engine = "z2", profile = "RETAIL", consentId }))!;
    var jobId = job["data"]!.ToString();
    var jobPath = $"/v2/categorization-jobs/{Uri.EscapeDataString(jobId)}";
    await Flow.WaitForJobAsync(async () => (await client.CallAsync("GET", jobPath))!["data"]!);
    // Read everything again, because the job also categorized old transactions.
    store.ReadWholeNext(consentId);
    await Flow.ReadConsentAsync(client, store, userId, consent);
    var categorized = store.Transactions(userId).Count(each => each.Category is not null);
    Console.WriteLine($"9. Stored {categorized} categorized transactions.");

    var analysisId = (await client.CallAsync("POST", "/analysis-jobs", body: new
    {
        reference = $"starter-{consentId}",
        engine = "Z2",
        profile = "RETAIL",
        input = new { consentIds = new[] { consentId } },
    }))!["id"]!.ToString();
    var analysisPath = $"/analysis-jobs/{Uri.EscapeDataString(analysisId)}";
    var completed = await Flow.WaitForJobAsync(async () => (await client.CallAsync("GET", analysisPath))!);
    var results = completed["analysis"]!.AsObject().Select(each => each.Key);
    Console.WriteLine($"10. The analysis includes {string.Join(", ", results)}.");

    // Delete the job first. Once the user is deleted, nothing shows whose job it is.
    await Remove(analysisPath, analysisPath);
    await Remove("/Users", $"/Users/{Uri.EscapeDataString(userId)}", $"UserId={Uri.EscapeDataString(userId)}");
    store.Delete(userId);
    PrintTotals();
    Console.WriteLine("11. Deleted the user.");
}
