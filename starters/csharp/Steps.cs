using System.Text.Json.Nodes;

string Setting(string name, string otherwise) => Environment.GetEnvironmentVariable(name) ?? otherwise;

var client = new Client();
var transactions = new Dictionary<string, JsonNode>();

// #region store
// Stores each transaction once, however often it is read. Use a table of your database in production.
async Task<List<JsonNode>> Store(string consentId)
{
    var read = new List<JsonNode>();
    await foreach (var each in Flow.ReadTransactionsAsync(client, consentId)) read.Add(each);
    foreach (var each in read) transactions[$"{each["accountId"]} {each["id"]}"] = each;
    return read;
}
// #endregion store

// Returns whether the platform accepted the refresh. It accepts six per consent and day.
async Task<bool> Refresh(string consentId)
{
    try
    {
        await client.CallAsync("POST", $"/Consent/{consentId}/refresh");
        return true;
    }
    catch (PlatformException error) when (error.Status == 429)
    {
        Console.WriteLine(error.Message);
        return false;
    }
}

await client.TokenAsync();
Console.WriteLine("1. Received a token.");

var providers = (await client.CallAsync("GET", "/Providers"))!.AsArray();
var key = Setting("PROVIDER_KEY", providers.FirstOrDefault()?["providerKey"]?.ToString() ?? "");
var provider = providers.FirstOrDefault(each => each!["providerKey"]!.ToString() == key)
    ?? throw new InvalidOperationException($"There is no provider {key}.");
Console.WriteLine($"2. Listed {providers.Count} providers. Using {key}.");

var externalUserId = Setting("EXTERNAL_USER_ID", $"starter-{Guid.NewGuid()}");
var user = (await client.CallAsync("POST", "/Users", body: new { externalUserId }))!;
Console.WriteLine($"3. Created the user {user["id"]}.");

var created = (await client.CallAsync("POST", "/Consent", body: new
{
    providerKey = key,
    countryCode = provider["countryCode"]!.ToString(),
    externalUserId,
    redirectUrl = Setting("REDIRECT_URL", "https://app.example.com/return"),
}))!;
var consentId = created["consentId"]!.ToString();
Console.WriteLine($"4. Created a consent. Open this URL in your browser and give consent:\n{created["consentUrl"]}");

var consent = await Flow.WaitForConsentAsync(client, consentId, () => Refresh(consentId));
Console.WriteLine($"5. The consent has the status {consent["status"]}.");

var accounts = (await client.CallAsync("GET", "/Accounts", $"ConsentId={consentId}&Page=1&Size=100"))!.AsArray();
Console.WriteLine($"6. Listed {accounts.Count} accounts and stored {(await Store(consentId)).Count} transactions.");

// In production, read the transactions when the webhook arrives: the status can still be that of before the refresh.
if (await Refresh(consentId))
{
    await Flow.WaitForConsentAsync(client, consentId, () => Refresh(consentId));
    Console.WriteLine($"7. Refreshed the consent and stored {(await Store(consentId)).Count} transactions.");
}
else
{
    Console.WriteLine("7. The daily limit is used up. Refresh the consent later.");
}

var jobId = (await client.CallAsync(
    "POST", "/v2/categorization-jobs", body: new { engine = "z2", profile = "RETAIL", consentId }))!["data"];
await Flow.WaitForJobAsync(
    async () => (await client.CallAsync("GET", $"/v2/categorization-jobs/{jobId}"))!["data"]!);
var categorized = (await Store(consentId)).Count(each => each["category"] is not null);
Console.WriteLine($"8. Stored {categorized} categorized transactions.");

var analysisId = (await client.CallAsync("POST", "/analysis-jobs", body: new
{
    reference = $"starter-{consentId}",
    engine = "Z2",
    profile = "RETAIL",
    input = new { consentIds = new[] { consentId } },
}))!["id"];
var completed = await Flow.WaitForJobAsync(
    async () => (await client.CallAsync("GET", $"/analysis-jobs/{analysisId}"))!);
Console.WriteLine($"9. The analysis has {string.Join(", ", completed["analysis"]!.AsObject().Select(each => each.Key))}.");

await client.CallAsync("DELETE", "/Users", $"UserId={user["id"]}");
transactions.Clear();
Console.WriteLine("10. Deleted the user.");
