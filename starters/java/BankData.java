import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.SQLException;
import java.time.DateTimeException;
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
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * End users' accounts and transactions, without duplicates. A new read replaces what was stored for the same days.
 */
final class BankData {
    /** Banks may book payments weeks late, so each read begins this long before the newest booking date. */
    private static final int OVERLAP_DAYS = 90;
    private static final int DAYS_BETWEEN_WHOLE_READS = 7;
    /** The platform may filter by a date before the booking date, so a window's first days may be incomplete. */
    private static final int UNCERTAIN_DAYS = 7;
    private static final DateTimeFormatter MILLISECONDS = new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

    /** Amounts this close to a whole minor unit are rounded, because some banks calculate with floats. */
    private static final BigDecimal NOISE = new BigDecimal("0.000001");

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

    /** An account's listed transactions, or the status with which the platform refused the account. */
    record Listing(List<?> rows, int refusal) {}

    /**
     * An account to read. `stored` is null if it's new, and `listed` is null if the consent no longer lists it. `similar`
     * is a stored account under a different consent that may be the same with a new IBAN.
     */
    private record Account(Map<String, Object> stored, Map<String, Object> listed, Map<String, Object> similar) {
        String key() {
            return (String) (stored == null ? listed : stored).get("account_key");
        }

        String id() {
            return (String) (listed == null ? stored : listed).get("id");
        }
    }

    /** A row that can't be stored. */
    private record Odd(String document, String reason) {}

    private record Payment(
            String id, String day, long minor, String currency, String description, String counterpart,
            String category, String document) {
        Object statement() {
            return List.of(dayAndAmount(), Objects.toString(description, ""), plain(counterpart));
        }

        Object dayAndAmount() {
            return List.of(day, minor, currency);
        }

        /** True if both of its dates are on or after a day. The platform may filter by either. */
        boolean isSince(String start) {
            var time = field(Json.parse(document), "transactionDateTime");
            return day.compareTo(start) >= 0 && (!isText(time) || ((String) time).compareTo(start) >= 0);
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
        readNext(consentId);
    }

    /** Reads the consent at its next event, even if its data has the same time. */
    void readNext(String consentId) throws SQLException {
        store.run("UPDATE consents SET data_updated = NULL WHERE id = ?", consentId);
    }

    /** Returns the stored consent, or null if it isn't yours. */
    Map<String, Object> consent(String id) throws SQLException {
        return store.all("SELECT * FROM consents WHERE id = ?", id).stream().findFirst().orElse(null);
    }

    /** True if newer consents have delivered all of a consent's accounts, so that the consent can be deleted. */
    boolean isReplaced(String userId, Map<String, Object> consent, List<Map<String, Object>> accounts)
            throws SQLException {
        return !accounts.isEmpty()
                && accountsToRead(userId, consent, accounts, Set.of()).isEmpty()
                && accounts(userId).stream().allMatch(each -> each.get("read_whole_at") != null);
    }

    /** Call this when a consent has ended. Its data is kept. */
    void endConsent(String consentId, Instant now) throws SQLException {
        store.run("UPDATE consents SET ended_at = ? WHERE id = ?", MILLISECONDS.format(now), consentId);
    }

    /** Deletes all of a user's data. */
    void delete(String userId) throws SQLException {
        store.transaction(() -> {
            var keys = "(SELECT account_key FROM accounts WHERE user_id = ?)";
            for (var table : List.of("transactions", "unstored_transactions")) {
                store.run("DELETE FROM " + table + " WHERE account_key IN " + keys, userId);
            }
            store.run("DELETE FROM inbox WHERE consent_id IN (SELECT id FROM consents WHERE user_id = ?)", userId);
            for (var table : List.of("accounts", "consents")) {
                store.run("DELETE FROM " + table + " WHERE user_id = ?", userId);
            }
            store.run("DELETE FROM users WHERE id = ?", userId);
            return null;
        });
    }

    // #region windows
    /**
     * Maps account IDs to the first day to read, or to null to read everything. `gone` has the keys of similar accounts
     * that their own consents no longer list.
     */
    Map<String, String> windows(
            String userId,
            Map<String, Object> consent,
            List<Map<String, Object>> accounts,
            Set<Object> gone,
            Instant now) throws SQLException {
        var windows = new LinkedHashMap<String, String>();
        for (var account : accountsToRead(userId, consent, accounts, gone)) {
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
            Set<Object> gone,
            Map<String, Listing> lists,
            Map<String, String> windows,
            Instant now) throws SQLException {
        var time = MILLISECONDS.format(now);
        var changes = new Changes();
        return store.transaction(() -> {
            saveConsent(userId, consent);
            boolean isComplete = !accounts.isEmpty();
            if (!isComplete) changes.notes.add("Consent " + consent.get("id") + " lists no accounts. Kept the stored ones.");
            for (var account : accountsToRead(userId, consent, accounts, gone)) {
                var id = account.id();
                if (!windows.containsKey(id)) continue;
                if (account.similar != null) {
                    changes.notes.add(account.similar.get("account_key") + " and " + account.key()
                            + " may be one account with a new IBAN. Ask the end user.");
                }
                int refusal = lists.get(id).refusal;
                if (refusal == 0 || account.listed == null) {
                    replace(account, windows.get(id), lists.get(id).rows, time, changes);
                    continue;
                }
                isComplete = false;
                changes.notes.add("Account " + account.key() + " was refused with the status " + refusal
                        + ". Kept its transactions.");
                // Until a new consent has delivered an account, the old one keeps reading it.
                if (account.stored == null) storeAccount(account, null, time);
            }
            if (isComplete) {
                store.run("UPDATE consents SET data_updated = ? WHERE id = ?",
                        consent.get("dateTransactionsUpdated"), consent.get("id"));
            }
            return changes;
        });
    }

    /** Replaces an account's transactions within its window. */
    private void replace(Account account, String window, List<?> list, String time, Changes changes)
            throws SQLException {
        var key = account.key();
        // A page can repeat a transaction. The last copy that can be stored wins.
        var read = new LinkedHashMap<String, Payment>();
        var odd = new LinkedHashMap<String, Odd>();
        for (var row : list) {
            var document = Json.write(row);
            var id = isText(field(row, "id")) ? (String) field(row, "id") : digest(document);
            try {
                read.put(id, listed(row, document));
                odd.remove(id);
            } catch (IllegalArgumentException error) {
                if (!read.containsKey(id)) odd.put(id, new Odd(document, error.getMessage()));
            }
        }
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
            boolean isListed = read.containsKey(payment.id) || odd.containsKey(payment.id) && !read.isEmpty();
            if (isInWindow && !isRemoved && !isListed) left.put(payment.id, payment);
        }

        boolean isKept = read.isEmpty() && !left.isEmpty();
        if (account.listed != null && isKept) {
            changes.kept++;
            changes.notes.add("The list for account " + key + " is empty. Kept its " + left.size() + " transactions.");
        }
        storeAccount(account, window != null ? account.stored.get("read_whole_at") : isKept ? null : time, time);
        putAside(key, odd, read.keySet(), window == null && !list.isEmpty(), time, changes);
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
        // The platform may cut a list at a time of day, or filter it by another date. Only later days are complete.
        var afterFirst = LocalDate.parse(first).plusDays(1).toString();
        var afterWindow = window == null ? "" : LocalDate.parse(window).plusDays(UNCERTAIN_DAYS).toString();
        for (var payment : left.values()) {
            if (!payment.isSince(afterFirst) || !payment.isSince(afterWindow)) continue;
            store.run("UPDATE transactions SET removed_at = ? WHERE account_key = ? AND id = ?", time, key, payment.id);
            changes.removed++;
        }
    }

    /**
     * Puts rows that can't be stored into a table of their own. They leave it once they can be stored, or if a complete
     * list no longer includes them.
     */
    private void putAside(
            String key, Map<String, Odd> odd, Set<String> read, boolean isWhole, String time, Changes changes)
            throws SQLException {
        var known = store.all("SELECT id FROM unstored_transactions WHERE account_key = ?", key).stream()
                .map(each -> each.get("id")).collect(Collectors.toSet());
        for (var id : odd.keySet()) {
            var row = odd.get(id);
            store.run("""
                    INSERT INTO unstored_transactions (account_key, id, document, reason, first_seen_at)
                    VALUES (?, ?, ?, ?, ?) ON CONFLICT (account_key, id) DO UPDATE SET document = excluded.document,
                    reason = excluded.reason""", key, id, row.document, row.reason, time);
            if (!known.contains(id)) changes.notes.add("Put transaction " + id + " aside: " + row.reason + ".");
        }
        for (var id : known) {
            if (!read.contains(id) && (odd.containsKey(id) || !isWhole)) continue;
            store.run("DELETE FROM unstored_transactions WHERE account_key = ? AND id = ?", key, id);
        }
    }
    // #endregion store

    /** The stored accounts under other consents that a consent may list, too, under a different ID and IBAN. */
    List<Map<String, Object>> similar(
            String userId, Map<String, Object> consent, List<Map<String, Object>> accounts) throws SQLException {
        return accountsToRead(userId, consent, accounts, Set.of()).stream()
                .map(Account::similar).filter(Objects::nonNull).toList();
    }

    /**
     * Matches listed accounts with stored ones, in passes over all of them. An account belongs to the newest consent that
     * lists it.
     */
    private List<Account> accountsToRead(
            String userId, Map<String, Object> consent, List<Map<String, Object>> accounts, Set<Object> gone)
            throws SQLException {
        var listed = accounts.stream().map(each -> columns(userId, consent, each)).toList();
        var left = accounts(userId);
        var active = store.all("SELECT id FROM consents WHERE user_id = ? AND ended_at IS NULL", userId).stream()
                .map(each -> each.get("id")).collect(Collectors.toSet());
        active.remove(consent.get("id"));
        Predicate<Map<String, Object>> isListedNowhere = stored -> stored.get("closed_at") != null
                || !active.contains(stored.get("consent_id")) || gone.contains(stored.get("account_key"));
        BiPredicate<Map<String, Object>, Map<String, Object>> isSimilar = (stored, each) ->
                areEqual(stored, each, "provider_key", "provider_account_id", "currency");
        var rules = List.<BiPredicate<Map<String, Object>, Map<String, Object>>>of(
                (stored, each) -> areEqual(stored, each, "id"),
                (stored, each) -> areEqual(stored, each, "iban", "currency"),
                (stored, each) -> (stored.get("iban") == null || each.get("iban") == null)
                        && areEqual(stored, each, "bban", "currency"),
                // A provider's ID may be unique only per login, so don't take over what another login still lists.
                (stored, each) -> isSimilar.test(stored, each) && isListedNowhere.test(stored),
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
        for (var each : listed) {
            var stored = matches.get(each.get("id"));
            if (stored != null && belongsToNewer(stored, consent)) continue;
            var similar = left.stream().filter(other -> stored == null && isSimilar.test(other, each)).findFirst();
            result.add(new Account(stored, each, similar.orElse(null)));
        }
        for (var each : left) {
            boolean isOwn = each.get("consent_id").equals(consent.get("id")) && !accounts.isEmpty();
            if (isOwn && each.get("closed_at") == null) result.add(new Account(each, null, null));
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

    /** Records a consent as the platform returned it. */
    void saveConsent(String userId, Map<String, Object> consent) throws SQLException {
        // Locks the user's row so that two processes don't store at the same time.
        store.run("INSERT INTO users (id) VALUES (?) ON CONFLICT (id) DO UPDATE SET id = excluded.id", userId);
        store.run("""
                INSERT INTO consents (id, user_id, provider_key, status, requested, expires)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET status = excluded.status, requested = excluded.requested,
                expires = excluded.expires, ended_at = NULL""",
                consent.get("id"), userId, consent.get("providerKey"), Objects.toString(consent.get("status"), null),
                consent.get("dateRequested"), consent.get("dateExpire"));
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
                bban, currency, document, read_whole_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (account_key) DO UPDATE SET consent_id = excluded.consent_id, id = excluded.id,
                provider_key = excluded.provider_key, provider_account_id = excluded.provider_account_id,
                iban = COALESCE(excluded.iban, accounts.iban), bban = excluded.bban, currency = excluded.currency,
                document = excluded.document, read_whole_at = excluded.read_whole_at, closed_at = NULL""",
                account.key(), listed.get("user_id"), listed.get("consent_id"), account.id(),
                listed.get("provider_key"), listed.get("provider_account_id"), listed.get("iban"), listed.get("bban"),
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
        columns.put("bban", orNull(plain(account.get("bban"))));
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

    /** A listed transaction. An exception's message is the reason why it can't be stored. */
    private Payment listed(Object row, String document) {
        var id = field(row, "id");
        var currency = field(row, "currency");
        if (!isText(id)) throw new IllegalArgumentException("the ID is missing");
        if (!isText(currency)) throw new IllegalArgumentException("the currency is missing");
        var day = day(field(row, "bookDate"));
        var description = field(row, "description");
        var counterpart = field(row, "counterpartAccountNumber");
        var category = category(field(row, "category"));
        if (!Stream.of(description, counterpart, category).allMatch(each -> each == null || each instanceof String)) {
            throw new IllegalArgumentException("the description, counterpart, or category isn't text");
        }
        return new Payment(
                (String) id, day, minorUnits(field(row, "amount"), currency), (String) currency, (String) description,
                (String) counterpart, (String) category, document);
    }

    private static boolean isText(Object value) {
        return value instanceof String text && !text.isEmpty();
    }

    /** The day of a date or a date-time. Banks write placeholders, such as year 1, for a date that they don't know. */
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

    // #region minor-units
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

    private int decimalsOf(Object currency) {
        return ((Long) decimals.getOrDefault(currency, 2L)).intValue();
    }
    // #endregion minor-units

    private static Object category(Object category) {
        var name = field(field(category, "z2"), "category");
        if (name == null) name = field(field(category, "z1"), "l1Name");
        return name == null ? field(category, "l1Name") : name;
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

    private static String digest(String document) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(document.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException error) {
            throw new IllegalStateException(error);
        }
    }

    /** An account number in uppercase without spaces. */
    private static String plain(Object number) {
        return Objects.toString(number, "").replaceAll("\\s+", "").toUpperCase(Locale.ROOT);
    }
}
