import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * End users' accounts and transactions, without duplicates. A new read replaces what was stored for the same days.
 */
final class BankData {
    /** Banks may book payments weeks late, so each read begins this long before the newest booking date. */
    private static final int OVERLAP_DAYS = 90;
    private static final int DAYS_BETWEEN_WHOLE_READS = 7;
    private static final DateTimeFormatter MILLISECONDS = new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    /** Rules for matching stored accounts with listed ones, strictest first. A key contains the account's first ID. */
    private static final List<BiPredicate<Map<String, Object>, Map<String, Object>>> SAME_ACCOUNT = List.of(
            (stored, listed) -> areEqual(stored, listed, "id"),
            (stored, listed) -> areEqual(stored, listed, "iban", "currency"),
            // A provider's ID may be unique only per login, so compare IBANs if both accounts have one.
            (stored, listed) -> (stored.get("iban") == null || listed.get("iban") == null)
                    && areEqual(stored, listed, "provider_key", "provider_account_id", "currency"),
            (stored, listed) -> areEqual(stored, listed, "account_key"));

    private final Store store;
    private final Map<Object, Object> decimals = new HashMap<>();

    /** A read's changes. `kept` maps account keys to the number of rows kept because the list was empty. */
    static final class Changes {
        int added;
        int changed;
        int removed;
        final Map<String, Integer> kept = new LinkedHashMap<>();
    }

    /** An account to read. `stored` is null if it's new, and `listed` is null if the consent no longer lists it. */
    private record Account(Map<String, Object> stored, Map<String, Object> listed) {
        String key() {
            return (String) (stored == null ? listed : stored).get("account_key");
        }

        String id() {
            return (String) (listed == null ? stored : listed).get("id");
        }
    }

    private record Payment(
            String id, String day, long minor, String currency, String description, String counterpart,
            String category, String document) {
        Object statement() {
            return List.of(dayAndAmount(), Objects.toString(description, ""), plain(counterpart));
        }

        Object dayAndAmount() {
            return List.of(day, minor, currency);
        }
    }

    BankData(Store store) throws SQLException {
        this.store = store;
        for (var each : store.all("SELECT * FROM currencies")) decimals.put(each.get("code"), each.get("decimals"));
    }

    /** A user's accounts. `closed_at` is set if the consent no longer lists the account. */
    List<Map<String, Object>> accounts(String userId) throws SQLException {
        return store.all(
                "SELECT * FROM accounts WHERE user_id = ? ORDER BY closed_at IS NOT NULL, account_key", userId);
    }

    /** A user's transactions, except removed ones, each with its `amount`. */
    List<Map<String, Object>> transactions(String userId) throws SQLException {
        var rows = store.all("""
                SELECT transactions.* FROM transactions JOIN accounts USING (account_key)
                WHERE user_id = ? AND removed_at IS NULL ORDER BY book_date""", userId);
        for (var row : rows) {
            row.put("amount", BigDecimal.valueOf((Long) row.get("amount_minor"), decimalsOf(row.get("currency"))));
        }
        return rows;
    }

    /** The count and exact total of a user's transactions in each currency. */
    Map<String, Map<String, Object>> totals(String userId) throws SQLException {
        var byCurrency = transactions(userId).stream().collect(Collectors.groupingBy(
                each -> (String) each.get("currency"),
                Collectors.mapping(each -> (BigDecimal) each.get("amount"), Collectors.toList())));
        var totals = new LinkedHashMap<String, Map<String, Object>>();
        byCurrency.forEach((currency, amounts) -> totals.put(currency, Map.of(
                "count", amounts.size(),
                "sum", amounts.stream().reduce(BigDecimal.ZERO, BigDecimal::add).toPlainString())));
        return totals;
    }

    /** Forces a full read of the consent next time. Call this after categorization has changed old transactions. */
    void readAgain(String consentId) throws SQLException {
        store.run("UPDATE accounts SET read_whole_at = NULL WHERE consent_id = ?", consentId);
    }

    /** Call this when a consent has ended. Its data is kept. */
    void endConsent(String consentId, Instant now) throws SQLException {
        store.run("UPDATE consents SET ended_at = ? WHERE id = ?", MILLISECONDS.format(now), consentId);
    }

    /** Deletes all of a user's data. */
    void delete(String userId) throws SQLException {
        store.transaction(() -> {
            store.run("""
                    DELETE FROM transactions
                    WHERE account_key IN (SELECT account_key FROM accounts WHERE user_id = ?)""", userId);
            for (var table : List.of("accounts", "consents")) {
                store.run("DELETE FROM " + table + " WHERE user_id = ?", userId);
            }
            store.run("DELETE FROM users WHERE id = ?", userId);
            return null;
        });
    }

    // #region windows
    /** Maps account IDs to the first day to read, or to null to read everything. */
    Map<String, String> windows(
            String userId, Map<String, Object> consent, List<Map<String, Object>> accounts, Instant now)
            throws SQLException {
        var windows = new LinkedHashMap<String, String>();
        for (var account : accountsToRead(userId, consent, accounts)) {
            windows.put(account.id(), firstDay(account.stored, consent, now));
        }
        return windows;
    }

    private String firstDay(Map<String, Object> stored, Map<String, Object> consent, Instant now) throws SQLException {
        if (stored == null || !stored.get("consent_id").equals(consent.get("id"))) return null;
        var readWhole = (String) stored.get("read_whole_at");
        var limit = now.minus(DAYS_BETWEEN_WHOLE_READS, ChronoUnit.DAYS);
        if (readWhole == null || !Instant.parse(readWhole).isAfter(limit)) return null;
        var newest = store.all(
                "SELECT MAX(book_date) AS day FROM transactions WHERE account_key = ? AND removed_at IS NULL",
                stored.get("account_key")).get(0).get("day");
        if (newest == null) return null;
        var today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        var day = LocalDate.parse((String) newest);
        // Don't count back from a future-dated payment, because earlier payments may not be booked yet.
        return (day.isAfter(today) ? today : day).minusDays(OVERLAP_DAYS).toString();
    }
    // #endregion windows

    // #region store
    /** Stores the data that was read for a consent, all or nothing. */
    Changes store(
            String userId,
            Map<String, Object> consent,
            List<Map<String, Object>> accounts,
            List<Map<String, Object>> transactions,
            Map<String, String> windows,
            Instant now) throws SQLException {
        // A page can repeat a transaction. The last copy wins.
        var payments = new HashMap<Object, Map<String, Payment>>();
        for (var each : transactions) {
            var payment = listed(each);
            payments.computeIfAbsent(each.get("accountId"), id -> new LinkedHashMap<>()).put(payment.id, payment);
        }
        var time = MILLISECONDS.format(now);
        var changes = new Changes();
        return store.transaction(() -> {
            storeConsent(userId, consent);
            for (var account : accountsToRead(userId, consent, accounts)) {
                var id = account.id();
                if (!windows.containsKey(id)) continue;
                replace(account, windows.get(id), payments.getOrDefault(id, Map.of()), time, changes);
            }
            return changes;
        });
    }

    /** Replaces an account's transactions within its window. */
    private void replace(Account account, String window, Map<String, Payment> read, String time, Changes changes)
            throws SQLException {
        var key = account.key();
        // After a renewal, banks may deliver fewer days. Keep rows dated before the list's first day.
        var oldest = read.values().stream().map(Payment::day).min(String::compareTo);
        var first = oldest.orElse(window == null ? "" : window);
        var known = new HashMap<String, Payment>();
        var left = new LinkedHashMap<String, Payment>();
        for (var row : store.all("SELECT * FROM transactions WHERE account_key = ? ORDER BY added_at, id", key)) {
            var payment = stored(row);
            boolean isRemoved = row.get("removed_at") != null;
            known.put(payment.id, isRemoved ? null : payment);
            boolean isInWindow = payment.day.compareTo(first) >= 0;
            if (isInWindow && !isRemoved && !read.containsKey(payment.id)) left.put(payment.id, payment);
        }

        boolean isKept = read.isEmpty() && !left.isEmpty();
        if (isKept && account.listed != null) changes.kept.put(key, left.size());
        storeAccount(account, window != null ? account.stored.get("read_whole_at") : isKept ? null : time, time);
        if (read.isEmpty()) return;

        // Banks can rebook a payment with a new ID and description. Two payments that look the same stay separate.
        for (var same : List.<Function<Payment, Object>>of(Payment::statement, Payment::dayAndAmount)) {
            var equal = left.values().stream()
                    .collect(Collectors.groupingBy(same, Collectors.toCollection(ArrayDeque::new)));
            for (var payment : read.values()) {
                if (known.containsKey(payment.id)) continue;
                var match = equal.getOrDefault(same.apply(payment), new ArrayDeque<>()).poll();
                if (match == null) continue;
                store.run("UPDATE transactions SET id = ? WHERE account_key = ? AND id = ?", payment.id, key, match.id);
                known.put(payment.id, match);
                left.remove(match.id);
            }
        }
        for (var payment : read.values()) {
            if (payment.equals(known.get(payment.id))) continue;
            if (known.containsKey(payment.id)) changes.changed++;
            else changes.added++;
            storePayment(key, payment, time);
        }
        for (var id : left.keySet()) {
            store.run("UPDATE transactions SET removed_at = ? WHERE account_key = ? AND id = ?", time, key, id);
            changes.removed++;
        }
    }
    // #endregion store

    /** Matches listed accounts with stored ones. An account belongs to the newest consent that lists it. */
    private List<Account> accountsToRead(
            String userId, Map<String, Object> consent, List<Map<String, Object>> accounts) throws SQLException {
        var listed = accounts.stream().map(each -> columns(userId, consent, each)).toList();
        var left = accounts(userId);
        var matches = new HashMap<Object, Map<String, Object>>();
        for (var isSame : SAME_ACCOUNT) {
            for (var each : listed) {
                if (matches.containsKey(each.get("id"))) continue;
                left.stream().filter(stored -> isSame.test(stored, each)).findFirst().ifPresent(match -> {
                    matches.put(each.get("id"), match);
                    left.remove(match);
                });
            }
        }
        var result = new ArrayList<Account>();
        for (var each : listed) {
            var stored = matches.get(each.get("id"));
            if (stored == null || !belongsToNewer(stored, consent)) result.add(new Account(stored, each));
        }
        for (var each : left) {
            boolean isOwn = each.get("consent_id").equals(consent.get("id"));
            if (isOwn && each.get("closed_at") == null) result.add(new Account(each, null));
        }
        return result;
    }

    private boolean belongsToNewer(Map<String, Object> stored, Map<String, Object> consent) throws SQLException {
        if (stored.get("consent_id").equals(consent.get("id")) || stored.get("closed_at") != null) return false;
        var owners = store.all(
                "SELECT requested FROM consents WHERE id = ? AND ended_at IS NULL", stored.get("consent_id"));
        return !owners.isEmpty()
                && owners.get(0).get("requested") instanceof String other
                && consent.get("dateRequested") instanceof String own
                && OffsetDateTime.parse(other).isAfter(OffsetDateTime.parse(own));
    }

    private void storeConsent(String userId, Map<String, Object> consent) throws SQLException {
        // Locks the user's row so that two processes don't store at the same time.
        store.run("INSERT INTO users (id) VALUES (?) ON CONFLICT (id) DO UPDATE SET id = excluded.id", userId);
        store.run("""
                INSERT INTO consents (id, user_id, provider_key, status, requested, expires, data_updated)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET status = excluded.status, requested = excluded.requested,
                expires = excluded.expires, data_updated = excluded.data_updated, ended_at = NULL""",
                consent.get("id"), userId, consent.get("providerKey"), Objects.toString(consent.get("status"), null),
                consent.get("dateRequested"), consent.get("dateExpire"), consent.get("dateTransactionsUpdated"));
    }

    private void storeAccount(Account account, Object readWhole, String time) throws SQLException {
        var listed = account.listed;
        if (listed == null) {
            store.run("UPDATE accounts SET read_whole_at = ?, closed_at = ? WHERE account_key = ?",
                    readWhole, time, account.key());
            return;
        }
        // Keep the stored IBAN if this consent omits it.
        store.run("""
                INSERT INTO accounts (account_key, user_id, consent_id, id, provider_key, provider_account_id, iban,
                currency, document, read_whole_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (account_key) DO UPDATE SET consent_id = excluded.consent_id, id = excluded.id,
                provider_key = excluded.provider_key, provider_account_id = excluded.provider_account_id,
                iban = COALESCE(excluded.iban, accounts.iban), currency = excluded.currency,
                document = excluded.document, read_whole_at = excluded.read_whole_at, closed_at = NULL""",
                account.key(), listed.get("user_id"), listed.get("consent_id"), account.id(),
                listed.get("provider_key"), listed.get("provider_account_id"), listed.get("iban"),
                listed.get("currency"), listed.get("document"), readWhole);
    }

    private void storePayment(String account, Payment payment, String time) throws SQLException {
        store.run("""
                INSERT INTO transactions (account_key, id, book_date, amount_minor, currency, description,
                counterpart_account_number, category, document, added_at, changed_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (account_key, id) DO UPDATE SET book_date = excluded.book_date,
                amount_minor = excluded.amount_minor, currency = excluded.currency, description = excluded.description,
                counterpart_account_number = excluded.counterpart_account_number, category = excluded.category,
                document = excluded.document, changed_at = excluded.changed_at, removed_at = NULL""",
                account, payment.id, payment.day, payment.minor, payment.currency, payment.description,
                payment.counterpart, payment.category, payment.document, time, time);
    }

    private static Map<String, Object> columns(
            String userId, Map<String, Object> consent, Map<String, Object> account) {
        var columns = new HashMap<String, Object>();
        columns.put("account_key", userId + " " + account.get("id"));
        columns.put("user_id", userId);
        columns.put("consent_id", consent.get("id"));
        columns.put("id", account.get("id"));
        columns.put("provider_key", consent.get("providerKey"));
        columns.put("provider_account_id", orNull(Objects.toString(account.get("providerAccountId"), "")));
        columns.put("iban", orNull(plain(account.get("iban"))));
        columns.put("currency", account.get("currency"));
        columns.put("document", Json.write(account));
        return columns;
    }

    private static Payment stored(Map<String, Object> row) {
        return new Payment(
                (String) row.get("id"), (String) row.get("book_date"), (Long) row.get("amount_minor"),
                (String) row.get("currency"), (String) row.get("description"),
                (String) row.get("counterpart_account_number"), (String) row.get("category"),
                (String) row.get("document"));
    }

    private Payment listed(Map<String, Object> transaction) {
        return new Payment(
                (String) transaction.get("id"), (String) transaction.get("bookDate"), minorUnits(transaction),
                (String) transaction.get("currency"), Objects.toString(transaction.get("description"), null),
                Objects.toString(transaction.get("counterpartAccountNumber"), null),
                category(transaction.get("category")),
                Json.write(transaction));
    }

    // #region minor-units
    /** The amount in minor units, such as cents. */
    private long minorUnits(Map<String, Object> transaction) {
        var amount = transaction.get("amount");
        var currency = transaction.get("currency");
        try {
            return new BigDecimal(String.valueOf(amount)).scaleByPowerOfTen(decimalsOf(currency)).longValueExact();
        } catch (ArithmeticException | NumberFormatException error) {
            throw new IllegalArgumentException("Transaction " + transaction.get("id") + ": " + amount
                    + " isn't a valid " + currency + " amount.", error);
        }
    }

    private int decimalsOf(Object currency) {
        return ((Long) decimals.getOrDefault(currency, 2L)).intValue();
    }
    // #endregion minor-units

    private static String category(Object category) {
        var name = field(field(category, "z2"), "category");
        if (name == null) name = field(field(category, "z1"), "l1Name");
        return (String) (name == null ? field(category, "l1Name") : name);
    }

    private static Object field(Object object, String name) {
        return object instanceof Map<?, ?> map ? map.get(name) : null;
    }

    private static boolean areEqual(Map<String, Object> a, Map<String, Object> b, String... columns) {
        return Stream.of(columns).allMatch(each -> a.get(each) != null && a.get(each).equals(b.get(each)));
    }

    private static String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    /** An account number in uppercase without spaces. */
    private static String plain(Object number) {
        return Objects.toString(number, "").replaceAll("\\s+", "").toUpperCase(Locale.ROOT);
    }
}
