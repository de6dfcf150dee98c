import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.*;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** End users' accounts and transactions, without duplicates. A new read replaces what was stored for the same days. */
final class BankData {
    /** Banks may book payments weeks late, so each read begins this long before today or the newest stored day, if earlier. */
    private static final int OVERLAP_DAYS = 90;
    private static final Duration WHOLE_READ = Duration.ofDays(7);
    /** The platform may filter by a date before the booking date, so a window's first days may be incomplete. */
    private static final int UNCERTAIN_DAYS = 7;
    private static final DateTimeFormatter MILLISECONDS = new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    /** Amounts this close to a whole minor unit are rounded, because some banks calculate with floats. */
    private static final BigDecimal NOISE = new BigDecimal("0.000001");

    /** The columns that identify a transaction if its ID is new: all bank details, or only those that rarely change. */
    private static final List<List<String>> STATEMENTS = List.of(
            List.of("book_date", "amount_minor", "currency", "description", "counterpart_account_number"),
            List.of("book_date", "amount_minor", "currency"));

    private final Store store;
    private final Map<Object, Object> decimals = new HashMap<>();

    /** A read's changes. `kept` counts the accounts whose list was empty. `notes` say what wasn't stored. */
    static final class Changes {
        int added;
        int changed;
        int removed;
        int kept;
        final List<String> notes = new ArrayList<>();
    }

    /** A consent's listed accounts, and the keys of similar ones that their own consents no longer list. */
    record Visit(
            String userId, Map<String, Object> consent, List<Map<String, Object>> accounts, Set<Object> gone) {}

    /** An account's transactions from a day onward, or the status of the platform's refusal. */
    record Listing(String from, List<?> rows, int refusal) {}

    /** The columns of an account to read and, if any, of a similar stored account that may be the same. */
    private record Account(Map<String, Object> row, boolean isListed, Map<String, Object> similar) {
        String key() {
            return (String) row.get("account_key");
        }

        String id() {
            return (String) row.get("id");
        }
    }

    BankData(Store store) {
        this.store = store;
        for (var each : store.all("SELECT * FROM currencies")) decimals.put(each.get("code"), each.get("decimals"));
    }

    /** A user's accounts, with their active consents. `closed_at` is set if the consent no longer lists the account. */
    List<Map<String, Object>> accounts(String userId) {
        return store.all("""
                SELECT accounts.*, consents.id AS owner, consents.requested AS owner_requested
                FROM accounts LEFT JOIN consents ON consents.id = consent_id AND ended_at IS NULL
                WHERE accounts.user_id = ? ORDER BY closed_at IS NOT NULL, account_key""", userId);
    }

    /** A user's transactions, except removed ones, each with its `amount`. */
    List<Map<String, Object>> transactions(String userId) {
        var rows = store.all("""
                SELECT transactions.* FROM transactions JOIN accounts USING (account_key)
                WHERE user_id = ? AND removed_at IS NULL ORDER BY book_date""", userId);
        for (var row : rows) row.put("amount", amountOf(row.get("amount_minor"), row.get("currency")));
        return rows;
    }

    /** The count and exact total of a user's transactions in each currency. */
    Map<String, Map<String, Object>> totals(String userId) {
        var totals = new LinkedHashMap<String, Map<String, Object>>();
        for (var row : store.all("""
                SELECT transactions.currency, COUNT(*) AS count, SUM(amount_minor) AS minor
                FROM transactions JOIN accounts USING (account_key)
                WHERE user_id = ? AND removed_at IS NULL GROUP BY transactions.currency""", userId)) {
            var sum = amountOf(row.get("minor"), row.get("currency")).toPlainString();
            totals.put((String) row.get("currency"), Map.of("count", row.get("count"), "sum", sum));
        }
        return totals;
    }

    /** Forces a full read of the consent next time. Call this after categorization has changed old transactions. */
    void readAgain(String consentId) {
        store.run("UPDATE accounts SET read_whole_at = NULL WHERE consent_id = ?", consentId);
        readNext(consentId);
    }

    /** Forces a read at the consent's next event, even if its data isn't newer. */
    void readNext(String consentId) {
        store.run("UPDATE consents SET data_updated = NULL WHERE id = ?", consentId);
    }

    /** Returns the stored consent, or null if it isn't yours. Ignores the ID's case. */
    Map<String, Object> consent(String id) {
        return store.all("SELECT * FROM consents WHERE lower(id) = lower(?)", id).stream().findFirst().orElse(null);
    }

    /** True if newer consents have delivered all of a consent's accounts, so that the consent can be deleted. */
    boolean isReplaced(String userId, Map<String, Object> consent, List<Map<String, Object>> accounts) {
        return !accounts.isEmpty()
                && accountsToRead(new Visit(userId, consent, accounts, Set.of())).isEmpty()
                && accounts(userId).stream().allMatch(each -> each.get("read_whole_at") != null);
    }

    /** Records a consent as the platform returned it. */
    void saveConsent(String userId, Map<String, Object> consent) {
        // Locks the user's row so that two processes don't store at the same time.
        store.upsert("users", Map.of("id", userId), Map.of(), Map.of());
        var row = new LinkedHashMap<String, Object>();
        row.put("status", Objects.toString(consent.get("status"), null));
        row.put("requested", consent.get("dateRequested"));
        row.put("expires", consent.get("dateExpire"));
        row.put("ended_at", null);
        var added = new HashMap<String, Object>(Map.of("user_id", userId));
        added.put("provider_key", consent.get("providerKey"));
        store.upsert("consents", Map.of("id", consent.get("id")), row, added);
    }

    /** Call this when a consent has ended. Its data is kept. */
    void endConsent(String consentId, String status, Instant now) {
        store.run("UPDATE consents SET ended_at = COALESCE(ended_at, ?), status = ? WHERE id = ?",
                MILLISECONDS.format(now), status, consentId);
    }

    /** Deletes all of a user's data. */
    void delete(String userId) {
        var ofAccounts = "account_key IN (SELECT account_key FROM accounts WHERE user_id = ?)";
        var ofConsents = "consent_id IN (SELECT id FROM consents WHERE user_id = ?)";
        store.transaction(() -> {
            store.run("DELETE FROM transactions WHERE " + ofAccounts, userId);
            store.run("DELETE FROM unstored_transactions WHERE " + ofAccounts, userId);
            store.run("DELETE FROM inbox WHERE " + ofConsents, userId);
            store.run("DELETE FROM accounts WHERE user_id = ?", userId);
            store.run("DELETE FROM consents WHERE user_id = ?", userId);
            store.run("DELETE FROM users WHERE id = ?", userId);
            return null;
        });
    }

    /** Maps account IDs to the first day to read, or to null to read everything. */
    Map<String, String> windows(Visit visit, Instant now) {
        var windows = new LinkedHashMap<String, String>();
        for (var account : accountsToRead(visit)) windows.put(account.id(), firstDay(account, now));
        return windows;
    }

    private String firstDay(Account account, Instant now) {
        var readWhole = (String) account.row.get("read_whole_at");
        if (readWhole == null || !Instant.parse(readWhole).isAfter(now.minus(WHOLE_READ))) return null;
        var newest = store.all(
                "SELECT MAX(book_date) AS day FROM transactions WHERE account_key = ? AND removed_at IS NULL",
                account.key()).get(0).get("day");
        if (newest == null) return null;
        var today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        var day = LocalDate.parse((String) newest);
        // Don't count back from a future-dated payment, because earlier payments may not be booked yet.
        return (day.isAfter(today) ? today : day).minusDays(OVERLAP_DAYS).toString();
    }

    /** Stores a consent's lists, keyed by account ID, all or nothing. */
    Changes store(Visit visit, Map<String, Listing> lists, Instant now) {
        var time = MILLISECONDS.format(now);
        var changes = new Changes();
        return store.transaction(() -> {
            var consent = visit.consent;
            saveConsent(visit.userId, consent);
            var consentId = consent.get("id");
            boolean isComplete = !visit.accounts.isEmpty();
            if (!isComplete) changes.notes.add("Consent " + consentId + " lists no accounts. Kept the stored ones.");
            for (var account : accountsToRead(visit)) {
                var list = lists.get(account.id());
                if (list == null) continue;
                var key = account.key();
                if (account.similar != null) {
                    changes.notes.add(account.similar.get("account_key") + " and " + key
                            + " may be one account with a new IBAN. Ask the end user.");
                }
                if (account.isListed && list.refusal > 0) {
                    isComplete = false;
                    changes.notes.add("Account " + key + " was refused with status " + list.refusal
                            + ". Kept its transactions.");
                    // Read the account through the old consent until the new one delivers it.
                    store.upsert("accounts", Map.of("account_key", key), Map.of(), account.row);
                    continue;
                }
                if (account.isListed) store.upsert("accounts", Map.of("account_key", key), account.row, Map.of());
                else store.run("UPDATE accounts SET closed_at = ? WHERE account_key = ?", time, key);
                // False if readAgain() was called meanwhile.
                if (account.isListed && list.from != null) isComplete &= account.row.get("read_whole_at") != null;
                int kept = replace(key, list, time, changes);
                if (account.isListed && kept > 0) {
                    changes.kept++;
                    changes.notes.add("The list for account " + key + " is empty. Kept its " + kept + " transactions.");
                } else if (account.isListed && list.from == null) {
                    store.run("UPDATE accounts SET read_whole_at = ? WHERE account_key = ?", time, key);
                }
            }
            if (isComplete) {
                var updated = consent.get("dateTransactionsUpdated");
                store.run("UPDATE consents SET data_updated = ? WHERE id = ?", updated, consentId);
            }
            return changes;
        });
    }

    /** Replaces an account's transactions from a day onward. If none can be stored, keeps and counts the old rows. */
    private int replace(String key, Listing list, String time, Changes changes) {
        // A page can repeat a transaction. The last copy that can be stored wins.
        var read = new LinkedHashMap<String, Map<String, Object>>();
        var odd = new LinkedHashMap<String, Map<String, String>>();
        for (var each : list.rows) {
            var document = Json.write(each);
            var listedId = text(field(each, "id"));
            var id = listedId == null ? digest(document) : listedId;
            try {
                read.put(id, columns(each, document));
                odd.remove(id);
            } catch (IllegalArgumentException error) {
                if (!read.containsKey(id)) odd.put(id, Map.of("document", document, "reason", error.getMessage()));
            }
        }
        putAside(key, odd, read.keySet(), list.from == null && !list.rows.isEmpty(), time, changes);
        // After a renewal, banks may deliver fewer days. Keep rows dated before the list's first day.
        var first = read.values().stream().map(row -> (String) row.get("book_date")).min(String::compareTo)
                .orElse(Objects.toString(list.from, ""));
        var known = new LinkedHashMap<Object, Map<String, Object>>();
        for (var row : store.all("SELECT * FROM transactions WHERE account_key = ? ORDER BY added_at, id", key)) {
            known.put(row.get("id"), row);
        }
        var left = new LinkedHashMap<>(known);
        left.values().removeIf(row -> row.get("removed_at") != null || !isSince(first, row.get("book_date")));
        if (read.isEmpty()) return left.size();
        left.keySet().removeIf(id -> read.containsKey(id) || odd.containsKey(id));

        // Banks can rebook a payment with a new ID and description. Two payments that look the same stay separate.
        for (var names : STATEMENTS) {
            Function<Map<String, Object>, Object> statement = row -> names.stream().map(row::get).toList();
            var equal = left.values().stream()
                    .collect(Collectors.groupingBy(statement, Collectors.toCollection(ArrayDeque::new)));
            read.forEach((id, row) -> {
                if (known.containsKey(id) || !equal.containsKey(statement.apply(row))) return;
                var match = equal.get(statement.apply(row)).poll();
                if (match == null) return;
                store.run("UPDATE transactions SET id = ? WHERE account_key = ? AND id = ?", id, key, match.get("id"));
                known.put(id, match);
                left.remove(match.get("id"));
            });
        }
        read.forEach((id, row) -> {
            var old = known.get(id);
            boolean isEqual = old != null && old.get("document").equals(row.get("document"));
            if (isEqual && old.get("removed_at") == null) return;
            if (old == null) changes.added++;
            else changes.changed++;
            row.put("changed_at", time);
            store.upsert("transactions", Map.of("account_key", key, "id", id), row, Map.of("added_at", time));
        });
        // A list may start in the middle of a day or be filtered by another date. Only later days are complete.
        var edge = list.from == null ? first : LocalDate.parse(list.from).plusDays(UNCERTAIN_DAYS - 1).toString();
        for (var row : left.values()) {
            var moment = text(field(Json.parse((String) row.get("document")), "transactionDateTime"));
            var dates = Stream.of(row.get("book_date"), moment).filter(Objects::nonNull);
            if (!dates.allMatch(date -> isAfter(first, date) && isAfter(edge, date))) continue;
            store.run("UPDATE transactions SET removed_at = ? WHERE account_key = ? AND id = ?",
                    time, key, row.get("id"));
            changes.removed++;
        }
        return 0;
    }

    private static boolean isSince(String day, Object date) {
        return day.compareTo((String) date) <= 0;
    }

    /** True if a day or a time is later than a day. */
    private static boolean isAfter(String day, Object date) {
        var text = (String) date;
        return text.substring(0, Math.min(day.length(), text.length())).compareTo(day) > 0;
    }

    /**
     * Puts rows that can't be stored into a separate table. They leave it once they can be stored, or if a complete
     * list no longer includes them.
     */
    private void putAside(
            String key, Map<String, Map<String, String>> odd, Set<String> read, boolean isWhole, String time,
            Changes changes) {
        var known = store.all("SELECT id FROM unstored_transactions WHERE account_key = ?", key).stream()
                .map(row -> row.get("id")).collect(Collectors.toSet());
        odd.forEach((id, row) -> {
            var columns = Map.of("account_key", key, "id", id);
            store.upsert("unstored_transactions", columns, row, Map.of("first_seen_at", time));
            if (!known.contains(id)) changes.notes.add("Couldn't store transaction " + id + ": " + row.get("reason") + ".");
        });
        for (var id : known) {
            if (!read.contains(id) && (odd.containsKey(id) || !isWhole)) continue;
            store.run("DELETE FROM unstored_transactions WHERE account_key = ? AND id = ?", key, id);
        }
    }

    /** Other consents' stored accounts that this consent may list under a different ID and IBAN. */
    List<Map<String, Object>> similar(Visit visit) {
        return accountsToRead(visit).stream().map(Account::similar).filter(Objects::nonNull).toList();
    }

    /**
     * Matches listed accounts with stored ones, in one pass per rule. An account belongs to the newest consent that
     * lists it.
     */
    private List<Account> accountsToRead(Visit visit) {
        var consentId = visit.consent.get("id");
        var listed = visit.accounts.stream().map(each -> columns(visit, each)).toList();
        var all = accounts(visit.userId);
        var left = new ArrayList<>(all);
        Predicate<Map<String, Object>> isListedNowhere = stored -> stored.get("closed_at") != null
                || stored.get("owner") == null
                || stored.get("consent_id").equals(consentId)
                || visit.gone.contains(stored.get("account_key"));
        var rules = List.<BiPredicate<Map<String, Object>, Map<String, Object>>>of(
                (stored, each) -> areEqual(stored, each, "id"),
                (stored, each) -> areEqual(stored, each, "iban", "currency"),
                (stored, each) -> (stored.get("iban") == null || each.get("iban") == null)
                        && areEqual(stored, each, "bban", "currency"),
                // A providerAccountId may be unique only per login, so don't match an account that another login lists.
                // Some banks give all accounts of a login the same ID.
                (stored, each) -> isSimilar(stored, each) && isListedNowhere.test(stored)
                        && countSimilar(all, each) == 1 && countSimilar(listed, each) == 1,
                // The key contains the account's first ID.
                (stored, each) -> areEqual(stored, each, "account_key"));
        var matches = new HashMap<Object, Map<String, Object>>();
        for (var isSame : rules) {
            for (var each : listed) {
                if (matches.containsKey(each.get("id"))) continue;
                left.stream().filter(stored -> isSame.test(stored, each)).findFirst().ifPresent(match -> {
                    matches.put(each.get("id"), match);
                    left.remove(match);
                });
            }
        }
        var result = new ArrayList<Account>();
        for (var row : listed) {
            var stored = matches.get(row.get("id"));
            var similar = left.stream().filter(each -> stored == null && isSimilar(each, row)).findFirst().orElse(null);
            if (stored != null) {
                if (belongsToNewer(stored, visit.consent)) continue;
                row.put("account_key", stored.get("account_key"));
                // An account from a different consent is read from the beginning.
                boolean isSame = stored.get("consent_id").equals(consentId);
                row.put("read_whole_at", isSame ? stored.get("read_whole_at") : null);
                // Keep the stored numbers if this consent omits them.
                for (var name : List.of("iban", "bban")) row.putIfAbsent(name, stored.get(name));
            }
            result.add(new Account(row, true, similar));
        }
        for (var row : left) {
            // The consent no longer lists the account. Read it one last time.
            boolean isOpen = row.get("consent_id").equals(consentId) && row.get("closed_at") == null;
            if (isOpen && !visit.accounts.isEmpty()) result.add(new Account(row, false, null));
        }
        return result;
    }

    private static boolean belongsToNewer(Map<String, Object> stored, Map<String, Object> consent) {
        return !stored.get("consent_id").equals(consent.get("id"))
                && stored.get("closed_at") == null
                && stored.get("owner_requested") instanceof String other
                && consent.get("dateRequested") instanceof String own
                && OffsetDateTime.parse(other).isAfter(OffsetDateTime.parse(own));
    }

    private static Map<String, Object> columns(Visit visit, Map<String, Object> account) {
        var columns = new LinkedHashMap<String, Object>();
        columns.put("account_key", visit.userId + " " + account.get("id"));
        columns.put("user_id", visit.userId);
        columns.put("consent_id", visit.consent.get("id"));
        columns.put("id", account.get("id"));
        columns.put("provider_key", visit.consent.get("providerKey"));
        columns.put("provider_account_id", text(account.get("providerAccountId")));
        columns.put("iban", plain(account.get("iban")));
        columns.put("bban", plain(account.get("bban")));
        columns.put("currency", account.get("currency"));
        columns.put("closed_at", null);
        columns.put("document", Json.write(account));
        return columns;
    }

    /** A transaction's columns. An exception's message says why it can't be stored. */
    private Map<String, Object> columns(Object transaction, String document) {
        var currency = text(field(transaction, "currency"));
        if (text(field(transaction, "id")) == null) throw new IllegalArgumentException("the ID is missing");
        if (currency == null) throw new IllegalArgumentException("the currency is missing");
        var description = field(transaction, "description");
        var counterpart = field(transaction, "counterpartAccountNumber");
        var category = field(transaction, "category");
        var name = Stream.of(
                        field(field(category, "z2"), "category"), field(field(category, "z1"), "l1Name"),
                        field(category, "l1Name"))
                .filter(Objects::nonNull).findFirst().orElse(null);
        if (!Stream.of(description, counterpart, name).allMatch(each -> each == null || each instanceof String)) {
            throw new IllegalArgumentException("the description, counterpart, or category isn't text");
        }
        var columns = new LinkedHashMap<String, Object>();
        columns.put("book_date", day(field(transaction, "bookDate")));
        columns.put("amount_minor", minorUnits(field(transaction, "amount"), currency));
        columns.put("currency", currency);
        columns.put("description", description);
        columns.put("counterpart_account_number", plain(counterpart));
        columns.put("category", name);
        columns.put("document", document);
        columns.put("removed_at", null);
        return columns;
    }

    /** A nonempty string, or null. */
    private static String text(Object value) {
        return value instanceof String text && !text.isEmpty() ? text : null;
    }

    /** The day of a date or a date-time. Banks send placeholders, such as year 1, for unknown dates. */
    private static String day(Object date) {
        try {
            var text = Objects.toString(date);
            var day = LocalDate.parse(text.substring(0, Math.min(text.length(), 10)));
            if (day.getYear() >= 1900) return day.toString();
        } catch (DateTimeException error) {
            // It isn't a date.
        }
        throw new IllegalArgumentException("the booking date is missing or impossible");
    }

    /** The amount in minor units, such as cents. */
    private long minorUnits(Object amount, Object currency) {
        int decimals = decimalsOf(currency);
        BigDecimal exact;
        try {
            exact = new BigDecimal(Objects.toString(amount)).scaleByPowerOfTen(decimals);
            // Don't calculate with the billions of digits that an exponent can stand for.
            if (Math.abs((long) exact.scale()) > 999) throw new ArithmeticException();
        } catch (ArithmeticException | NumberFormatException error) {
            throw new IllegalArgumentException("the amount isn't a decimal number", error);
        }
        var whole = exact.setScale(0, RoundingMode.HALF_EVEN);
        if (exact.subtract(whole).abs().compareTo(NOISE) >= 0) {
            throw new IllegalArgumentException("the amount has more than " + decimals + " decimals");
        }
        try {
            return whole.longValueExact();
        } catch (ArithmeticException error) {
            throw new IllegalArgumentException("the amount doesn't fit into 64 bits", error);
        }
    }

    private BigDecimal amountOf(Object minorUnits, Object currency) {
        return new BigDecimal(minorUnits.toString()).scaleByPowerOfTen(-decimalsOf(currency));
    }

    private int decimalsOf(Object currency) {
        return ((Long) decimals.getOrDefault(currency, 2L)).intValue();
    }

    private static Object field(Object object, String name) {
        return object instanceof Map<?, ?> map ? map.get(name) : null;
    }

    private static boolean isSimilar(Map<String, Object> a, Map<String, Object> b) {
        return areEqual(a, b, "provider_key", "provider_account_id", "currency");
    }

    private static long countSimilar(List<Map<String, Object>> accounts, Map<String, Object> account) {
        return accounts.stream().filter(each -> isSimilar(each, account)).count();
    }

    private static boolean areEqual(Map<String, Object> a, Map<String, Object> b, String... columns) {
        return Stream.of(columns).allMatch(each -> a.get(each) != null && a.get(each).equals(b.get(each)));
    }

    private static String digest(String document) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(document.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException error) {
            throw new IllegalStateException(error);
        }
    }

    /** An account number in uppercase without spaces, or null. */
    private static String plain(Object number) {
        var text = text(number);
        return text == null ? null : text(text.replaceAll("(?U)\\s+", "").toUpperCase(Locale.ROOT));
    }
}
