import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** For each line of JSON, reads a consent with the starter and prints a line with its user's stored data. */
public final class Driver {
    private Driver() {}

    public static void main(String[] arguments) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (var line = input.readLine(); line != null; line = input.readLine()) {
            Map<String, Object> answer = new LinkedHashMap<>();
            try {
                answer = answered(Client.fields(Json.parse(line)));
            } catch (Exception error) {
                answer.put("ok", false);
                answer.put("error", String.valueOf(error.getMessage()));
            }
            output.println(Json.write(answer));
        }
    }

    private static Map<String, Object> answered(Map<String, Object> request) throws IOException, SQLException {
        try (var store = new Store("jdbc:sqlite:" + request.get("database"))) {
            return answer(request, store);
        }
    }

    private static Map<String, Object> answer(Map<String, Object> request, Store store) {
        var userId = (String) request.get("userId");
        int kept = 0;
        if (request.containsKey("removeConsent")) {
            var removed = request.get("removeConsent");
            store.run("UPDATE consents SET ended_at = ? WHERE id = ?", request.get("now"), removed);
        } else {
            var client = new Client((String) request.get("url"), "driver", "driver");
            var method = (String) request.getOrDefault("method", "GET");
            var consent = Client.fields(client.call(method, "/Consent/" + Client.encoded(request.get("consentId"))));
            var now = Instant.parse((String) request.get("now"));
            kept = Flow.readConsent(client, new BankData(store), userId, consent, now).kept;
        }
        var answer = new LinkedHashMap<String, Object>(Map.of("ok", true, "kept", kept));
        answer.put("accounts", rows(store.all("""
                SELECT account_key AS "key", id, consent_id AS "consentId", iban,
                provider_account_id AS "providerAccountId", currency, closed_at AS closed,
                read_whole_at IS NOT NULL AS "isWhole"
                FROM accounts WHERE user_id = ?""", userId), "closed"));
        answer.put("transactions", rows(store.all("""
                SELECT account_key AS account, transactions.id, book_date AS "bookDate",
                CAST(amount_minor AS TEXT) AS minor, transactions.currency, removed_at AS removed
                FROM transactions JOIN accounts USING (account_key) WHERE user_id = ?""", userId), "removed"));
        var aside = store.all("""
                SELECT account_key || ' ' || unstored_transactions.id AS line
                FROM unstored_transactions JOIN accounts USING (account_key) WHERE user_id = ?""", userId);
        answer.put("aside", aside.stream().map(each -> each.get("line")).toList());
        return answer;
    }

    private static List<Map<String, Object>> rows(List<Map<String, Object>> rows, String flag) {
        for (var row : rows) row.put(flag, row.get(flag) != null);
        return rows;
    }
}
