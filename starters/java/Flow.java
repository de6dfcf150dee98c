import java.time.Instant;
import java.util.*;
import java.util.function.Supplier;

/** Waits for consents and jobs, and reads all pages of transactions. */
final class Flow {
    static final Set<String> READY = Set.of("4", "UPDATED");
    static final Set<String> STOPPED = Set.of("5", "7", "8", "INVALIDATED", "ERROR", "TIMEDOUT");
    private static final Set<String> FAILING = Set.of("6", "FAILING");
    private static final long WAIT_LIMIT = 600_000;
    private static final int MOST_PAGES = 1_000;
    private static final int MOST_READS = 3;
    private static final int MOST_RESTARTS = 3;
    /** The statuses for a single refused account. */
    private static final Set<Integer> REFUSED = Set.of(400, 403, 404);

    private Flow() {}

    /** Polls a consent until its data is ready. If the time limit passes, poll again later. */
    static Map<String, Object> waitForConsent(Client client, String consentId) {
        long end = System.currentTimeMillis() + WAIT_LIMIT;
        String previous = null;
        for (int count = 1; ; count++) {
            var consent = Client.fields(client.call("GET", "/Consent/" + Client.encoded(consentId)));
            var status = String.valueOf(consent.get("status"));
            if (READY.contains(status)) return consent;
            if (STOPPED.contains(status)) {
                throw new IllegalStateException("The consent ended in status " + status + ": " + consent.get("errors"));
            }
            if (FAILING.contains(status) && !status.equals(previous)) {
                System.out.println("The consent is failing: " + consent.get("errors"));
            }
            previous = status;
            waitUntil(end, count, "The consent is still in status " + status + ".");
        }
    }

    /** Pauses before the next poll, or throws an exception if it would be too late. */
    private static void waitUntil(long end, int count, String message) {
        long pause = Client.backoff(count);
        if (System.currentTimeMillis() + pause > end) throw new IllegalStateException(message);
        Client.sleep(pause);
    }

    /** Reads every page of a consent's accounts, until a page lists no new accounts or, after page 1, returns a 404. */
    static List<Map<String, Object>> readAccounts(Client client, String consentId) {
        var accounts = new LinkedHashMap<Object, Map<String, Object>>();
        for (int page = 1; page <= MOST_PAGES; page++) {
            int before = accounts.size();
            try {
                var query = Map.of("ConsentId", consentId, "Page", page, "Size", 50);
                var response = Client.items(client.call("GET", "/Accounts", query, null));
                for (var account : response) accounts.put(account.get("id"), account);
            } catch (Client.PlatformError error) {
                if (error.status != 404 || page == 1) throw error;
            }
            if (accounts.size() == before) return List.copyOf(accounts.values());
        }
        throw new IllegalStateException("There are more than " + MOST_PAGES + " pages.");
    }

    /** Reads every page of the transactions that match a query, or returns the status of a refused first page. */
    static BankData.Listing readTransactions(Client client, Map<String, ?> filter) {
        var from = (String) filter.get("DateFrom");
        for (int attempt = 1; ; attempt++) {
            var query = new HashMap<String, Object>(filter);
            query.put("PageSize", 100);
            var read = new ArrayList<Object>();
            try {
                for (int page = 1; page <= MOST_PAGES; page++) {
                    var response = Client.fields(client.call("GET", "/Transactions", query, null));
                    read.addAll((List<?>) response.get("data"));
                    var token = (String) response.get("nextPageToken");
                    if (token == null || token.isEmpty()) return new BankData.Listing(from, read, 0);
                    if (token.equals(query.put("PageToken", token))) {
                        throw new IllegalStateException("Duplicate page token.");
                    }
                }
                throw new IllegalStateException("There are more than " + MOST_PAGES + " pages.");
            } catch (Client.PlatformError error) {
                boolean isFirst = !query.containsKey("PageToken");
                // A 404 may mean that there are no transactions.
                int refusal = error.status == 404 ? 0 : error.status;
                if (isFirst && REFUSED.contains(error.status)) return new BankData.Listing(from, read, refusal);
                // A 400 may mean that the page token has expired. Start again with the first page.
                if (isFirst || error.status != 400 || attempt > MOST_RESTARTS) throw error;
            }
        }
    }

    /** Reads and stores a ready consent's data. Starts over if the data changes, because the pages might not match. */
    static BankData.Changes readConsent(
            Client client, BankData data, String userId, Map<String, Object> consent, Instant now) {
        var id = (String) consent.get("id");
        for (int count = 1; count <= MOST_READS; count++) {
            var visit = new BankData.Visit(userId, consent, readAccounts(client, id), new HashSet<>());
            for (var account : data.similar(visit)) {
                if (isGone(client, account)) visit.gone().add(account.get("account_key"));
            }
            var lists = new HashMap<String, BankData.Listing>();
            data.windows(visit, now).forEach((accountId, from) -> {
                var query = new HashMap<String, Object>(Map.of("ConsentId", id, "AccountId", accountId));
                if (from != null) query.put("DateFrom", from);
                lists.put(accountId, readTransactions(client, query));
            });
            var after = Client.fields(client.call("GET", "/Consent/" + Client.encoded(id)));
            if (!READY.contains(String.valueOf(after.get("status")))) break;
            var updated = consent.get("dateTransactionsUpdated");
            consent = after;
            if (!Objects.equals(updated, after.get("dateTransactionsUpdated"))) continue;
            var changes = data.store(visit, lists, now);
            changes.notes.forEach(System.err::println);
            return changes;
        }
        throw new IllegalStateException("The data for consent " + id + " changed during the read.");
    }

    /** True if an account's own consent no longer lists it. Ignores empty lists and refusals, which may be mistakes. */
    private static boolean isGone(Client client, Map<String, Object> account) {
        try {
            var listed = readAccounts(client, (String) account.get("consent_id"));
            return !listed.isEmpty() && listed.stream().noneMatch(each -> account.get("id").equals(each.get("id")));
        } catch (Client.PlatformError error) {
            if (!REFUSED.contains(error.status)) throw error;
            return false;
        }
    }

    /** Polls a job until it is COMPLETED. `read` returns the job. */
    static Map<String, Object> waitForJob(Supplier<Object> read) {
        long end = System.currentTimeMillis() + WAIT_LIMIT;
        for (int count = 1; ; count++) {
            var job = Client.fields(read.get());
            var status = job.get("status");
            if ("COMPLETED".equals(status)) return job;
            if ("FAILED".equals(status)) throw new IllegalStateException("Job " + job.get("id") + " failed.");
            waitUntil(end, count, "Job " + job.get("id") + " is still in status " + status + ".");
        }
    }
}
