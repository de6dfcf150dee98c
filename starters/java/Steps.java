import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The eleven steps from a token to the deletion of the user. */
public final class Steps {
    private final Client client = new Client();
    private final Store data;

    private Steps() throws IOException {
        data = new Store(Path.of(setting("DATA_DIR", "data"), "store.json"));
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        new Steps().run();
    }

    private static String setting(String name, String otherwise) {
        return System.getenv().getOrDefault(name, otherwise);
    }

    private static void print(String format, Object... values) {
        System.out.printf(format + "%n", values);
    }

    /** Everything that a consent has. */
    private record Read(List<Map<String, Object>> accounts, List<Map<String, Object>> transactions) {}

    // #region store
    /** Reads all that a consent has now, and stores each account and transaction once, however often it is read. */
    private Read store(String userId, Map<String, Object> consent) throws IOException, InterruptedException {
        var consentId = (String) consent.get("id");
        var transactions = Flow.readTransactions(client, consentId);
        var accounts = Flow.readAccounts(client, consentId);
        data.save(userId, consent, accounts, transactions);
        return new Read(accounts, transactions);
    }
    // #endregion store

    /** Returns whether the platform accepted the refresh. It accepts six per consent and day. */
    private boolean refresh(String consentId) throws IOException, InterruptedException {
        try {
            client.call("POST", "/Consent/" + consentId + "/refresh");
            return true;
        } catch (Client.PlatformError error) {
            print("%s", error.getMessage());
            if (error.status != 429) throw error;
            return false;
        }
    }

    private void run() throws IOException, InterruptedException {
        client.token();
        print("1. Received a token.");

        var providers = Client.items(client.call("GET", "/Providers"));
        var key = setting("PROVIDER_KEY", providers.isEmpty() ? "" : (String) providers.get(0).get("providerKey"));
        var provider = providers.stream().filter(each -> key.equals(each.get("providerKey"))).findFirst()
                .orElseThrow(() -> new IllegalStateException("There is no provider " + key + "."));
        print("2. Listed %d providers. Using %s.", providers.size(), key);

        var externalUserId = setting("EXTERNAL_USER_ID", "starter-" + UUID.randomUUID());
        var user = Client.fields(client.call("POST", "/Users", Map.of(), Map.of("externalUserId", externalUserId)));
        var userId = (String) user.get("id");
        print("3. Created the user %s.", userId);

        var created = Client.fields(client.call("POST", "/Consent", Map.of(), Map.of(
                "providerKey", key,
                "countryCode", provider.get("countryCode"),
                "externalUserId", externalUserId,
                "redirectUrl", setting("REDIRECT_URL", "https://app.example.com/return"))));
        var consentId = (String) created.get("consentId");
        print("4. Created a consent. Open this URL in your browser and give consent:%n%s", created.get("consentUrl"));

        var consent = Flow.waitForConsent(client, consentId);
        print("5. The consent has the status %s.", consent.get("status"));

        var read = store(userId, consent);
        print("6. Listed %d accounts and stored %d transactions.", read.accounts.size(), read.transactions.size());

        // In production, read the transactions when the webhook arrives: the status can still be that of before the
        // refresh.
        if (refresh(consentId)) {
            read = store(userId, Flow.waitForConsent(client, consentId));
            print("7. Refreshed the consent and stored %d transactions.", read.transactions.size());
        } else {
            print("7. The daily limit is used up. Refresh the consent later.");
        }

        var sequences = Client.fields(client.call("GET", "/Sequencing", Map.of("ConsentId", consentId), null));
        var income = Client.items(sequences.get("incomeSequences")).size();
        var expenses = Client.items(sequences.get("expenseSequences")).size();
        print("8. Read the sequences: %d of income, %d of expenses.", income, expenses);
        runJobs(userId, consent);

        client.call("DELETE", "/Users", Map.of("UserId", userId), null);
        data.delete(userId);
        print("11. Deleted the user.");
    }

    private void runJobs(String userId, Map<String, Object> consent) throws IOException, InterruptedException {
        var consentId = consent.get("id");
        var job = Client.fields(client.call("POST", "/v2/categorization-jobs", Map.of(),
                Map.of("engine", "z2", "profile", "RETAIL", "consentId", consentId)));
        var path = "/v2/categorization-jobs/" + job.get("data");
        Flow.waitForJob(() -> Client.fields(client.call("GET", path)).get("data"));
        var transactions = store(userId, consent).transactions;
        var categorized = transactions.stream().filter(each -> each.get("category") != null).count();
        print("9. Stored %d categorized transactions.", categorized);

        var analysis = Client.fields(client.call("POST", "/analysis-jobs", Map.of(), Map.of(
                "reference", "starter-" + consentId,
                "engine", "Z2",
                "profile", "RETAIL",
                "input", Map.of("consentIds", List.of(consentId)))));
        var completed = Flow.waitForJob(() -> client.call("GET", "/analysis-jobs/" + analysis.get("id")));
        print("10. The analysis has %s.", String.join(", ", Client.fields(completed.get("analysis")).keySet()));
    }
}
