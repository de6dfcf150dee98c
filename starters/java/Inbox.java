import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.*;
import java.util.concurrent.Executors;

/** Receives Transactions Fetched events and reads their consents. The inbox in the database survives a restart. */
final class Inbox {
    private static final int LONGEST_BODY = 16 * 1024;
    private static final long DAY = 86_400_000;
    private static final long LONGEST_PAUSE = 3_600_000;

    private final Store store;
    private final BankData data;

    Inbox(Store store, BankData data) {
        this.store = store;
        this.data = data;
    }

    /** A webhook path that nobody can guess. It stays the same, so register it once. */
    String path() {
        var random = new byte[16];
        new SecureRandom().nextBytes(random);
        var path = Map.of("value", "/hooks/" + HexFormat.of().formatHex(random));
        store.upsert("settings", Map.of("name", "webhookPath"), Map.of(), path);
        return (String) store.all("SELECT value FROM settings WHERE name = 'webhookPath'").get(0).get("value");
    }

    /** Starts a receiver. It runs until the program ends. */
    void listen(int port, String path) throws IOException {
        // A request must end within this many seconds.
        System.setProperty("sun.net.httpserver.maxReqTime", "10");
        HttpServer server;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (BindException error) {
            throw new IllegalStateException(
                    "The receiver can't use port " + port + ". Set WEBHOOK_PORT to a different port.", error);
        }
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.createContext("/", exchange -> respond(exchange, path));
        server.start();
    }

    private void respond(HttpExchange exchange, String path) throws IOException {
        int status = 500; // unacknowledged events may be sent again
        try (exchange) {
            try {
                status = receive(exchange, path);
            } catch (Store.DatabaseError error) {
                System.err.println("Receiving an event failed: " + error.getMessage());
            }
            exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
            exchange.sendResponseHeaders(status, -1);
        }
    }

    /** Puts an event into the inbox. Returns the response's status code. */
    private int receive(HttpExchange exchange, String path) throws IOException {
        var given = exchange.getRequestURI().toString().getBytes(StandardCharsets.UTF_8);
        boolean isPath = MessageDigest.isEqual(given, path.getBytes(StandardCharsets.UTF_8));
        if (!isPath || !exchange.getRequestMethod().equals("POST")) return 404;
        var body = exchange.getRequestBody().readNBytes(LONGEST_BODY + 1);
        if (body.length > LONGEST_BODY) return 413;
        Object event;
        try {
            event = Json.parse(new String(body, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException error) {
            return 400;
        }
        if (event instanceof Map<?, ?> fields
                && "Transactions Fetched".equals(fields.get("eventType"))
                && fields.get("consentId") instanceof String id) {
            add(id, System.currentTimeMillis());
        }
        return 200;
    }

    private void add(String consentId, long now) {
        var consent = data.consent(consentId);
        if (consent == null) return;
        store.run("""
                INSERT INTO inbox (consent_id, events, received_at, due_at, attempts) VALUES (?, 1, ?, ?, 0)
                ON CONFLICT (consent_id) DO UPDATE SET events = inbox.events + 1, received_at = excluded.received_at,
                due_at = excluded.due_at, attempts = 0""", consent.get("id"), now, now);
    }

    /** Reads the consents that are due. Returns any changes by consent ID. After an error, a later call retries. */
    Map<String, BankData.Changes> work(Client client) {
        var results = new HashMap<String, BankData.Changes>();
        long now = System.currentTimeMillis();
        for (var entry : store.all("SELECT * FROM inbox WHERE due_at <= ? ORDER BY due_at", now)) {
            var consentId = (String) entry.get("consent_id");
            try {
                results.put(consentId, read(client, consentId));
            } catch (RuntimeException error) { // even an unexpected one must not block other consents
                System.err.println("Reading consent " + consentId + " failed: " + error.getMessage());
                if ((Long) entry.get("received_at") > now - DAY) {
                    long attempts = (Long) entry.get("attempts");
                    double jitter = 0.5 + Math.random() / 2;
                    long pause = (long) (Math.min(1_000L << Math.min(attempts, 12), LONGEST_PAUSE) * jitter);
                    // Another event may have arrived meanwhile.
                    store.run("UPDATE inbox SET due_at = ?, attempts = ? WHERE consent_id = ? AND events = ?",
                            System.currentTimeMillis() + pause, attempts + 1, consentId, entry.get("events"));
                    continue;
                }
                System.err.println("Gave up on consent " + consentId + " a day after its last event.");
            }
            store.run("DELETE FROM inbox WHERE consent_id = ? AND events = ?", consentId, entry.get("events"));
        }
        return results;
    }

    /** Reads a consent after its event, which could be forged. Returns null if there's nothing new. */
    private BankData.Changes read(Client client, String consentId) {
        var known = data.consent(consentId);
        if (known == null) return null; // The user was deleted meanwhile.
        Map<String, Object> consent = Map.of("status", "DELETED");
        try {
            consent = Client.fields(client.call("GET", "/Consent/" + Client.encoded(consentId)));
        } catch (Client.PlatformError error) {
            if (error.status != 404) throw error;
        }
        var status = String.valueOf(consent.get("status"));
        if (Flow.STOPPED.contains(status) || status.equals("DELETED")) {
            System.err.println("Consent " + consentId + " ended in status " + status + ". Its data is kept.");
            data.endConsent(consentId, status, Instant.now());
            return null;
        }
        if (!Flow.READY.contains(status)) throw new IllegalStateException("The consent is in status " + status + ".");
        var updated = consent.get("dateTransactionsUpdated");
        if (updated != null && updated.equals(known.get("data_updated"))) return null;
        return Flow.readConsent(client, data, (String) known.get("user_id"), consent, Instant.now());
    }
}
