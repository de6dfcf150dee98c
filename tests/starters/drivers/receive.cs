using System.Text.Json.Nodes;

// Receives events for the consents in KNOWN, and prints each consent instead of reading it.
string Setting(string name) => Environment.GetEnvironmentVariable(name)!;
var store = new Store(Path.Combine(Setting("DATA_DIR"), "store.json"));
foreach (var id in Setting("KNOWN").Split(',')) store.SaveConsent("user", new JsonObject { ["id"] = id });
new Inbox(store).Listen(int.Parse(Setting("WEBHOOK_PORT")), "/webhooks");
Console.WriteLine("ready");
while (true)
{
    foreach (var (consentId, _) in store.DueEvents()) Console.WriteLine($"read {consentId}");
    await Task.Delay(100);
}
