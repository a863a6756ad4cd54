import Database

/// A cassette that was not closed and has no log beside it.
///
/// It can be complete: a crash may come after the log was deleted and before the header says so, and other programs
/// fold the log in without changing the header. A file that was copied without its log looks the same and may be
/// incomplete.
///
/// Rows at the end that no other row refers to are not missed. No count in the file could tell: a commit changes the
/// log alone, so what counts the rows would be lost with them, and the file is whole as it was when the log was last
/// folded in.
extension Cassette {
    /// Refuses it when rows are missing by their number, or when what is left does not fit together.
    func verifyCompleteness() throws(CassetteError) {
        let missing: [String], findings: [String]
        do throws(CassetteError) {
            missing = try missingRows()
            findings = try checkStructure() + checkReferences()
        } catch {
            guard error.kind == .corrupt else { throw error }
            throw incomplete(". What is left is damaged.")
        }
        guard missing.isEmpty else { throw incomplete(", and with it " + missing.joined(separator: ", ") + ".") }
        if let first = findings.first { throw incomplete(". What is left is damaged: \(first)") }
    }

    private func incomplete(_ what: String) -> CassetteError {
        CassetteError(
            .corrupt, path: path,
            "\(file.quoted) was not closed, and its log \(CassetteFile.quoted(path + "-wal")) is missing\(what) "
                + "Put the log back beside it, or record it again.")
    }

    /// Which sessions, commands and exchanges are missing: a recorder numbers each from 1 on without a gap, and rows
    /// refer to others by number. At most a few ranges of each, `commands 3 to 5`.
    private func missingRows() throws(CassetteError) -> [String] {
        let tables = [
            ("session", ["command", "exchange"]), ("command", ["input", "output", "exchange"]),
            ("exchange", ["outcome"]),
        ]
        var missing: [String] = []
        for (table, referring) in tables {
            let ends = ["SELECT max(id) AS last FROM \(table)"] + referring.map { "SELECT max(\(table)) FROM \($0)" }
            let ranges = try read { connection throws(DatabaseError) in
                try connection.rows(
                    """
                    WITH known AS (SELECT id FROM \(table) WHERE id>0 \
                    UNION ALL SELECT max(last)+1 FROM (\(ends.joined(separator: " UNION ALL ")))) \
                    SELECT before+1, id-1 FROM (SELECT id, lag(id, 1, 0) OVER (ORDER BY id) AS before FROM known) \
                    WHERE id>before+1 LIMIT 3
                    """
                ) { ($0.integer(0), $0.integer(1)) }
            }
            missing += ranges.map { $0 == $1 ? "\(table) \($0)" : "\(table)s \($0) to \($1)" }
        }
        return missing
    }
}
