internal import CSQLite

extension Connection {
    /// Settings for untrusted files: no functions or virtual tables in the schema, no writes to internal tables, no
    /// views or triggers, and no statistics of `ANALYZE`, which could make SQLite choose slow plans.
    package func distrust() {
        for (option, value) in [
            (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0), (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
            (SQLITE_DBCONFIG_ENABLE_VIEW, 0), (SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0),
        ] as [(Int32, Int32)] {
            _ = csqlite_db_config_flag(handle, option, value)
        }
        readSchemaWithoutStatistics()
    }

    /// SQLite reads the statistics with the schema, by a statement of its own (`SELECT tbl,idx,stat …`), and has no
    /// setting against it. If that is interrupted, it plans as for a file without statistics.
    private func readSchemaWithoutStatistics() {
        sqlite3_progress_handler(
            handle, 1,
            { context in
                let handle = context.map { OpaquePointer($0) }
                var statement = sqlite3_next_stmt(handle, nil)
                while let running = statement {
                    if sqlite3_stmt_busy(running) != 0, sqlite3_column_count(running) == 3,
                        let name = sqlite3_column_name(running, 0), String(cString: name) == "tbl"
                    {
                        return 1
                    }
                    statement = sqlite3_next_stmt(handle, running)
                }
                return 0
            }, UnsafeMutableRawPointer(handle))
        defer { sqlite3_progress_handler(handle, 0, nil, nil) }
        // An error shows at the first statement that needs the schema.
        _ = try? row("SELECT 1 FROM sqlite_schema LIMIT 1") { _ in true }
    }
}
