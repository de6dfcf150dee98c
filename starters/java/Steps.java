import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The eleven steps, from getting a token to deleting the user. */
public final class Steps {
    private final Client client = new Client();
    private final BankData data;

    private Steps() throws IOException, SQLException {
        var file = Path.of(setting("DATA_DIR", "data"), "bank.db");
        data = new BankData(new Store(setting("DATABASE_URL", "jdbc:sqlite:" + file)));
    }

    public static void main(String[] arguments) throws IOException, InterruptedException, SQLException {
        try {
            new Steps().run();
        } catch (IllegalStateException error) {
            System.err.println(error.getMessage());
            System.exit(1);
        }
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

    /** True if the platform accepted the refresh. It accepts up to six refreshes a day for each consent. */
    private boolean refresh(String consentId) throws IOException, InterruptedException {
        try {
            client.call("POST", "/Consent/" + Client.encoded(consentId) + "/refresh");
            return true;
        } catch (Client.PlatformError error) {
            print("%s", error.getMessage());
            if (error.status != 429) throw error;
            return false;
        }
    }

    private Map<String, Object> createConsent(Map<String, Object> provider, String externalUserId)
            throws IOException, InterruptedException {
        return Client.fields(client.call("POST", "/Consent", Map.of(), Map.of(
                "providerKey", provider.get("providerKey"),
                "countryCode", provider.get("countryCode"),
                "externalUserId", externalUserId,
                "redirectUrl", setting("REDIRECT_URL", "https://app.example.com/return"))));
    }

    private static boolean endsSoon(Map<String, Object> consent) {
        var soon = OffsetDateTime.now().plusDays(14);
        return consent.get("dateExpire") instanceof String date && OffsetDateTime.parse(date).isBefore(soon);
    }

    /** Retries a DELETE. A 404 means that an earlier attempt worked, but its response was lost. */
    private void remove(String path, Map<String, ?> query) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                client.call("DELETE", path, query, null);
                return;
            } catch (IOException error) {
                if (attempt == 5) throw error;
                print("%s", error.getMessage());
            } catch (Client.PlatformError error) {
                if (error.status == 404) return;
                if (error.status >= 300 && error.status < 500 || attempt == 5) throw error;
                print("%s", error.getMessage());
            }
            Thread.sleep(Client.backoff(attempt));
        }
    }

    private void printTotals(String userId) throws SQLException {
        print("%s", Json.write(Map.of("totals", data.totals(userId))));
    }

    private void run() throws IOException, InterruptedException, SQLException {
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

        var created = createConsent(provider, externalUserId);
        var consentId = (String) created.get("consentId");
        print("4. Created a consent. Open this URL in your browser and give consent:%n%s", created.get("consentUrl"));

        var consent = Flow.waitForConsent(client, consentId);
        print("5. The consent has the status %s.", consent.get("status"));

        var stored = read(userId, consent);
        print("6. Stored %d accounts and %d transactions.", data.accounts(userId).size(), stored.added);
        printTotals(userId);

        // In production, read the data when the webhook arrives or dateTransactionsUpdated differs. Until then, the
        // status may predate the refresh.
        if (refresh(consentId)) {
            consent = Flow.waitForConsent(client, consentId);
            stored = read(userId, consent);
            print("7. Refreshed the consent: %d new transactions, %d changed.", stored.added, stored.changed);
        } else {
            print("7. The daily limit is used up. Refresh the consent later.");
        }
        printTotals(userId);

        var old = Client.fields(client.call("GET", "/Consent/" + Client.encoded(consentId)));
        if (endsSoon(old)) {
            created = createConsent(provider, externalUserId);
            consentId = (String) created.get("consentId");
            print("The consent ends soon. Open this URL in your browser and renew it:%n%s", created.get("consentUrl"));
            consent = Flow.waitForConsent(client, consentId);
            read(userId, consent);
            // Delete the old consent only after the new one has delivered the same accounts.
            var oldId = (String) old.get("id");
            if (data.isReplaced(userId, old, Flow.readAccounts(client, oldId))) {
                remove("/Consent/" + Client.encoded(oldId), Map.of());
                data.endConsent(oldId, Instant.now());
            }
            printTotals(userId);
        }

        var sequences = Client.fields(client.call("GET", "/Sequencing", Map.of("ConsentId", consentId), null));
        var income = Client.items(sequences.get("incomeSequences")).size();
        var expenses = Client.items(sequences.get("expenseSequences")).size();
        print("8. Read %d income sequences and %d expense sequences.", income, expenses);
        runJobs(userId, consent);

        remove("/Users", Map.of("UserId", userId));
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
        remove(path, Map.of());
    }
}
