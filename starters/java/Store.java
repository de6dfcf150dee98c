import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.*;
import java.util.function.Supplier;

/** A database with the tables of schema.sql, such as `jdbc:sqlite:data/bank.db` or `jdbc:postgresql:bank`. */
final class Store implements AutoCloseable {
    private static final String SQLITE = "jdbc:sqlite:";
    private final Connection connection;

    /** A statement that failed. */
    @SuppressWarnings("serial")
    static final class DatabaseError extends RuntimeException {
        DatabaseError(SQLException cause) {
            super(cause.getMessage(), cause);
        }
    }

    Store(String url) throws IOException, SQLException {
        if (url.startsWith(SQLITE)) createPrivately(Path.of(url.substring(SQLITE.length()).replaceAll("\\?.*", "")));
        // SQLite waits this many milliseconds for other processes to release a lock.
        var settings = new Properties();
        settings.put("busy_timeout", "10000");
        try {
            DriverManager.getDriver(url);
        } catch (SQLException error) {
            throw new IllegalStateException("Add the database's JDBC driver to the class path (see README.md).", error);
        }
        connection = DriverManager.getConnection(url, settings);
        try (var statement = connection.createStatement();
                var schema = Store.class.getResourceAsStream("/schema.sql")) {
            Objects.requireNonNull(schema, "Add the folder of schema.sql to the class path.");
            statement.executeUpdate(new String(schema.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /** Runs a statement. Returns a query's rows as maps by column name. */
    synchronized List<Map<String, Object>> all(String sql, Object... values) {
        var rows = new ArrayList<Map<String, Object>>();
        try (var statement = connection.prepareStatement(sql)) {
            for (int index = 0; index < values.length; index++) statement.setObject(index + 1, values[index]);
            if (!statement.execute()) return rows;
            var result = statement.getResultSet();
            var columns = result.getMetaData();
            while (result.next()) {
                var row = new LinkedHashMap<String, Object>();
                for (int column = 1; column <= columns.getColumnCount(); column++) {
                    var value = result.getObject(column);
                    // SQLite has one integer type for all sizes, so its driver returns small numbers as Integer.
                    row.put(columns.getColumnLabel(column), value instanceof Integer small ? small.longValue() : value);
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException error) {
            throw new DatabaseError(error);
        }
    }

    void run(String sql, Object... values) {
        all(sql, values);
    }

    /** Inserts a row, or updates the row with the same key. An update doesn't change the columns in `added`. */
    void upsert(String table, Map<String, ?> key, Map<String, ?> row, Map<String, ?> added) {
        var all = new LinkedHashMap<String, Object>(key);
        all.putAll(row);
        all.putAll(added);
        var updates = (row.isEmpty() ? key : row).keySet().stream().map(name -> name + " = excluded." + name).toList();
        run("INSERT INTO %s (%s) VALUES (%s) ON CONFLICT (%s) DO UPDATE SET %s".formatted(
                table,
                String.join(", ", all.keySet()),
                String.join(", ", Collections.nCopies(all.size(), "?")),
                String.join(", ", key.keySet()),
                String.join(", ", updates)), all.values().toArray());
    }

    /** Commits all changes or none. Write before you read, because the first write locks the database. */
    synchronized <T> T transaction(Supplier<T> work) {
        run("BEGIN");
        try {
            var result = work.get();
            run("COMMIT");
            return result;
        } catch (Throwable error) {
            try {
                run("ROLLBACK");
            } catch (DatabaseError second) {
                // If the disk is full, SQLite has already rolled back.
                error.addSuppressed(second);
            }
            throw error;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    /** Creates a file that only its owner can read. SQLite's journals inherit its permissions. */
    private static void createPrivately(Path file) throws IOException {
        var folder = file.toAbsolutePath().getParent();
        if (!Files.isDirectory(folder)) Files.createDirectories(folder, permissions("rwx------"));
        if (!Files.exists(file)) Files.createFile(file, permissions("rw-------"));
    }

    private static FileAttribute<?>[] permissions(String permissions) {
        if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) return new FileAttribute<?>[0];
        var set = PosixFilePermissions.fromString(permissions);
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(set)};
    }
}
