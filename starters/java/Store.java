import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/** A database with the tables of schema.sql, such as `jdbc:sqlite:data/bank.db` or `jdbc:postgresql:bank`. */
final class Store implements AutoCloseable {
    private static final String SQLITE = "jdbc:sqlite:";
    private final Connection connection;

    /** Statements that run in one transaction. */
    interface Work<T> {
        T run() throws SQLException;
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

    /** Returns a query's rows as maps by column name. */
    synchronized List<Map<String, Object>> all(String sql, Object... values) throws SQLException {
        try (var statement = prepared(sql, values); var result = statement.executeQuery()) {
            var columns = result.getMetaData();
            var rows = new ArrayList<Map<String, Object>>();
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
        }
    }

    synchronized void run(String sql, Object... values) throws SQLException {
        try (var statement = prepared(sql, values)) {
            statement.executeUpdate();
        }
    }

    /** Commits all changes or none. Write before you read, because the first write locks the database. */
    synchronized <T> T transaction(Work<T> work) throws SQLException {
        run("BEGIN");
        try {
            var result = work.run();
            run("COMMIT");
            return result;
        } catch (Throwable error) {
            try {
                run("ROLLBACK");
            } catch (SQLException second) {
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

    private PreparedStatement prepared(String sql, Object... values) throws SQLException {
        var statement = connection.prepareStatement(sql);
        for (int index = 0; index < values.length; index++) statement.setObject(index + 1, values[index]);
        return statement;
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
