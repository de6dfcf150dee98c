import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The accounts and transactions of end users, each once, in a JSON file for one process. Use tables of your database
 * in production.
 *
 * <p>IDs identify them within a consent. A renewed consent, or a second one for the same account, may have other IDs,
 * so `ids` has all that were read, and what the bank states identifies them across consents.
 */
final class Store {
    private final Path file;
    /** The accounts of each user, with their transactions. */
    private final Map<String, Object> users;

    /** The keys of an account or a transaction. */
    private interface Keys {
        Collection<?> of(Map<String, Object> item);
    }

    /** Two items are the same if a stored one and a read one have a key in common. */
    private record Rule(Keys ofStored, Keys ofRead) {
        Rule(Keys ofBoth) {
            this(ofBoth, ofBoth);
        }
    }

    Store(Path file) throws IOException {
        this.file = file;
        users = Files.exists(file) ? Client.fields(Json.parse(Files.readString(file))) : new LinkedHashMap<>();
        if (file.getParent() != null) Files.createDirectories(file.getParent());
    }

    /** A user's accounts. `closed` marks those that their consent no longer lists. */
    synchronized List<Map<String, Object>> accounts(String userId) {
        return Client.items(users.getOrDefault(userId, List.of()));
    }

    synchronized List<Map<String, Object>> transactions(String userId) {
        return accounts(userId).stream().flatMap(each -> Client.items(each.get("transactions")).stream()).toList();
    }

    // #region save
    /** Stores all that a consent has now. Accounts move to the consent that was read last; nothing is deleted. */
    synchronized void save(
            String userId,
            Map<String, Object> consent,
            List<Map<String, Object>> accounts,
            List<Map<String, Object>> transactions) throws IOException {
        var consentId = consent.get("id");
        var read = new LinkedHashMap<Object, Map<String, Object>>();
        for (var each : accounts) {
            var account = new LinkedHashMap<>(each);
            account.putAll(Map.of("providerKey", consent.get("providerKey"), "closed", false));
            account.put("ids", List.of(each.get("id")));
            read.put(each.get("id"), account);
        }
        var byAccount = new HashMap<Object, Map<Object, Map<String, Object>>>();
        for (var each : transactions) {
            var accountId = each.get("accountId");
            var transaction = new LinkedHashMap<>(each);
            transaction.put("ids", List.of(accountId + " " + each.get("id")));
            byAccount.computeIfAbsent(accountId, id -> new LinkedHashMap<>()).put(each.get("id"), transaction);
            // The platform may still have transactions of an account that it no longer lists.
            read.computeIfAbsent(accountId, id -> new LinkedHashMap<>(Map.of(
                    "id", id,
                    "iban", Objects.toString(each.get("accountNumber"), ""),
                    "currency", each.get("currency"),
                    "closed", true,
                    "ids", List.of(id))));
        }

        var stored = new ArrayList<>(accounts(userId));
        for (var each : stored) if (consentId.equals(each.get("consentId"))) each.put("closed", true);
        // IBANs decide if both have one. Otherwise the provider's ID does, which may be unique only within a login.
        Keys withoutIban = each -> iban(each).isEmpty() ? providerId(each) : List.of();
        merge(stored, read.values(), consentId, new Rule(Store::ids), new Rule(Store::iban),
                new Rule(withoutIban, Store::providerId), new Rule(Store::providerId, withoutIban));
        // Within one consent, an equal payment with another ID is a second payment.
        Keys statement = each -> consentId.equals(each.get("consentId")) ? List.of() : List.of(statement(each));
        for (var account : stored) {
            var items = Client.items(account.computeIfAbsent("transactions", key -> new ArrayList<>()));
            var added = byAccount.getOrDefault(account.get("id"), Map.of());
            merge(items, added.values(), consentId, new Rule(Store::ids), new Rule(statement));
        }
        users.put(userId, stored);
        write();
    }
    // #endregion save

    /** Deletes all data of a user. */
    synchronized void delete(String userId) throws IOException {
        users.remove(userId);
        write();
    }

    /**
     * Updates what is stored, and adds what is new. Each item matches only once: two equal payments on one day stay
     * two.
     */
    private static void merge(
            List<Map<String, Object>> stored, Collection<Map<String, Object>> read, Object consentId, Rule... rules) {
        var pairs = new IdentityHashMap<Map<String, Object>, Map<String, Object>>();
        var taken = new IdentityHashMap<Map<String, Object>, Boolean>();
        for (var rule : rules) {
            var free = new HashMap<Object, Deque<Map<String, Object>>>();
            for (var each : stored) {
                if (taken.containsKey(each)) continue;
                for (var key : rule.ofStored.of(each)) free.computeIfAbsent(key, k -> new ArrayDeque<>()).add(each);
            }
            for (var each : read) {
                if (pairs.containsKey(each)) continue;
                for (var key : rule.ofRead.of(each)) {
                    var match = free.getOrDefault(key, new ArrayDeque<>()).poll();
                    if (match == null) continue;
                    pairs.put(each, match);
                    taken.put(match, true);
                }
            }
        }
        for (var each : read) {
            var item = pairs.get(each);
            if (item == null) stored.add(item = new LinkedHashMap<>());
            var ids = new LinkedHashSet<Object>(ids(item));
            ids.addAll(ids(each));
            item.putAll(each);
            item.put("ids", new ArrayList<>(ids));
            item.put("consentId", consentId);
        }
    }

    private static Collection<?> ids(Map<String, Object> item) {
        return (Collection<?>) item.getOrDefault("ids", List.of());
    }

    private static List<?> iban(Map<String, Object> account) {
        var iban = plain(account.get("iban"));
        return iban.isEmpty() ? List.of() : List.of(iban + " " + account.get("currency"));
    }

    private static List<?> providerId(Map<String, Object> account) {
        var id = account.get("providerAccountId");
        return id == null ? List.of() : List.of(account.get("providerKey") + " " + id + " " + account.get("currency"));
    }

    /** What the bank states about a transaction, the same in every consent. */
    private static List<?> statement(Map<String, Object> transaction) {
        return List.of(
                transaction.get("bookDate"),
                new BigDecimal(transaction.get("amount").toString()).stripTrailingZeros(),
                transaction.get("currency"),
                Objects.toString(transaction.get("description"), ""),
                plain(transaction.get("counterpartAccountNumber")));
    }

    /** An account number without spaces and in uppercase. */
    private static String plain(Object number) {
        return Objects.toString(number, "").replaceAll("\\s+", "").toUpperCase();
    }

    private void write() throws IOException {
        var written = Path.of(file + ".new");
        Files.writeString(written, Json.write(users));
        Files.move(written, file, StandardCopyOption.REPLACE_EXISTING);
    }
}
