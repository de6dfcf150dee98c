import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The ten steps from a token to the deletion of the user. */
public final class Steps {
    private final Client client = new Client();
    private final Map<String, Map<String, Object>> transactions = new HashMap<>();

    public static void main(String[] arguments) throws IOException, InterruptedException {
        new Steps().run();
    }

    private static String setting(String name, String otherwise) {
        return System.getenv().getOrDefault(name, otherwise);
    }

    private static void print(String format, Object... values) {
        System.out.printf(format + "%n", values);
    }

    // #region store
    /** Stores each transaction once, however often it is read. Use a table of your database in production. */
    private List<Map<String, Object>> store(String consentId) throws IOException, InterruptedException {
        var read = Flow.readTransactions(client, consentId);
        for (var each : read) transactions.put(each.get("accountId") + " " + each.get("id"), each);
        return read;
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
        print("3. Created the user %s.", user.get("id"));

        var created = Client.fields(client.call("POST", "/Consent", Map.of(), Map.of(
                "providerKey", key,
                "countryCode", provider.get("countryCode"),
                "externalUserId", externalUserId,
                "redirectUrl", setting("REDIRECT_URL", "https://app.example.com/return"))));
        var consentId = (String) created.get("consentId");
        print("4. Created a consent. Open this URL in your browser and give consent:%n%s", created.get("consentUrl"));

        var consent = Flow.waitForConsent(client, consentId, () -> refresh(consentId));
        print("5. The consent has the status %s.", consent.get("status"));

        var selection = Map.of("ConsentId", consentId, "Page", 1, "Size", 100);
        var accounts = Client.items(client.call("GET", "/Accounts", selection, null));
        print("6. Listed %d accounts and stored %d transactions.", accounts.size(), store(consentId).size());

        // In production, read the transactions when the webhook arrives: the status can still be that of before the
        // refresh.
        if (refresh(consentId)) {
            Flow.waitForConsent(client, consentId, () -> refresh(consentId));
            print("7. Refreshed the consent and stored %d transactions.", store(consentId).size());
        } else {
            print("7. The daily limit is used up. Refresh the consent later.");
        }
        runJobs(consentId);

        client.call("DELETE", "/Users", Map.of("UserId", user.get("id")), null);
        transactions.clear();
        print("10. Deleted the user.");
    }

    private void runJobs(String consentId) throws IOException, InterruptedException {
        var job = Client.fields(client.call("POST", "/v2/categorization-jobs", Map.of(),
                Map.of("engine", "z2", "profile", "RETAIL", "consentId", consentId)));
        var path = "/v2/categorization-jobs/" + job.get("data");
        Flow.waitForJob(() -> Client.fields(client.call("GET", path)).get("data"));
        var categorized = store(consentId).stream().filter(each -> each.get("category") != null).count();
        print("8. Stored %d categorized transactions.", categorized);

        var analysis = Client.fields(client.call("POST", "/analysis-jobs", Map.of(), Map.of(
                "reference", "starter-" + consentId,
                "engine", "Z2",
                "profile", "RETAIL",
                "input", Map.of("consentIds", List.of(consentId)))));
        var completed = Flow.waitForJob(() -> client.call("GET", "/analysis-jobs/" + analysis.get("id")));
        print("9. The analysis has %s.", String.join(", ", Client.fields(completed.get("analysis")).keySet()));
    }
}
