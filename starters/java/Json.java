import java.math.BigDecimal;
import java.util.*;

/**
 * Reads and writes JSON as Map, List, String, Long, BigDecimal, Boolean, and null. Numbers with a fraction, such as
 * amounts, are BigDecimal, because a double can't hold 0.1 exactly. If you already use Jackson, use it instead, with
 * USE_BIG_DECIMAL_FOR_FLOATS.
 */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    static Object parse(String text) {
        try {
            var json = new Json(text.startsWith("\uFEFF") ? text.substring(1) : text);
            var value = json.value();
            if (json.next() != '\0') throw json.unexpected();
            return value;
        } catch (IndexOutOfBoundsException | StackOverflowError error) {
            throw new IllegalArgumentException("The JSON is incomplete or nested too deeply.", error);
        }
    }

    static String write(Object value) {
        if (value instanceof Map<?, ?> map) {
            var fields = map.entrySet().stream().map(each -> quoted(each.getKey()) + ":" + write(each.getValue()));
            return "{" + String.join(",", fields.toList()) + "}";
        }
        if (value instanceof List<?> list) return "[" + String.join(",", list.stream().map(Json::write).toList()) + "]";
        return value instanceof String ? quoted(value) : String.valueOf(value);
    }

    private static String quoted(Object value) {
        var result = new StringBuilder("\"");
        for (char each : value.toString().toCharArray()) {
            if (each == '"' || each == '\\') result.append('\\').append(each);
            else if (each < ' ') result.append(String.format("\\u%04x", (int) each));
            else result.append(each);
        }
        return result.append('"').toString();
    }

    /** The next character that isn't white space, or 0 at the end. */
    private char next() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private boolean skip(char expected) {
        if (next() != expected) return false;
        at++;
        return true;
    }

    private void expect(char expected) {
        if (!skip(expected)) throw unexpected();
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException("The JSON is invalid at character " + at + ".");
    }

    private Object value() {
        return switch (next()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            default -> literal();
        };
    }

    private Map<String, Object> object() {
        var result = new LinkedHashMap<String, Object>();
        expect('{');
        if (skip('}')) return result;
        do {
            var key = string();
            expect(':');
            result.put(key, value());
        } while (skip(','));
        expect('}');
        return result;
    }

    private List<Object> array() {
        var result = new ArrayList<>();
        expect('[');
        if (skip(']')) return result;
        do result.add(value()); while (skip(','));
        expect(']');
        return result;
    }

    private String string() {
        var result = new StringBuilder();
        expect('"');
        for (char each = text.charAt(at++); each != '"'; each = text.charAt(at++)) {
            if (each < ' ') throw unexpected();
            result.append(each == '\\' ? escaped() : each);
        }
        // Databases reject NUL and lone surrogates, which occur in truncated text.
        return result.toString().replaceAll("[\\p{Cs}\0]", "\uFFFD");
    }

    private char escaped() {
        char each = text.charAt(at++);
        int index = "\"\\/bfnrt".indexOf(each);
        if (index >= 0) return "\"\\/\b\f\n\r\t".charAt(index);
        if (each != 'u') throw unexpected();
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }

    private Object literal() {
        int start = at;
        while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) at++;
        var word = text.substring(start, at);
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            case "null" -> null;
            default -> word.matches("-?\\d{1,18}") ? Long.valueOf(word) : decimal(word);
        };
    }

    private static Object decimal(String word) {
        try {
            return new BigDecimal(word);
        } catch (NumberFormatException error) {
            // BigDecimal can't hold an exponent beyond 32 bits. As text, the number doesn't spoil the whole document.
            if (word.matches("-?\\d+(\\.\\d+)?[eE][+-]?\\d{10,}")) return word;
            throw error;
        }
    }
}
