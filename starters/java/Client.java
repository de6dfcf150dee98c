import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/** Sends requests to the platform with a token that it caches. Share one client in the whole process. */
final class Client {
    private static final int ATTEMPTS = 5;
    private static final Duration TIME_LIMIT = Duration.ofSeconds(30);
    private static final long LONGEST_PAUSE = 60_000;
    private static final Set<String> IDEMPOTENT = Set.of("GET", "PUT", "DELETE");
    private static final String TOKEN_PATH = "/cfa/connect/token";

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(TIME_LIMIT).build();
    private final String url = setting("PLATFORM_URL").replaceAll("/$", "");
    private final String clientId = setting("CLIENT_ID");
    private final String clientSecret = setting("CLIENT_SECRET");
    private String token;
    private long renewAt;

    /** A response with an error status. */
    @SuppressWarnings("serial")
    static final class PlatformError extends RuntimeException {
        final int status;

        PlatformError(String method, String path, HttpResponse<String> response) {
            super(method + " " + path + " returned " + response.statusCode() + ": " + response.body());
            status = response.statusCode();
        }
    }

    private static String setting(String name) {
        var value = System.getenv(name);
        if (value == null || value.isEmpty()) throw new IllegalStateException("Set " + name + ".");
        return value;
    }

    // #region token
    /** Returns an access token. Renews it when 90% of its lifetime have passed. */
    synchronized String token() throws IOException, InterruptedException {
        if (token == null || System.nanoTime() - renewAt >= 0) {
            var response = fields(requestToken());
            var lifetime = ((Number) response.get("expiresIn")).longValue();
            renewAt = System.nanoTime() + Duration.ofSeconds(lifetime).toNanos() / 10 * 9;
            token = (String) response.get("accessToken");
        }
        return token;
    }

    /** Forgets a token, unless another call has already renewed it. */
    private synchronized void drop(String rejected) {
        if (rejected.equals(token)) token = null;
    }
    // #endregion token

    Object call(String method, String path) throws IOException, InterruptedException {
        return call(method, path, Map.of(), null);
    }

    /** Returns the parsed body, or null if there is none. Throws a PlatformError for an error status. */
    Object call(String method, String path, Map<String, ?> query, Object body)
            throws IOException, InterruptedException {
        var target = query.isEmpty() ? path : path + "?" + form(query);
        var publisher = body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(Json.write(body));
        for (boolean isLast = false; ; isLast = true) {
            var current = token();
            var request = request(target).method(method, publisher).header("Authorization", "Bearer " + current);
            if (body != null) request.header("Content-Type", "application/json");
            var response = send(request.build(), IDEMPOTENT.contains(method));
            if (response.statusCode() != 401 || isLast) return parsed(method, path, response);
            drop(current);
        }
    }

    /** The fields of a JSON object. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> fields(Object value) {
        return (Map<String, Object>) value;
    }

    /** The objects in a JSON array. */
    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> items(Object value) {
        return (List<Map<String, Object>>) value;
    }

    private Object requestToken() throws IOException, InterruptedException {
        var body = form(Map.of(
                "grant_type", "client_credentials",
                "client_id", clientId,
                "client_secret", clientSecret,
                "scope", "customer-api"));
        var request = request(TOKEN_PATH)
                .POST(BodyPublishers.ofString(body))
                .header("Content-Type", "application/x-www-form-urlencoded");
        return parsed("POST", TOKEN_PATH, send(request.build(), true));
    }

    private HttpRequest.Builder request(String target) {
        return HttpRequest.newBuilder(URI.create(url + target)).timeout(TIME_LIMIT);
    }

    // #region retries
    /** Sends a request. Retries after a 429, a 503 or a network error, if a second request does no harm. */
    private HttpResponse<String> send(HttpRequest request, boolean isRepeatable)
            throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            boolean isLast = !isRepeatable || attempt == ATTEMPTS;
            long pause = ThreadLocalRandom.current().nextLong(1_000L << (attempt - 1)); // full jitter
            try {
                var response = http.send(request, BodyHandlers.ofString());
                boolean isBusy = response.statusCode() == 429 || response.statusCode() == 503;
                pause = Math.max(pause, retryAfter(response));
                if (!isBusy || isLast || pause > LONGEST_PAUSE) return response;
            } catch (IOException error) {
                if (isLast) throw error;
            }
            Thread.sleep(pause);
        }
    }
    // #endregion retries

    /** The pause that the platform requests, in milliseconds. The header has seconds or a date. */
    private static long retryAfter(HttpResponse<String> response) {
        var value = response.headers().firstValue("Retry-After").orElse("0");
        if (value.matches("\\d{1,9}")) return Long.parseLong(value) * 1_000;
        try {
            var moment = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME);
            return Duration.between(ZonedDateTime.now(), moment).toMillis();
        } catch (DateTimeException error) {
            return 0;
        }
    }

    private static Object parsed(String method, String path, HttpResponse<String> response) {
        if (response.statusCode() / 100 != 2) throw new PlatformError(method, path, response);
        return response.body().isEmpty() ? null : Json.parse(response.body());
    }

    private static String form(Map<String, ?> fields) {
        return fields.entrySet().stream()
                .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue().toString(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }
}
