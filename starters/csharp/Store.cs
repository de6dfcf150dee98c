using System.Text.Json.Nodes;

/// <summary>
/// The accounts and transactions of end users, each once, in a JSON file for one process. Use tables of your database
/// in production.
/// </summary>
/// <remarks>
/// IDs identify them within a consent. A renewed consent, or a second one for the same account, may have other IDs, so
/// <c>ids</c> has all that were read, and what the bank states identifies them across consents.
/// </remarks>
public sealed class Store
{
    private readonly string file;
    private readonly JsonObject users;
    private readonly object writing = new();

    public Store(string file)
    {
        this.file = file;
        users = File.Exists(file) ? JsonNode.Parse(File.ReadAllText(file))!.AsObject() : new JsonObject();
        Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(file))!);
    }

    /// <summary>A user's accounts. <c>closed</c> marks those that their consent no longer lists.</summary>
    public IEnumerable<JsonObject> Accounts(string userId) => Items(users[userId]);

    public IEnumerable<JsonObject> Transactions(string userId) =>
        Accounts(userId).SelectMany(account => Items(account["transactions"]));

    // #region save
    /// <summary>
    /// Stores all that a consent has now. Accounts move to the consent that was read last; nothing is deleted.
    /// </summary>
    public void Save(
        string userId, JsonNode consent, IEnumerable<JsonNode> accounts, IEnumerable<JsonNode> transactions)
    {
        var consentId = Text(consent, "id");
        var read = new Dictionary<string, JsonObject>();
        foreach (var each in accounts)
        {
            var account = each.DeepClone().AsObject();
            account["ids"] = new JsonArray(Text(each, "id"));
            account["providerKey"] = Text(consent, "providerKey");
            account["closed"] = false;
            read[Text(each, "id")] = account;
        }
        var byAccount = new Dictionary<string, Dictionary<string, JsonObject>>();
        foreach (var each in transactions)
        {
            var accountId = Text(each, "accountId");
            var transaction = each.DeepClone().AsObject();
            transaction["ids"] = new JsonArray($"{accountId} {Text(each, "id")}");
            if (!byAccount.ContainsKey(accountId)) byAccount[accountId] = new Dictionary<string, JsonObject>();
            byAccount[accountId][Text(each, "id")] = transaction;
            // The platform may still have transactions of an account that it no longer lists.
            read.TryAdd(accountId, new JsonObject
            {
                ["id"] = accountId,
                ["iban"] = Text(each, "accountNumber"),
                ["currency"] = Text(each, "currency"),
                ["ids"] = new JsonArray(accountId),
                ["closed"] = true,
            });
        }

        lock (writing)
        {
            if (users[userId] is not JsonArray stored) users[userId] = stored = new JsonArray();
            foreach (var account in Items(stored))
                if (Text(account, "consentId") == consentId) account["closed"] = true;
            // IBANs decide if both have one. Otherwise the provider's ID does, which may be unique only within a login.
            Merge(stored, read.Values, consentId,
                (Ids, Ids), (Iban, Iban), (WithoutIban, ProviderId), (ProviderId, WithoutIban));
            foreach (var account in Items(stored))
            {
                if (account["transactions"] is not JsonArray known) account["transactions"] = known = new JsonArray();
                if (!byAccount.TryGetValue(Text(account, "id"), out var added)) continue;
                // Within one consent, an equal payment with another ID is a second payment.
                Keys statement = each =>
                    Text(each, "consentId") == consentId ? new object[0] : new object[] { Statement(each) };
                Merge(known, added.Values, consentId, (Ids, Ids), (statement, statement));
            }
            Write();
        }
    }
    // #endregion save

    /// <summary>Deletes all data of a user.</summary>
    public void Delete(string userId)
    {
        lock (writing)
        {
            users.Remove(userId);
            Write();
        }
    }

    /// <summary>The keys of an account or a transaction.</summary>
    private delegate IEnumerable<object> Keys(JsonObject item);

    /// <summary>
    /// Updates what is stored, and adds what is new. Two items are the same if the stored one and the one that was read
    /// have a key of one rule in common, but each matches only once: two equal payments on one day stay two.
    /// </summary>
    private static void Merge(
        JsonArray stored,
        ICollection<JsonObject> read,
        string consentId,
        params (Keys OfStored, Keys OfRead)[] rules)
    {
        var pairs = new Dictionary<JsonObject, JsonObject>();
        var taken = new HashSet<JsonObject>();
        foreach (var (keysOfStored, keysOfRead) in rules)
        {
            var free = new Dictionary<object, Queue<JsonObject>>();
            foreach (var known in Items(stored))
            {
                if (taken.Contains(known)) continue;
                foreach (var key in keysOfStored(known))
                {
                    free.TryAdd(key, new Queue<JsonObject>());
                    free[key].Enqueue(known);
                }
            }
            foreach (var each in read)
            {
                if (pairs.ContainsKey(each)) continue;
                foreach (var key in keysOfRead(each))
                {
                    if (!free.TryGetValue(key, out var queue) || !queue.TryDequeue(out var match)) continue;
                    pairs[each] = match;
                    taken.Add(match);
                }
            }
        }
        foreach (var each in read)
        {
            if (!pairs.TryGetValue(each, out var item))
            {
                item = new JsonObject();
                stored.Add((JsonNode)item);
            }
            var ids = Ids(item).Union(Ids(each)).Select(id => (JsonNode?)JsonValue.Create(id.ToString()));
            var all = new JsonArray(ids.ToArray());
            foreach (var (field, value) in each) item[field] = value?.DeepClone();
            item["ids"] = all;
            item["consentId"] = consentId;
        }
    }

    private static IEnumerable<object> Ids(JsonObject item) =>
        item["ids"] is JsonArray ids ? ids.Select(id => id!.ToString()) : new string[0];

    private static IEnumerable<object> Iban(JsonObject account)
    {
        var iban = Plain(Text(account, "iban"));
        if (iban != "") yield return $"{iban} {Text(account, "currency")}";
    }

    private static IEnumerable<object> ProviderId(JsonObject account)
    {
        var id = Text(account, "providerAccountId");
        if (id != "") yield return $"{Text(account, "providerKey")} {id} {Text(account, "currency")}";
    }

    private static IEnumerable<object> WithoutIban(JsonObject account) =>
        Iban(account).Any() ? new object[0] : ProviderId(account);

    /// <summary>What the bank states about a transaction, the same in every consent.</summary>
    private static object Statement(JsonObject transaction) => (
        Text(transaction, "bookDate"),
        transaction["amount"]!.GetValue<decimal>(),
        Text(transaction, "currency"),
        Text(transaction, "description"),
        Plain(Text(transaction, "counterpartAccountNumber")));

    /// <summary>An account number without spaces and in uppercase.</summary>
    private static string Plain(string number) =>
        string.Concat(number.Where(each => !char.IsWhiteSpace(each))).ToUpperInvariant();

    private static string Text(JsonNode item, string field) => item[field]?.ToString() ?? "";

    private static IEnumerable<JsonObject> Items(JsonNode? array) =>
        array is JsonArray items ? items.Select(each => each!.AsObject()) : new JsonObject[0];

    private void Write()
    {
        File.WriteAllText($"{file}.new", users.ToJsonString());
        File.Move($"{file}.new", file, overwrite: true);
    }
}
