import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.*;
import java.util.stream.Collectors;

/** The eleven steps, from getting a token to deleting the user. */
public final class Steps {
    private static final String EVENT_WAIT = "3600";
    private final Client client = new Client();
    private final BankData data;
    private final Inbox inbox;

    private Steps() throws IOException, SQLException {
        var file = Path.of(setting("DATA_DIR", "data"), "bank.db");
        var store = new Store(setting("DATABASE_URL", "jdbc:sqlite:" + file));
        data = new BankData(store);
        inbox = new Inbox(store, data);
    }

    public static void main(String[] arguments) {
        int status = 1;
        try {
            new Steps().run();
            status = 0;
        } catch (Exception error) {
            var message = Objects.toString(error.getMessage(), error.toString()) + " " + adviceFor(error);
            System.err.println(message.replaceAll("\\s+", " ").strip());
        }
        System.exit(status); // also ends the receiver
    }

    /** Advice for an error. The program's own messages already include it. */
    private static String adviceFor(Exception error) {
        if (error instanceof Store.DatabaseError || error instanceof SQLException || error instanceof IOException) {
            return "Check DATA_DIR and the database in it.";
        }
        if (!(error instanceof Client.PlatformError platform)) return "";
        if (platform.status == 0) return "Check PLATFORM_URL, and run the program again later.";
        if (platform.status == 401) return "Check CLIENT_ID and CLIENT_SECRET.";
        boolean isRefused = platform.status / 100 == 4 && platform.status != 429;
        return isRefused ? "Check the program's settings." : "Run the program again later.";
    }

    private static String setting(String name, String otherwise) {
        return System.getenv().getOrDefault(name, otherwise);
    }

    private static void print(String format, Object... values) {
        System.out.printf(format + "%n", values);
    }

    private Map<String, Object> post(String path, Map<String, Object> body) {
        return Client.fields(client.call("POST", path, Map.of(), body));
    }

    private static String consentPath(Object consentId) {
        return "/Consent/" + Client.encoded(consentId);
    }

    private BankData.Changes read(String userId, Map<String, Object> consent) {
        return Flow.readConsent(client, data, userId, consent, Instant.now());
    }

    /** True if the platform may refresh the consent, even if its response was lost. False after a 400 or a 429. */
    private boolean refresh(String consentId) {
        try {
            client.call("POST", consentPath(consentId) + "/refresh");
            return true;
        } catch (Client.PlatformError error) {
            boolean isRefused = error.status == 400 || error.status == 429;
            if (error.status >= 300 && error.status < 500 && !isRefused) throw error;
            System.err.println(error.getMessage());
            return !isRefused;
        }
    }

    /** Refreshes a consent and reads it through the inbox. Returns null if it's refused or the consent has ended. */
    private BankData.Changes refreshAndRead(String userId, String consentId) {
        inbox.work(client); // Earlier events aren't about the refresh.
        if (!refresh(consentId)) return null;
        data.readNext(consentId);
        var eventWait = setting("EVENT_WAIT", EVENT_WAIT);
        print("Waiting up to %s seconds for the event.", eventWait);
        long end = System.currentTimeMillis() + Long.parseLong(eventWait) * 1_000;
        while (System.currentTimeMillis() < end) {
            var changes = inbox.work(client).get(consentId);
            if (changes != null || data.consent(consentId).get("ended_at") != null) return changes;
            Client.sleep(100);
        }
        System.err.println("No event arrived within " + eventWait
                + " seconds. Does the platform know your receiver's URL?");
        return read(userId, Flow.waitForConsent(client, consentId));
    }

    private Map<String, Object> createConsent(String userId, Map<String, Object> provider, String externalUserId) {
        var created = post("/Consent", Map.of(
                "providerKey", provider.get("providerKey"),
                "countryCode", provider.get("countryCode"),
                "externalUserId", externalUserId,
                "redirectUrl", setting("REDIRECT_URL", "https://app.example.com/return")));
        data.saveConsent(userId, Map.of("id", created.get("consentId"), "providerKey", provider.get("providerKey")));
        return created;
    }

    private static boolean endsSoon(Map<String, Object> consent) {
        var soon = OffsetDateTime.now().plusDays(14);
        return consent.get("dateExpire") instanceof String date && OffsetDateTime.parse(date).isBefore(soon);
    }

    /** Retries a DELETE. If an earlier attempt worked, the next response is a 404 or, for an analysis job, a 400. */
    private void remove(String path, Map<String, ?> query) {
        for (int attempt = 1; ; attempt++) {
            long pause;
            try {
                client.call("DELETE", path, query, null);
                return;
            } catch (Client.PlatformError error) {
                if (error.status == 404) return;
                if (error.status == 400 && attempt > 1 && query.isEmpty() && isGone(path)) return;
                pause = error.retryAfter == null ? Client.backoff(attempt) : error.retryAfter;
                boolean isRefused = error.status >= 300 && error.status < 500;
                if (isRefused || attempt == 5 || pause > Client.LONGEST_PAUSE) throw error;
                print("%s", error.getMessage());
            }
            Client.sleep(pause);
        }
    }

    private boolean isGone(String path) {
        try {
            client.call("GET", path);
            return false;
        } catch (Client.PlatformError error) {
            return error.status == 400 || error.status == 404;
        }
    }

    private void printTotals(String userId) {
        var months = data.transactions(userId).stream().collect(Collectors.groupingBy(
                each -> ((String) each.get("book_date")).substring(0, 7), Collectors.counting()));
        var accounts = data.accounts(userId).stream().filter(each -> each.get("closed_at") == null).count();
        print("%s", Json.write(Map.of("totals", data.totals(userId), "months", months, "accounts", accounts)));
    }

    private void run() throws IOException {
        int port = Integer.parseInt(setting("WEBHOOK_PORT", "8080"));
        var path = setting("WEBHOOK_PATH", inbox.path());
        inbox.listen(port, path);
        print("The receiver is at http://127.0.0.1:%d%s. Register its public URL, with the same path.", port, path);

        client.token();
        print("1. Received a token.");

        var providers = Client.items(client.call("GET", "/Providers"));
        var key = setting("PROVIDER_KEY", providers.isEmpty() ? "" : (String) providers.get(0).get("providerKey"));
        var provider = providers.stream().filter(each -> key.equals(each.get("providerKey"))).findFirst()
                .orElseThrow(() -> new IllegalStateException("Provider not found: " + key + "."));
        print("2. Listed %d providers. Using %s.", providers.size(), key);

        var externalUserId = setting("EXTERNAL_USER_ID", "starter-" + UUID.randomUUID());
        var userId = (String) post("/Users", Map.of("externalUserId", externalUserId)).get("id");
        print("3. Created the user %s.", userId);

        var created = createConsent(userId, provider, externalUserId);
        var consentId = (String) created.get("consentId");
        print("4. Created a consent. Open this URL in your browser and give consent:%n%s", created.get("consentUrl"));

        var consent = Flow.waitForConsent(client, consentId);
        print("5. The consent is in status %s.", consent.get("status"));

        var stored = read(userId, consent);
        print("6. Stored %d accounts and %d transactions.", data.accounts(userId).size(), stored.added);
        printTotals(userId);

        stored = refreshAndRead(userId, consentId);
        var old = Client.fields(client.call("GET", consentPath(consentId)));
        boolean hasEnded = Flow.STOPPED.contains(String.valueOf(old.get("status")));
        if (hasEnded) print("7. Didn't refresh the consent, because it has ended in status %s.", old.get("status"));
        else if (stored == null) print("7. The platform refused the refresh.");
        else print("7. Refreshed the consent: %d new transactions, %d changed.", stored.added, stored.changed);
        printTotals(userId);

        consent = old;
        if (endsSoon(old)) {
            var oldId = consentId;
            created = createConsent(userId, provider, externalUserId);
            consentId = (String) created.get("consentId");
            print("The consent must be renewed. Open this URL in your browser:%n%s", created.get("consentUrl"));
            consent = Flow.waitForConsent(client, consentId);
            read(userId, consent);
            // Delete the old consent only after the new one has delivered the same accounts.
            if (data.isReplaced(userId, old, Flow.readAccounts(client, oldId))) {
                remove(consentPath(oldId), Map.of());
                data.endConsent(oldId, "DELETED", Instant.now());
            }
            printTotals(userId);
        } else Flow.waitForConsent(client, consentId); // If it has ended, the program stops here.

        var sequences = Client.fields(client.call("GET", "/Sequencing", Map.of("ConsentId", consentId), null));
        var income = Client.items(sequences.get("incomeSequences")).size();
        var expenses = Client.items(sequences.get("expenseSequences")).size();
        print("8. Found sequences: %d income, %d expense.", income, expenses);

        var job = Map.<String, Object>of("engine", "z2", "consentId", consentId);
        var jobPath = "/v2/categorization-jobs/" + Client.encoded(post("/v2/categorization-jobs", job).get("data"));
        Flow.waitForJob(() -> Client.fields(client.call("GET", jobPath)).get("data"));
        // Read everything again, because the job also categorized old transactions.
        data.readAgain(consentId);
        read(userId, consent);
        var categorized = data.transactions(userId).stream().filter(each -> each.get("category") != null).count();
        print("9. Stored %d categorized transactions.", categorized);

        var analysis = post("/analysis-jobs", Map.of(
                "reference", "starter-" + consentId,
                "engine", "Z2",
                "profile", "RETAIL",
                "input", Map.of("consentIds", List.of(consentId))));
        var analysisPath = "/analysis-jobs/" + Client.encoded(analysis.get("id"));
        var completed = Flow.waitForJob(() -> client.call("GET", analysisPath));
        print("10. The analysis includes %s.", String.join(", ", Client.fields(completed.get("analysis")).keySet()));

        // Delete the job first. Once the user is deleted, its accounts and consents can no longer be looked up.
        remove(analysisPath, Map.of());
        remove("/Users", Map.of("UserId", userId));
        data.delete(userId);
        printTotals(userId);
        print("11. Deleted the user.");
    }
}
