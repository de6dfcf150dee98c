import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

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

    /** What to do after an error. Errors of the program itself already say it. */
    private static String adviceFor(Exception error) {
        if (error instanceof SQLException) return "Check DATA_DIR and the database in it.";
        if (error instanceof IOException) return "Check PLATFORM_URL, and run the program again later.";
        if (!(error instanceof Client.PlatformError platform)) return "";
        if (platform.status == 401) return "Check CLIENT_ID and CLIENT_SECRET.";
        return platform.status / 100 == 4 ? "Check the program's settings." : "Run the program again later.";
    }

    private static String setting(String name, String otherwise) {
        return System.getenv().getOrDefault(name, otherwise);
    }

    private static void print(String format, Object... values) {
        System.out.printf(format + "%n", values);
    }

    // #region store
    /** Reads a consent's current data and stores each account and transaction only once, even after several reads. */
    private BankData.Changes read(String userId, Map<String, Object> consent)
            throws IOException, InterruptedException, SQLException {
        return Flow.readConsent(client, data, userId, consent, Instant.now());
    }
    // #endregion store

    /**
     * True if the platform may refresh the consent, even if its response was lost. It accepts up to six refreshes a day
     * for each consent.
     */
    private boolean refresh(String consentId) throws InterruptedException {
        try {
            client.call("POST", "/Consent/" + Client.encoded(consentId) + "/refresh");
        } catch (IOException error) {
            System.err.println(error.getMessage());
        } catch (Client.PlatformError error) {
            System.err.println(error.getMessage());
            if (error.status == 429) return false;
            if (error.status >= 300 && error.status < 500) throw error;
        }
        return true;
    }

    /** Refreshes a consent and reads it through the inbox. Returns null if the daily limit is used up. */
    private BankData.Changes refreshAndRead(String userId, String consentId)
            throws IOException, InterruptedException, SQLException {
        inbox.work(client); // Earlier events aren't about the refresh.
        data.readNext(consentId);
        if (!refresh(consentId)) return null;
        var eventWait = setting("EVENT_WAIT", EVENT_WAIT);
        print("Waiting up to %s seconds for the event.", eventWait);
        long end = System.currentTimeMillis() + Long.parseLong(eventWait) * 1_000;
        while (System.currentTimeMillis() < end) {
            var changes = inbox.work(client).get(consentId);
            if (changes != null) return changes;
            Thread.sleep(100);
        }
        System.err.println("No event arrived within " + eventWait
                + " seconds. Does the platform know your receiver's URL?");
        return read(userId, Flow.waitForConsent(client, consentId));
    }

    private Map<String, Object> createConsent(String userId, Map<String, Object> provider, String externalUserId)
            throws IOException, InterruptedException, SQLException {
        var created = Client.fields(client.call("POST", "/Consent", Map.of(), Map.of(
                "providerKey", provider.get("providerKey"),
                "countryCode", provider.get("countryCode"),
                "externalUserId", externalUserId,
                "redirectUrl", setting("REDIRECT_URL", "https://app.example.com/return"))));
        data.saveConsent(userId, Map.of("id", created.get("consentId"), "providerKey", provider.get("providerKey")));
        return created;
    }

    private static boolean endsSoon(Map<String, Object> consent) {
        var soon = OffsetDateTime.now().plusDays(14);
        return consent.get("dateExpire") instanceof String date && OffsetDateTime.parse(date).isBefore(soon);
    }

    /** Retries a DELETE. If an earlier attempt worked, but its response was lost, a GET of `read` also fails. */
    private void remove(String path, String read, Map<String, ?> query) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                client.call("DELETE", path, query, null);
                return;
            } catch (IOException error) {
                if (attempt == 5) throw error;
                print("%s", error.getMessage());
            } catch (Client.PlatformError error) {
                if ((error.status == 400 || error.status == 404) && isGone(read)) return;
                if (error.status >= 300 && error.status < 500 || attempt == 5) throw error;
                print("%s", error.getMessage());
            }
            Thread.sleep(Client.backoff(attempt));
        }
    }

    private boolean isGone(String path) throws IOException, InterruptedException {
        try {
            client.call("GET", path);
            return false;
        } catch (Client.PlatformError error) {
            return error.status == 400 || error.status == 404;
        }
    }

    private void printTotals(String userId) throws SQLException {
        print("%s", Json.write(Map.of("totals", data.totals(userId))));
    }

    private void run() throws IOException, InterruptedException, SQLException {
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
        var user = Client.fields(client.call("POST", "/Users", Map.of(), Map.of("externalUserId", externalUserId)));
        var userId = (String) user.get("id");
        print("3. Created the user %s.", userId);

        var created = createConsent(userId, provider, externalUserId);
        var consentId = (String) created.get("consentId");
        print("4. Created a consent. Open this URL in your browser and give consent:%n%s", created.get("consentUrl"));

        var consent = Flow.waitForConsent(client, consentId);
        print("5. The consent has the status %s.", consent.get("status"));

        var stored = read(userId, consent);
        print("6. Stored %d accounts and %d transactions.", data.accounts(userId).size(), stored.added);
        printTotals(userId);

        stored = refreshAndRead(userId, consentId);
        if (stored == null) print("7. The daily limit is used up. Refresh the consent later.");
        else print("7. Refreshed the consent: %d new transactions, %d changed.", stored.added, stored.changed);
        printTotals(userId);

        var old = Client.fields(client.call("GET", "/Consent/" + Client.encoded(consentId)));
        consent = old;
        if (endsSoon(old)) {
            created = createConsent(userId, provider, externalUserId);
            consentId = (String) created.get("consentId");
            print("The consent ends soon. Open this URL in your browser and renew it:%n%s", created.get("consentUrl"));
            consent = Flow.waitForConsent(client, consentId);
            read(userId, consent);
            // Delete the old consent only after the new one has delivered the same accounts.
            var oldId = (String) old.get("id");
            if (data.isReplaced(userId, old, Flow.readAccounts(client, oldId))) {
                var oldPath = "/Consent/" + Client.encoded(oldId);
                remove(oldPath, oldPath, Map.of());
                data.endConsent(oldId, Instant.now());
            }
            printTotals(userId);
        }

        var sequences = Client.fields(client.call("GET", "/Sequencing", Map.of("ConsentId", consentId), null));
        var income = Client.items(sequences.get("incomeSequences")).size();
        var expenses = Client.items(sequences.get("expenseSequences")).size();
        print("8. Read %d income sequences and %d expense sequences.", income, expenses);
        runJobs(userId, consent);

        remove("/Users", "/Users/" + Client.encoded(userId), Map.of("UserId", userId));
        data.delete(userId);
        printTotals(userId);
        print("11. Deleted the user.");
    }

    private void runJobs(String userId, Map<String, Object> consent)
            throws IOException, InterruptedException, SQLException {
        var consentId = (String) consent.get("id");
        var created = Client.fields(client.call("POST", "/v2/categorization-jobs", Map.of(),
                Map.of("engine", "z2", "profile", "RETAIL", "consentId", consentId)));
        var categorization = "/v2/categorization-jobs/" + Client.encoded(created.get("data"));
        Flow.waitForJob(() -> Client.fields(client.call("GET", categorization)).get("data"));
        // Read everything again, because the job also categorized old transactions.
        data.readAgain(consentId);
        read(userId, consent);
        var categorized = data.transactions(userId).stream().filter(each -> each.get("category") != null).count();
        print("9. Stored %d categorized transactions.", categorized);

        var analysis = Client.fields(client.call("POST", "/analysis-jobs", Map.of(), Map.of(
                "reference", "starter-" + consentId,
                "engine", "Z2",
                "profile", "RETAIL",
                "input", Map.of("consentIds", List.of(consentId)))));
        var path = "/analysis-jobs/" + Client.encoded(analysis.get("id"));
        var completed = Flow.waitForJob(() -> client.call("GET", path));
        print("10. The analysis includes %s.", String.join(", ", Client.fields(completed.get("analysis")).keySet()));
        // Delete the job first. Once the user is deleted, nothing shows whose job it is.
        remove(path, path, Map.of());
    }
}
