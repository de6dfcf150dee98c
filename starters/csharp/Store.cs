using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;

/// <summary>An account with the columns in schema.sql, and its transactions by ID.</summary>
public sealed record Account(
    string AccountKey, string UserId, string ConsentId, string Id, string? ProviderKey, string? ProviderAccountId,
    string? Iban, string? Bban, string Currency, JsonNode Document,
    DateTimeOffset? ReadWholeAt = null, DateTimeOffset? ClosedAt = null)
{
    public Dictionary<string, Transaction> Transactions { get; init; } = new();

    public Dictionary<string, OddTransaction> UnstoredTransactions { get; init; } = new();
}

/// <summary>A transaction with the columns in schema.sql, but with its amount as an exact decimal.</summary>
public sealed record Transaction(
    string Id, DateOnly BookDate, decimal Amount, string Currency, string? Description,
    string? CounterpartAccountNumber, string? Category, JsonNode Document,
    DateTimeOffset AddedAt = default, DateTimeOffset ChangedAt = default, DateTimeOffset? RemovedAt = null);

/// <summary>A transaction that can't be stored.</summary>
public sealed record OddTransaction(JsonNode? Document, string Reason, DateTimeOffset FirstSeenAt);

/// <summary>A consent's accounts, and the keys of similar stored accounts that are no longer listed.</summary>
public sealed record Visit(string UserId, JsonNode Consent, List<JsonNode> Accounts, HashSet<string> Gone);

/// <summary>An account's transactions from a day onward, or the status of the platform's refusal.</summary>
public sealed record Listing(DateOnly? From, List<JsonNode?> Rows, int Refusal = 0);

/// <summary>A consent. DataUpdated is its dateTransactionsUpdated when its data was stored.</summary>
public sealed record Consent(
    string UserId, DateTimeOffset? Requested, DateTimeOffset? EndedAt = null, string? DataUpdated = null);

/// <summary>A consent to read, with its number of events.</summary>
public sealed record Event(int Count, DateTimeOffset ReceivedAt, DateTimeOffset DueAt, int Attempts);

/// <summary>The number of accounts whose list was empty, and notes about what wasn't stored.</summary>
public sealed record Report(int Kept, List<string> Notes);

/// <summary>
/// End users' accounts and transactions, without duplicates, in a JSON file for one process. A new read replaces what
/// was stored for the same days.
/// </summary>
public sealed class Store
{
    // Banks may book payments weeks late, so a read begins this long before today or the newest stored day, if earlier.
    private const int OverlapDays = 90;
    private static readonly TimeSpan WholeRead = TimeSpan.FromDays(7);

    // The platform may filter by a date before the booking date, so a window's first days may be incomplete.
    private const int UncertainDays = 7;

    // Amounts this close to a whole minor unit are rounded, because some banks use floats.
    private const decimal Noise = 0.000001m;

    // The fields that identify a transaction if its ID is new: all bank details, or only those that rarely change.
    private static readonly Func<Transaction, object>[] Statements =
    {
        each => (each.BookDate, each.Amount, each.Currency, each.Description, each.CounterpartAccountNumber),
        each => (each.BookDate, each.Amount, each.Currency),
    };

    private sealed record State(Dictionary<string, Consent> Consents, Dictionary<string, Account> Accounts)
    {
        public Dictionary<string, Event> Inbox { get; init; } = new();

        public string WebhookPath { get; init; } = $"/hooks/{Guid.NewGuid():N}";
    }

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
    public Dictionary<string, object> Totals(string userId) =>
        Transactions(userId).GroupBy(each => each.Currency).ToDictionary(rows => rows.Key, rows => (object)new
        {
            count = rows.Count(),
            sum = rows.Sum(row => row.Amount).ToString($"F{Decimals(rows.Key)}", CultureInfo.InvariantCulture),
        });

    /// <summary>Maps account IDs to the DateFrom of the next read, or to null to read everything.</summary>
    public Dictionary<string, DateOnly?> Windows(Visit visit, DateTimeOffset now) =>
        AccountsToRead(Read(), visit).ToDictionary(each => each.Account.Id, each => From(each.Account, now));

    private static DateOnly? From(Account account, DateTimeOffset now)
    {
        if (account.ReadWholeAt is not { } wholeAt || now - wholeAt >= WholeRead) return null;
        var rows = account.Transactions.Values.Where(each => each.RemovedAt is null);
        if (rows.Max(each => (DateOnly?)each.BookDate) is not { } newest) return null;
        // A scheduled payment may be dated in the future.
        var today = DateOnly.FromDateTime(now.UtcDateTime);
        return (newest < today ? newest : today).AddDays(-OverlapDays);
    }

    /// <summary>Stores a consent's lists, keyed by account ID, all or nothing.</summary>
    public Report Save(Visit visit, Dictionary<string, Listing> lists, DateTimeOffset now)
    {
        var report = new Report(0, new());
        var notes = report.Notes;
        Update(state =>
        {
            var consentId = Text(visit.Consent, "id")!;
            SaveConsent(state, visit.UserId, visit.Consent);
            var isComplete = visit.Accounts.Count > 0;
            if (!isComplete) notes.Add($"Consent {consentId} lists no accounts. Kept the stored ones.");
            foreach (var (account, isListed, similar) in AccountsToRead(state, visit))
            {
                var key = account.AccountKey;
                if (!lists.TryGetValue(account.Id, out var list)) continue;
                if (similar is not null)
                    notes.Add($"{similar.AccountKey} and {key} may be one account with a new IBAN. Ask the end user.");
                if (isListed && list.Refusal > 0)
                {
                    isComplete = false;
                    notes.Add($"Account {key} was refused with status {list.Refusal}. Kept its transactions.");
                    // Read the account through the old consent until the new one delivers it.
                    state.Accounts.TryAdd(key, account);
                    continue;
                }
                // False if ReadWholeNext was called meanwhile.
                if (isListed && list.From is not null) isComplete &= account.ReadWholeAt is not null;
                var kept = Replace(account, list, now, notes);
                if (isListed && kept > 0)
                {
                    report = report with { Kept = report.Kept + 1 };
                    notes.Add($"The list for account {key} is empty. Kept its {kept} transactions.");
                }
                state.Accounts[key] = account with
                {
                    ReadWholeAt = list.From is null && list.Refusal == 0 && kept == 0 ? now : account.ReadWholeAt,
                    ClosedAt = isListed ? null : now,
                };
            }
            if (!isComplete) return;
            var updated = Text(visit.Consent, "dateTransactionsUpdated");
            state.Consents[consentId] = state.Consents[consentId] with { DataUpdated = updated };
        });
        return report;
    }

    // Replaces an account's transactions from a day onward. If none can be stored, keeps and counts the old rows.
    private static int Replace(Account account, Listing list, DateTimeOffset now, List<string> notes)
    {
        var stored = account.Transactions;
        // A page can repeat a transaction. The last copy that can be stored wins.
        var read = new Dictionary<string, Transaction>();
        var odd = new Dictionary<string, OddTransaction>();
        foreach (var each in list.Rows)
        {
            var id = String(Field(each, "id")) ?? Digest(each);
            try
            {
                read[id] = Row(each);
                odd.Remove(id);
            }
            catch (FormatException error)
            {
                if (!read.ContainsKey(id)) odd[id] = new(each, error.Message, now);
            }
        }
        PutAside(account.UnstoredTransactions, odd, read, list.From is null && list.Rows.Count > 0, notes);
        // After a renewal, banks may deliver fewer days than requested. Keep rows dated before the list's first day.
        var first = read.Count > 0 ? read.Values.Min(each => each.BookDate) : list.From ?? DateOnly.MinValue;
        var left = stored.Where(each => each.Value.RemovedAt is null && each.Value.BookDate >= first).ToDictionary();
        if (read.Count == 0) return left.Count;
        foreach (var id in read.Keys.Concat(odd.Keys)) left.Remove(id);
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
        // A list may start in the middle of a day or be filtered by another date. Don't trust its first days.
        var last = list.From?.AddDays(UncertainDays - 1) is { } edge && edge > first ? edge : first;
        foreach (var (id, row) in left)
        {
            var time = String(Field(row.Document, "transactionDateTime"));
            var isAfter = time is null || string.CompareOrdinal(time[..Math.Min(10, time.Length)], $"{last:O}") > 0;
            if (row.BookDate <= last || !isAfter) continue;
            stored[id] = row with { RemovedAt = now };
        }
        return 0;
    }

    // Sets aside transactions that can't be stored, until they can be or a complete list no longer includes them.
    private static void PutAside(
        Dictionary<string, OddTransaction> known, Dictionary<string, OddTransaction> odd,
        Dictionary<string, Transaction> read, bool isWhole, List<string> notes)
    {
        foreach (var id in known.Keys.Where(id => read.ContainsKey(id) || (isWhole && !odd.ContainsKey(id))).ToList())
            known.Remove(id);
        foreach (var (id, row) in odd)
        {
            if (!known.ContainsKey(id)) notes.Add($"Couldn't store transaction {id}: {row.Reason}.");
            known[id] = row with { FirstSeenAt = known.GetValueOrDefault(id, row).FirstSeenAt };
        }
    }

    /// <summary>Forces a full read of the consent next time. Call this after categorization.</summary>
    public void ReadWholeNext(string consentId) => Update(state =>
    {
        foreach (var (key, account) in state.Accounts)
            if (account.ConsentId == consentId) state.Accounts[key] = account with { ReadWholeAt = null };
        state.Consents[consentId] = state.Consents[consentId] with { DataUpdated = null };
    });

    /// <summary>Forces a read at the consent's next event, even if its data isn't newer.</summary>
    public void ReadNext(string consentId) =>
        Update(state => state.Consents[consentId] = state.Consents[consentId] with { DataUpdated = null });

    /// <summary>Returns the stored consent, or null if it isn't yours.</summary>
    public Consent? ConsentOf(string id) => Read().Consents.GetValueOrDefault(id);

    /// <summary>Records a consent as the platform returned it.</summary>
    public void SaveConsent(string userId, JsonNode consent) => Update(state => SaveConsent(state, userId, consent));

    private static void SaveConsent(State state, string userId, JsonNode consent)
    {
        var id = Text(consent, "id")!;
        var updated = state.Consents.GetValueOrDefault(id)?.DataUpdated;
        state.Consents[id] = new(userId, Time(consent, "dateRequested"), DataUpdated: updated);
    }

    /// <summary>Call this when a consent has ended. Its data is kept.</summary>
    public void EndConsent(string consentId, DateTimeOffset now) => Update(state =>
    {
        if (state.Consents.TryGetValue(consentId, out var consent))
            state.Consents[consentId] = consent with { EndedAt = consent.EndedAt ?? now };
    });

    /// <summary>Deletes all of a user's data.</summary>
    public void Delete(string userId) => Update(state =>
    {
        foreach (var (key, account) in state.Accounts)
            if (account.UserId == userId) state.Accounts.Remove(key);
        foreach (var (key, consent) in state.Consents)
            if (consent.UserId == userId && state.Consents.Remove(key)) state.Inbox.Remove(key);
    });

    /// <summary>A webhook path that nobody can guess. It stays the same, so register it once.</summary>
    public string WebhookPath()
    {
        Update(_ => { });
        return Read().WebhookPath;
    }

    /// <summary>Puts a consent into the inbox, due immediately, unless it isn't yours.</summary>
    public void AddEvent(string consentId)
    {
        bool IsSame(string id) => id.Equals(consentId, StringComparison.OrdinalIgnoreCase);
        if (Read().Consents.Keys.FirstOrDefault(IsSame) is not { } id) return;
        var now = DateTimeOffset.UtcNow;
        Update(state =>
        {
            var count = state.Inbox.GetValueOrDefault(id)?.Count ?? 0;
            state.Inbox[id] = new(count + 1, now, now, 0);
        });
    }

    /// <summary>The inbox's entries that are due.</summary>
    public List<KeyValuePair<string, Event>> DueEvents() =>
        Read().Inbox.Where(each => each.Value.DueAt <= DateTimeOffset.UtcNow).ToList();

    /// <summary>Removes an entry unless another event has arrived.</summary>
    public void RemoveEvent(string consentId, Event entry) => Update(state =>
    {
        if (state.Inbox.GetValueOrDefault(consentId)?.Count == entry.Count) state.Inbox.Remove(consentId);
    });

    /// <summary>Postpones an entry by 1, 2, 4, … seconds, up to an hour. Returns false a day after its event.</summary>
    public bool PutBack(string consentId, Event entry)
    {
        var now = DateTimeOffset.UtcNow;
        var jitter = 0.5 + Random.Shared.NextDouble() / 2;
        var pause = TimeSpan.FromSeconds(Math.Min(Math.Pow(2, entry.Attempts), 3_600) * jitter);
        Update(state =>
        {
            if (state.Inbox.GetValueOrDefault(consentId)?.Count != entry.Count) return;
            state.Inbox[consentId] = entry with { DueAt = now + pause, Attempts = entry.Attempts + 1 };
        });
        return now - entry.ReceivedAt < TimeSpan.FromDays(1);
    }

    /// <summary>True if newer consents have delivered all of a consent's accounts.</summary>
    public bool IsReplaced(string userId, JsonNode consent, List<JsonNode> accounts) =>
        accounts.Count > 0
        && AccountsToRead(Read(), new(userId, consent, accounts, new())).Count == 0
        && Accounts(userId).All(each => each.ReadWholeAt is not null);

    /// <summary>Other consents' stored accounts that this consent may list under a different ID and IBAN.</summary>
    public List<Account> Similar(Visit visit) =>
        AccountsToRead(Read(), visit).Select(each => each.Similar).OfType<Account>().ToList();

    // The accounts to read through a consent, ready to be stored. Accounts match in one pass per rule. Similar is
    // another consent's stored account that may be this one under its old IBAN.
    private static List<(Account Account, bool IsListed, Account? Similar)> AccountsToRead(State state, Visit visit)
    {
        var consentId = Text(visit.Consent, "id")!;
        bool IsActive(string id) => state.Consents.TryGetValue(id, out var other) && other.EndedAt is null;
        bool IsListedNowhere(Account each) =>
            each.ClosedAt is not null
            || each.ConsentId == consentId
            || !IsActive(each.ConsentId)
            || visit.Gone.Contains(each.AccountKey);
        bool IsSimilar(Account a, Account b) =>
            a.ProviderAccountId is not null
            && (a.ProviderKey, a.ProviderAccountId, a.Currency) == (b.ProviderKey, b.ProviderAccountId, b.Currency);
        // Open accounts match before closed ones.
        var stored = state.Accounts.Values.Where(each => each.UserId == visit.UserId)
            .OrderBy(each => each.ClosedAt is not null).ThenBy(each => each.AccountKey, StringComparer.Ordinal).ToList();
        var free = stored.ToList();
        var listed = visit.Accounts.Select(each => new Account(
            $"{visit.UserId} {Text(each, "id")}", visit.UserId, consentId, Text(each, "id")!,
            Text(visit.Consent, "providerKey"), Text(each, "providerAccountId"),
            Plain(Text(each, "iban")), Plain(Text(each, "bban")), Text(each, "currency")!, each)).ToList();
        var rules = new Func<Account, Account, bool>[]
        {
            (a, b) => a.Id == b.Id,
            (a, b) => a.Iban is not null && (a.Iban, a.Currency) == (b.Iban, b.Currency),
            (a, b) => (a.Iban is null || b.Iban is null)
                && a.Bban is not null && (a.Bban, a.Currency) == (b.Bban, b.Currency),
            // A providerAccountId may be unique only per login, so don't match an account that another login lists.
            // Some banks give all accounts of a login the same ID.
            (a, b) => IsSimilar(a, b) && IsListedNowhere(b)
                && stored.Count(each => IsSimilar(a, each)) == 1 && listed.Count(each => IsSimilar(each, b)) == 1,
            // The key contains the account's first ID.
            (a, b) => a.AccountKey == b.AccountKey,
        };
        var pairs = new Dictionary<string, Account>();
        foreach (var isSame in rules)
        {
            foreach (var account in listed.Where(each => !pairs.ContainsKey(each.Id)))
            {
                if (free.Find(each => isSame(account, each)) is not { } known) continue;
                pairs[account.Id] = known;
                free.Remove(known);
            }
        }
        var read = new List<(Account, bool, Account?)>();
        foreach (var account in listed)
        {
            var known = pairs.GetValueOrDefault(account.Id, account);
            var isOwn = known.ConsentId == consentId;
            // An account belongs to the newest consent that lists it.
            if (!isOwn && known.ClosedAt is null && IsActive(known.ConsentId)
                && state.Consents[known.ConsentId].Requested > Time(visit.Consent, "dateRequested")) continue;
            var similar = pairs.ContainsKey(account.Id) ? null : free.Find(each => IsSimilar(account, each));
            read.Add((account with
            {
                AccountKey = known.AccountKey,
                // Keep the stored numbers if this consent omits them.
                Iban = account.Iban ?? known.Iban,
                Bban = account.Bban ?? known.Bban,
                ReadWholeAt = isOwn ? known.ReadWholeAt : null,
                Transactions = known.Transactions,
                UnstoredTransactions = known.UnstoredTransactions,
            }, true, similar));
        }
        // Accounts that the consent no longer lists are read one last time.
        var unlisted = free.Where(each => each.ConsentId == consentId && each.ClosedAt is null && listed.Count > 0);
        read.AddRange(unlisted.Select(each => (each, false, (Account?)null)));
        return read;
    }

    // A listed transaction. An exception's message says why it can't be stored.
    private static Transaction Row(JsonNode? row)
    {
        var id = String(Field(row, "id")) ?? throw new FormatException("the ID is missing");
        var currency = String(Field(row, "currency")) ?? throw new FormatException("the currency is missing");
        var day = Day(String(Field(row, "bookDate")) ?? "");
        var category = Field(row, "category");
        var name = Field(Field(category, "z2"), "category")
            ?? Field(Field(category, "z1"), "l1Name")
            ?? Field(category, "l1Name");
        var (description, counterpart) = (Field(row, "description"), Field(row, "counterpartAccountNumber"));
        var texts = new[] { description, counterpart, name };
        if (texts.Any(each => each is not null && each.GetValueKind() != JsonValueKind.String))
            throw new FormatException("the description, counterpart, or category isn't text");
        var amount = Amount(Field(row, "amount"), Decimals(currency));
        return new(
            id, day, amount, currency, String(description), Plain(String(counterpart)), String(name), row!);
    }

    // The day of a date or a date-time. Banks send placeholders, such as year 1, for unknown dates.
    private static DateOnly Day(string text)
    {
        var date = text[..Math.Min(text.Length, 10)];
        var culture = CultureInfo.InvariantCulture;
        var isDay = DateOnly.TryParseExact(date, "yyyy-MM-dd", culture, DateTimeStyles.None, out var day);
        if (isDay && day.Year >= 1900) return day;
        throw new FormatException("the booking date is missing or impossible");
    }

    private static decimal Amount(JsonNode? node, int decimals)
    {
        const NumberStyles Style =
            NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint | NumberStyles.AllowExponent;
        var text = (node as JsonValue)?.ToString();
        if (!decimal.TryParse(text, Style, CultureInfo.InvariantCulture, out var exact))
            throw new FormatException("the amount isn't a decimal number");
        var unit = (decimal)Math.Pow(10, decimals);
        if (Math.Abs(exact) > long.MaxValue / unit) throw new FormatException("the amount doesn't fit into 64 bits");
        var amount = decimal.Round(exact, decimals);
        if (Math.Abs(exact - amount) * unit < Noise) return amount;
        throw new FormatException($"the amount has more than {decimals} decimals");
    }

    private static JsonNode? Field(JsonNode? item, string name) => item is JsonObject fields ? fields[name] : null;

    /// <summary>A nonempty string, or null for any other value.</summary>
    public static string? String(JsonNode? value) =>
        value is JsonValue each && each.TryGetValue<string>(out var text) && text.Length > 0 ? text : null;

    private static string Digest(JsonNode? document) =>
        Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(document?.ToJsonString() ?? "null")));

    /// <summary>Returns a currency's number of decimals, as listed in schema.sql.</summary>
    public static int Decimals(string currency) => currency switch
    {
        "BIF" or "CLP" or "DJF" or "GNF" or "ISK" or "JPY" or "KMF" or "KRW" or "PYG" => 0,
        "RWF" or "UGX" or "UYI" or "VND" or "VUV" or "XAF" or "XOF" or "XPF" => 0,
        "BHD" or "IQD" or "JOD" or "KWD" or "LYD" or "OMR" or "TND" => 3,
        "CLF" or "UYW" => 4,
        _ => 2,
    };

    // An account number in uppercase without spaces, if any.
    private static string? Plain(string? number) =>
        string.Concat((number ?? "").Where(each => !char.IsWhiteSpace(each))) is { Length: > 0 } text
            ? text.ToUpperInvariant()
            : null;

    // A field's text, or null if the field is missing, null, or empty.
    private static string? Text(JsonNode item, string field) =>
        item[field]?.ToString() is { Length: > 0 } text ? text : null;

    private static DateTimeOffset? Time(JsonNode item, string field) => item[field]?.GetValue<DateTimeOffset>();

    // Windows can't replace a file that another thread is reading.
    private State Read()
    {
        lock (writing)
            return File.Exists(file) ? JsonSerializer.Deserialize<State>(File.ReadAllBytes(file))! : new(new(), new());
    }

    // Replaces the whole file at once, so a crash can't leave a partial change.
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
