using System.Text.Json;
using System.Text.Json.Nodes;

// Reads consents into a file as the starter does: a request per line on stdin, a response per line on stdout.

Environment.SetEnvironmentVariable("CLIENT_ID", "driver");
Environment.SetEnvironmentVariable("CLIENT_SECRET", "driver");

async Task<object> Respond(JsonNode request)
{
    string Text(string name) => request[name]!.ToString();
    var store = new Store(Text("database"));
    var now = DateTimeOffset.Parse(Text("now"));
    var kept = 0;
    if (request["removeConsent"] is { } ended)
    {
        store.EndConsent(ended.ToString(), now);
    }
    else
    {
        Environment.SetEnvironmentVariable("PLATFORM_URL", Text("url"));
        var client = new Client();
        var method = request["method"]?.ToString() ?? "GET";
        var consent = (await client.CallAsync(method, $"/Consent/{Uri.EscapeDataString(Text("consentId"))}"))!;
        kept = (await Flow.ReadConsentAsync(client, store, Text("userId"), consent, now)).Kept;
    }
    var rows = store.Accounts(Text("userId"));
    var accounts = rows.Select(each => new
    {
        key = each.AccountKey,
        id = each.Id,
        consentId = each.ConsentId,
        iban = each.Iban,
        providerAccountId = each.ProviderAccountId,
        currency = each.Currency,
        closed = each.ClosedAt is not null,
        isWhole = each.ReadWholeAt is not null,
    });
    var transactions = rows.SelectMany(account => account.Transactions.Values.Select(each => new
    {
        account = account.AccountKey,
        id = each.Id,
        bookDate = each.BookDate,
        minor = $"{each.Amount * (decimal)Math.Pow(10, Store.Decimals(each.Currency)):0}",
        currency = each.Currency,
        removed = each.RemovedAt is not null,
    }));
    var aside = rows.SelectMany(account => account.UnstoredTransactions.Keys.Select(id => $"{account.AccountKey} {id}"));
    return new { ok = true, accounts, transactions, aside, kept };
}

while (Console.ReadLine() is { } line)
{
    object response;
    try
    {
        response = await Respond(JsonNode.Parse(line)!);
    }
    catch (Exception error)
    {
        response = new { ok = false, error = error.Message };
    }
    Console.WriteLine(JsonSerializer.Serialize(response));
}
