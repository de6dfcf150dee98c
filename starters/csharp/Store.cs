using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;

/// <summary>An account with the columns in schema.sql, and its transactions by ID.</summary>
public sealed record Account(
    string AccountKey,
    string UserId,
    string ConsentId,
    string Id,
    string? ProviderKey,
    string? ProviderAccountId,
    string? Iban,
    string Currency,
    JsonNode Document,
    DateTimeOffset? ReadWholeAt = null,
    DateTimeOffset? ClosedAt = null)
{
    public Dictionary<string, Transaction> Transactions { get; init; } = new();
}

/// <summary>A transaction with the columns in schema.sql, but with its amount as an exact decimal.</summary>
public sealed record Transaction(
    string Id,
    DateOnly BookDate,
    decimal Amount,
    string Currency,
    string? Description,
    string? CounterpartAccountNumber,
    string? Category,
    JsonNode Document,
    DateTimeOffset AddedAt = default,
    DateTimeOffset ChangedAt = default,
    DateTimeOffset? RemovedAt = null);

/// <summary>
/// End users' accounts and transactions, without duplicates, in a JSON file for one process. A new read replaces what
/// was stored for the same days.
/// </summary>
public sealed class Store
{
    /// <summary>Banks may book payments weeks late, so a read begins this long before the newest stored day.</summary>
    private const int OverlapDays = 90;
    private static readonly TimeSpan WholeRead = TimeSpan.FromDays(7);

    /// <summary>Rules for matching accounts, strictest first.</summary>
    private static readonly Func<Account, Account, bool>[] SameAccount =
    {
        (a, b) => a.Id == b.Id,
        // The key contains the account's first ID.
        (a, b) => a.AccountKey == b.AccountKey,
        (a, b) => a.Iban is not null && (a.Iban, a.Currency) == (b.Iban, b.Currency),
        // A provider's ID may be unique only per login, so compare IBANs if both accounts have one.
        (a, b) => a.ProviderAccountId is not null && (a.Iban is null || b.Iban is null)
            && (a.ProviderKey, a.ProviderAccountId, a.Currency) == (b.ProviderKey, b.ProviderAccountId, b.Currency),
    };

    /// <summary>
    /// The fields that identify a transaction if its ID is new: all bank details, or only those that rarely change.
    /// </summary>
    private static readonly Func<Transaction, object>[] Statements =
    {
        each => (each.BookDate, each.Amount, each.Currency, each.Description, each.CounterpartAccountNumber),
        each => (each.BookDate, each.Amount, each.Currency),
    };

    private sealed record Consent(string UserId, DateTimeOffset? Requested, DateTimeOffset? EndedAt = null);

    private sealed record State(Dictionary<string, Consent> Consents, Dictionary<string, Account> Accounts);

    private const UnixFileMode OnlyOwner = UnixFileMode.UserRead | UnixFileMode.UserWrite;
    private readonly string file;
    private readonly object writing = new();

    public Store(string file)
    {
        this.file = Path.GetFullPath(file);
        var folder = Path.GetDirectoryName(this.file)!;
        if (OperatingSystem.IsWindows()) Directory.CreateDirectory(folder);
        else Directory.CreateDirectory(folder, OnlyOwner | UnixFileMode.UserExecute);
    }

    /// <summary>A user's accounts. A key stays the same even if a renewed consent gives its account a new ID.</summary>
    public List<Account> Accounts(string userId) =>
        Read().Accounts.Values.Where(each => each.UserId == userId).ToList();

    /// <summary>A user's transactions, except removed ones.</summary>
    public List<Transaction> Transactions(string userId) =>
        Accounts(userId).SelectMany(each => each.Transactions.Values).Where(each => each.RemovedAt is null).ToList();

    /// <summary>The count and exact total of a user's transactions in each currency.</summary>
    public Dictionary<string, Dictionary<string, object>> Totals(string userId) =>
        Transactions(userId).GroupBy(each => each.Currency).ToDictionary(
            each => each.Key,
            each => new Dictionary<string, object>
            {
                ["count"] = each.Count(),
                ["sum"] = each.Sum(row => row.Amount).ToString(CultureInfo.InvariantCulture),
            });

    /// <summary>
    /// Maps account IDs to the DateFrom of the next read, or to null to read everything.
    /// </summary>
    public Dictionary<string, DateOnly?> Windows(
        string userId, JsonNode consent, IEnumerable<JsonNode> accounts, DateTimeOffset now)
    {
        var today = DateOnly.FromDateTime(now.UtcDateTime);
        DateOnly? From(Account account)
        {
            if (account.ReadWholeAt is not { } wholeAt || now - wholeAt >= WholeRead) return null;
            var rows = account.Transactions.Values.Where(each => each.RemovedAt is null);
            // A scheduled payment may be dated in the future.
            return rows.Max(each => (DateOnly?)each.BookDate) is not { } newest
                ? null
                : (newest < today ? newest : today).AddDays(-OverlapDays);
        }
        return AccountsToRead(Read(), userId, consent, accounts)
            .ToDictionary(each => each.Account.Id, each => From(each.Account));
    }

    // #region save
    /// <summary>
    /// Replaces the data of the days that were read, all or nothing. If an account's list is empty, keeps the stored
    /// transactions for these days and returns their count.
    /// </summary>
    public List<(string AccountKey, int Count)> Save(
        string userId,
        JsonNode consent,
        IEnumerable<JsonNode> accounts,
        IEnumerable<JsonNode> transactions,
        IReadOnlyDictionary<string, DateOnly?> windows,
        DateTimeOffset now)
    {
        var read = new Dictionary<string, Dictionary<string, Transaction>>();
        foreach (var each in transactions)
        {
            var accountId = Text(each, "accountId")!;
            read.TryAdd(accountId, new());
            read[accountId][Text(each, "id")!] = Row(each);
        }
        var allKept = new List<(string, int)>();
        Update(state =>
        {
            state.Consents[Text(consent, "id")!] = new(userId, Time(consent, "dateRequested"));
            foreach (var (account, isListed) in AccountsToRead(state, userId, consent, accounts))
            {
                if (!windows.TryGetValue(account.Id, out var from)) continue;
                var kept = Replace(account.Transactions, read.GetValueOrDefault(account.Id, new()), from, now);
                if (kept > 0 && isListed) allKept.Add((account.AccountKey, kept));
                var isWhole = from is null && kept == 0;
                state.Accounts[account.AccountKey] = account with
                {
                    ReadWholeAt = isWhole ? now : account.ReadWholeAt,
                    ClosedAt = isListed ? null : now,
                };
            }
        });
        return allKept;
    }

    /// <summary>
    /// Replaces an account's transactions from a day onward. If none are listed, keeps and counts the old rows.
    /// </summary>
    private static int Replace(
        Dictionary<string, Transaction> stored,
        Dictionary<string, Transaction> read,
        DateOnly? from,
        DateTimeOffset now)
    {
        // After a renewal, banks may deliver fewer days than requested. Keep rows dated before the list's first day.
        var first = read.Count > 0 ? read.Values.Min(each => each.BookDate) : from ?? DateOnly.MinValue;
        var left = stored.Values
            .Where(each => each.RemovedAt is null && each.BookDate >= first && !read.ContainsKey(each.Id))
            .ToDictionary(each => each.Id);
        if (read.Count == 0) return left.Count;
        foreach (var statement in Statements)
        {
            // Each row matches only once, so two equal payments on one day stay separate.
            var equal = left.Values
                .GroupBy(statement)
                .ToDictionary(rows => rows.Key, rows => new Queue<Transaction>(rows));
            foreach (var (id, row) in read)
            {
                if (stored.ContainsKey(id)) continue;
                if (!equal.TryGetValue(statement(row), out var same) || !same.TryDequeue(out var old)) continue;
                stored.Remove(old.Id);
                left.Remove(old.Id);
                stored[id] = old;
            }
        }
        foreach (var (id, row) in read)
        {
            var known = stored.GetValueOrDefault(id);
            var isEqual = known?.Document.ToJsonString() == row.Document.ToJsonString();
            if (known is { RemovedAt: null } && isEqual) continue;
            stored[id] = row with { AddedAt = known?.AddedAt ?? now, ChangedAt = now };
        }
        foreach (var (id, row) in left) stored[id] = row with { RemovedAt = now };
        return 0;
    }
    // #endregion save

    /// <summary>
    /// Forces a full read of the consent next time. Call this after categorization has changed old transactions.
    /// </summary>
    public void ReadWholeNext(string consentId) => Update(state =>
    {
        foreach (var (key, account) in state.Accounts)
            if (account.ConsentId == consentId) state.Accounts[key] = account with { ReadWholeAt = null };
    });

    /// <summary>
    /// Call this when a consent has ended. Its data is kept, and an older consent may take over its accounts.
    /// </summary>
    public void EndConsent(string consentId, DateTimeOffset now) => Update(state =>
    {
        if (state.Consents.TryGetValue(consentId, out var consent))
            state.Consents[consentId] = consent with { EndedAt = now };
    });

    /// <summary>Deletes all of a user's data.</summary>
    public void Delete(string userId) => Update(state =>
    {
        foreach (var (key, account) in state.Accounts)
            if (account.UserId == userId) state.Accounts.Remove(key);
        foreach (var (key, consent) in state.Consents)
            if (consent.UserId == userId) state.Consents.Remove(key);
    });

    /// <summary>The accounts to read through a consent, ready to be stored.</summary>
    private static List<(Account Account, bool IsListed)> AccountsToRead(
        State state, string userId, JsonNode consent, IEnumerable<JsonNode> accounts)
    {
        var consentId = Text(consent, "id")!;
        var free = state.Accounts.Values.Where(each => each.UserId == userId).ToList();
        var listed = accounts.Select(each => new Account(
            $"{userId} {Text(each, "id")}",
            userId,
            consentId,
            Text(each, "id")!,
            Text(consent, "providerKey"),
            Text(each, "providerAccountId"),
            Plain(Text(each, "iban")),
            Text(each, "currency")!,
            each)).ToList();
        var pairs = new Dictionary<string, Account>();
        foreach (var isSame in SameAccount)
        {
            foreach (var account in listed.Where(each => !pairs.ContainsKey(each.Id)))
            {
                if (free.Find(each => isSame(account, each)) is not { } known) continue;
                pairs[account.Id] = known;
                free.Remove(known);
            }
        }
        var read = new List<(Account, bool)>();
        foreach (var account in listed)
        {
            var known = pairs.GetValueOrDefault(account.Id, account);
            // An account belongs to the newest consent that lists it.
            if (known.ConsentId != consentId
                && known.ClosedAt is null
                && state.Consents.TryGetValue(known.ConsentId, out var owner)
                && owner.EndedAt is null
                && owner.Requested > Time(consent, "dateRequested")) continue;
            read.Add((account with
            {
                AccountKey = known.AccountKey,
                ReadWholeAt = known.ConsentId == consentId ? known.ReadWholeAt : null,
                Transactions = known.Transactions,
            }, true));
        }
        // Accounts that the consent no longer lists are read one last time.
        read.AddRange(free
            .Where(each => each.ConsentId == consentId && each.ClosedAt is null)
            .Select(each => (each, false)));
        return read;
    }

    private static Transaction Row(JsonNode transaction)
    {
        var currency = Text(transaction, "currency")!;
        var amount = transaction["amount"]!.GetValue<decimal>();
        if (decimal.Round(amount, Decimals(currency)) != amount)
        {
            throw new InvalidOperationException(
                $"Transaction {Text(transaction, "id")}: {amount} isn't a valid {currency} amount.");
        }
        var category = transaction["category"];
        return new(
            Text(transaction, "id")!,
            transaction["bookDate"].Deserialize<DateOnly>(),
            amount,
            currency,
            Text(transaction, "description"),
            Plain(Text(transaction, "counterpartAccountNumber")),
            (category?["z2"]?["category"] ?? category?["z1"]?["l1Name"] ?? category?["l1Name"])?.ToString(),
            transaction);
    }

    /// <summary>Returns a currency's number of decimals, as listed in schema.sql.</summary>
    public static int Decimals(string currency) => currency switch
    {
        "BIF" or "CLP" or "DJF" or "GNF" or "ISK" or "JPY" or "KMF" or "KRW" or "PYG" => 0,
        "RWF" or "UGX" or "UYI" or "VND" or "VUV" or "XAF" or "XOF" or "XPF" => 0,
        "BHD" or "IQD" or "JOD" or "KWD" or "LYD" or "OMR" or "TND" => 3,
        "CLF" or "UYW" => 4,
        _ => 2,
    };

    /// <summary>An account number in uppercase without spaces, if any.</summary>
    private static string? Plain(string? number) =>
        number is null ? null : string.Concat(number.Where(each => !char.IsWhiteSpace(each))).ToUpperInvariant();

    /// <summary>A field's text, or null if the field is missing, null, or empty.</summary>
    private static string? Text(JsonNode item, string field) =>
        item[field]?.ToString() is { Length: > 0 } text ? text : null;

    private static DateTimeOffset? Time(JsonNode item, string field) => item[field]?.GetValue<DateTimeOffset>();

    private State Read() =>
        File.Exists(file) ? JsonSerializer.Deserialize<State>(File.ReadAllBytes(file))! : new(new(), new());

    /// <summary>Replaces the whole file at once, so a crash can't leave a partial change.</summary>
    private void Update(Action<State> change)
    {
        lock (writing)
        {
            var state = Read();
            change(state);
            var options = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write };
            if (!OperatingSystem.IsWindows()) options.UnixCreateMode = OnlyOwner;
            using (var stream = new FileStream($"{file}.new", options))
            {
                JsonSerializer.Serialize(stream, state);
                stream.Flush(flushToDisk: true);
            }
            File.Move($"{file}.new", file, overwrite: true);
        }
    }
}
