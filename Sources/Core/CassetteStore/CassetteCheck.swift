import Database
import ExchangeModel

extension Cassette {
    /// Reads the whole cassette and returns what is wrong with it, one sentence each, at most a hundred; empty if it is
    /// intact. Checks the file's structure, references between rows, digests of bodies and encodings.
    package func check() throws(CassetteError) -> [String] {
        var findings: [String] = []
        for part in [checkStructure, checkReferences, checkBodies, checkRecords] {
            do throws(CassetteError) {
                findings += try part()
            } catch {
                guard error.kind == .corrupt || error.kind == .tooLarge else { throw error }
                findings.append(error.message)
            }
            if findings.count >= Cassette.findingLimit { break }
        }
        return Array(findings.prefix(Cassette.findingLimit))
    }

    private static let findingLimit = 100

    func checkStructure() throws(CassetteError) -> [String] {
        // What was added to the file is not opened: a virtual table is a program.
        let hasOthers = try read { connection throws(DatabaseError) in try CassetteSchema.hasOtherObjects(connection) }
        var found: [String] = []
        for part in hasOthers ? CassetteSchema.tables : [String(Cassette.findingLimit)] {
            found += try rows("PRAGMA integrity_check(\(part))") { $0.text(0) }
        }
        return found.filter { $0 != "ok" }.map { "The file's structure: \(PrintableText.escaped($0))." }
    }

    func checkReferences() throws(CassetteError) -> [String] {
        var found: [String] = []
        for table in CassetteSchema.tables {
            // A table of the file may have the function's name.
            found += try rows(
                "SELECT \"table\", rowid, parent FROM temp.pragma_foreign_key_check(?) LIMIT ?",
                [.text(table), .integer(Cassette.findingLimit)]
            ) { "Row \($0.integer(1)) of '\($0.text(0))' refers to a row of '\($0.text(2))' that is not there." }
        }
        return found
    }

    private func checkBodies() throws(CassetteError) -> [String] {
        var findings: [String] = []
        var last: Int64 = .min
        while findings.count < Cassette.findingLimit {
            let next = try row(
                "SELECT id, digest, bytes FROM body WHERE id>? ORDER BY id LIMIT 1", [.integer(last)]
            ) { (id: $0.integer(0), isSound: StableHash.of($0.blob(2)) == $0.integer(1)) }
            guard let next else { break }
            try requireAscending([next.id], after: last)
            last = next.id
            if !next.isSound { findings.append("Body \(next.id) does not match its digest.") }
        }
        return findings
    }

    /// Reads every record, like a dump; throws for one that cannot be read.
    private func checkRecords() throws(CassetteError) -> [String] {
        try dump { _ in }
        let strays =
            try row(
                """
                SELECT (SELECT count(*) FROM output WHERE stream NOT IN (1, 2)) \
                + (SELECT count(*) FROM session WHERE id<1) \
                + (SELECT count(*) FROM command WHERE id<1) + (SELECT count(*) FROM exchange WHERE id<1)
                """
            ) { $0.integer(0) } ?? 0
        return strays == 0 ? [] : ["\(strays) rows have an invalid number."]
    }
}

/// A cassette that was not closed and has no log: complete (after a crash, or if another program checkpointed it), or a
/// copy without its log. Missing rows at the end that no other row refers to cannot be detected.
extension Cassette {
    /// Throws if row numbers have gaps or references are broken.
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

    /// Which sessions, commands and exchanges are missing: a recorder numbers each from 1 without gaps, and rows refer
    /// to others by number. At most a few ranges of each, `commands 3 to 5`.
    private func missingRows() throws(CassetteError) -> [String] {
        let tables = [
            ("session", ["command", "exchange"]), ("command", ["input", "output", "exchange"]),
            ("exchange", ["outcome"]),
        ]
        var missing: [String] = []
        for (table, referring) in tables {
            let ends = ["SELECT max(id) AS last FROM \(table)"] + referring.map { "SELECT max(\(table)) FROM \($0)" }
            let ranges = try rows(
                """
                WITH known AS (SELECT id FROM \(table) WHERE id>0 \
                UNION ALL SELECT max(last)+1 FROM (\(ends.joined(separator: " UNION ALL ")))) \
                SELECT before+1, id-1 FROM (SELECT id, lag(id, 1, 0) OVER (ORDER BY id) AS before FROM known) \
                WHERE id>before+1 LIMIT 3
                """
            ) { ($0.integer(0), $0.integer(1)) }
            missing += ranges.map { $0 == $1 ? "\(table) \($0)" : "\(table)s \($0) to \($1)" }
        }
        return missing
    }
}
