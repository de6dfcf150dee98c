import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.concurrent.*;
import java.util.stream.Collectors;

/** Sends requests to the platform with a cached token. Share one client per process. */
final class Client {
    private static final int ATTEMPTS = 4;
    private static final long TIME_LIMIT = 30_000;
    static final long LONGEST_PAUSE = 60_000;
    private static final long LONGEST_POLL = 15_000;
    private static final Set<Integer> TRANSIENT = Set.of(429, 500, 502, 503, 504);
    private static final String TOKEN_PATH = "/cfa/connect/token";

    /** Requests whose response has no body. Any other empty response is an error. */
    private static final String WITHOUT_BODY = "DELETE .+|POST .+/(refresh|CategorizationJobs)";

    private static final String THIS_MACHINE = "(?i)(.+\\.)?localhost|127(\\.\\d{1,3}){3}|\\[::1]";

    /** Never follows a redirect, which could carry the secret or the token to another host. */
    private static final HttpClient HTTP = HttpClient.newBuilder().followRedirects(Redirect.NEVER).build();

    private final String url;
    private final String clientId;
    private final String clientSecret;
    private String token;
    private Instant renewAt;

    /** A response with an error status or a body that isn't JSON. Status 0 means no response. */
    @SuppressWarnings("serial")
    static final class PlatformError extends RuntimeException {
        final int status;
        /** The pause that the platform requested, in milliseconds, or null. */
        final Long retryAfter;

        PlatformError(String message, int status, Long retryAfter) {
            super(message);
            this.status = status;
            this.retryAfter = retryAfter;
        }
    }

    Client() {
        this(setting("PLATFORM_URL"), setting("CLIENT_ID"), setting("CLIENT_SECRET"));
    }

    Client(String url, String clientId, String clientSecret) {
        var address = URI.create(url);
        boolean isLocal = Objects.toString(address.getHost(), "").matches(THIS_MACHINE);
        if (!url.startsWith("https://") && !(isLocal && url.startsWith("http://"))) {
            throw new IllegalArgumentException("PLATFORM_URL must start with https://, but it's " + url + ".");
        }
        this.url = url.replaceAll("/$", "");
        this.clientId = clientId;
        this.clientSecret = clientSecret;
    }

    private static String setting(String name) {
        var value = System.getenv(name);
        if (value == null || value.isEmpty()) throw new IllegalStateException("Set " + name + ".");
        return value;
    }

    /** Returns an access token. Renews it after 90% of its lifetime, or after a 401. */
    synchronized String token() {
        if (token == null || Instant.now().isAfter(renewAt)) {
            var response = fields(requestToken());
            renewAt = response.get("expiresIn") instanceof Number lifetime
                    ? Instant.now().plusMillis(lifetime.longValue() * 900)
                    : Instant.MAX;
            token = (String) response.get("accessToken");
        }
        return token;
    }

    /** Discards a token unless another call has already renewed it. */
    private synchronized void drop(String rejected) {
        if (rejected.equals(token)) token = null;
    }

    Object call(String method, String path) {
        return call(method, path, Map.of(), null);
    }

    /** Returns the parsed body, or null if there is none. Throws a PlatformError for an error status. */
    Object call(String method, String path, Map<String, ?> query, Object body) {
        var target = query.isEmpty() ? path : path + "?" + form(query);
        var publisher = body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(Json.write(body));
        for (boolean isLast = false; ; isLast = true) {
            var current = token();
            var request = request(target).method(method, publisher).header("Authorization", "Bearer " + current);
            if (body != null) request.header("Content-Type", "application/json");
            try {
                return send(request.build(), Set.of("GET", "PUT").contains(method));
            } catch (PlatformError error) {
                if (error.status != 401 || isLast) throw error;
                drop(current);
            }
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

    private Object requestToken() {
        var body = form(Map.of(
                "grant_type", "client_credentials",
                "client_id", clientId,
                "client_secret", clientSecret,
                "scope", "customer-api"));
        var request = request(TOKEN_PATH)
                .POST(BodyPublishers.ofString(body))
                .header("Content-Type", "application/x-www-form-urlencoded");
        return send(request.build(), true);
    }

    private HttpRequest.Builder request(String target) {
        return HttpRequest.newBuilder(URI.create(url + target));
    }

    /**
     * Sends a request and returns the parsed body. If it's safe to repeat, retries after a network error or a transient
     * status. Otherwise, retries only after a 429 with Retry-After, because the platform didn't act on that request.
     */
    private Object send(HttpRequest request, boolean isRepeatable) {
        for (int attempt = 1; ; attempt++) {
            try {
                return parsed(sendOnce(request));
            } catch (PlatformError error) {
                // A proxy's error page often has status 200.
                boolean canRetry = isRepeatable
                        ? error.status < 300 || TRANSIENT.contains(error.status)
                        : error.status == 429 && error.retryAfter != null;
                long pause = error.retryAfter == null ? backoff(attempt) : error.retryAfter;
                if (!canRetry || attempt == ATTEMPTS || pause > LONGEST_PAUSE) throw error;
                sleep(pause);
            }
        }
    }

    /** The pause in ms before the next attempt or poll: 1, 2, 4, 8, then 15 s, with jitter. `count` starts at 1. */
    static long backoff(int count) {
        var longest = Math.min(1_000 * Math.pow(2, count - 1), LONGEST_POLL);
        return (long) (longest * ThreadLocalRandom.current().nextDouble(0.5, 1));
    }

    static void sleep(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException error) {
            throw new IllegalStateException("The program was interrupted.", error);
        }
    }

    /**
     * Sends a request and waits for the whole response. Before Java 26, HttpRequest.timeout() doesn't cover the body:
     * https://bugs.openjdk.org/browse/JDK-8208693
     */
    private static HttpResponse<String> sendOnce(HttpRequest request) {
        var exchange = HTTP.sendAsync(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
        try {
            return exchange.get(TIME_LIMIT, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException | InterruptedException error) {
            exchange.cancel(true);
            var reason = error instanceof ExecutionException ? error.getCause() : "no response in time.";
            throw new PlatformError(describe(request) + " failed: " + reason, 0, null);
        }
    }

    /** The pause from Retry-After in milliseconds, or null. The header contains seconds or a date. */
    private static Long retryAfter(HttpResponse<String> response) {
        var value = response.headers().firstValue("Retry-After").orElse("");
        if (value.matches("\\d{1,9}")) return Long.parseLong(value) * 1_000;
        try {
            var moment = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
            return Math.max(0, Duration.between(Instant.now(), moment).toMillis());
        } catch (DateTimeException error) {
            return null;
        }
    }

    private static Object parsed(HttpResponse<String> response) {
        int status = response.statusCode();
        var body = response.body();
        var request = describe(response.request());
        var line = request + " returned " + status;
        if (status / 100 != 2) throw new PlatformError(line + ": " + body, status, retryAfter(response));
        if (body.isEmpty() && request.matches(WITHOUT_BODY)) return null;
        try {
            return Json.parse(body);
        } catch (IllegalArgumentException error) {
            // Text that isn't HTML may contain a token or bank data.
            var text = body.strip();
            var start = text.startsWith("<") ? ": " + text.substring(0, Math.min(text.length(), 100)) : ".";
            throw new PlatformError(line + ", but its body isn't JSON" + start, status, null);
        }
    }

    /** The request's method and URL, without the query. */
    private static String describe(HttpRequest request) {
        return request.method() + " " + request.uri().toString().replaceAll("\\?.*", "");
    }

    private static String form(Map<String, ?> fields) {
        return fields.keySet().stream()
                .map(key -> key + "=" + encoded(fields.get(key)))
                .collect(Collectors.joining("&"));
    }

    /** Encodes an ID for a path, or a value for a query. */
    static String encoded(Object value) {
        return URLEncoder.encode(value.toString(), StandardCharsets.UTF_8).replace("+", "%20");
    }
}
