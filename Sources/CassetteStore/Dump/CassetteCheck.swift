import Database
import ExchangeModel

/// Looking at everything that opening does not.
extension Cassette {
    /// Reads the whole cassette and gives what is wrong with it, a sentence each, at most a hundred; nothing when it is
    /// sound. Covers the file's structure, every reference between rows, the digests of bodies and every encoding.
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
        let found = try read { connection throws(DatabaseError) in
            try connection.rows("PRAGMA integrity_check(\(Cassette.findingLimit))") { $0.text(0) }
        }
        return found == ["ok"] ? [] : found.map { "The file's structure: \(PrintableText.escaped($0))." }
    }

    func checkReferences() throws(CassetteError) -> [String] {
        try read { connection throws(DatabaseError) in
            try connection.rows(
                "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check LIMIT \(Cassette.findingLimit)"
            ) { row in
                "Row \(row.integer(1)) of '\(row.text(0))' refers to a row of '\(row.text(2))' that is not there."
            }
        }
    }

    private func checkBodies() throws(CassetteError) -> [String] {
        var findings: [String] = []
        var last: Int64 = .min
        while findings.count < Cassette.findingLimit {
            let next = try read { [last] connection throws(DatabaseError) in
                try connection.row(
                    "SELECT id, digest, bytes FROM body WHERE id>? ORDER BY id LIMIT 1", [.integer(last)]
                ) { row in (id: row.integer(0), isSound: StableHash.of(row.blob(2)) == row.integer(1)) }
            }
            guard let next else { break }
            last = next.id
            if !next.isSound { findings.append("Body \(next.id) is not what its digest says.") }
        }
        return findings
    }

    /// Reads every record, as a dump does; what cannot be read is thrown.
    private func checkRecords() throws(CassetteError) -> [String] {
        try dump { _ in }
        let strays = try read { connection throws(DatabaseError) in
            try connection.row(
                """
                SELECT (SELECT count(*) FROM output WHERE stream NOT IN (1, 2)) \
                + (SELECT count(*) FROM session WHERE id<1) \
                + (SELECT count(*) FROM command WHERE id<1) + (SELECT count(*) FROM exchange WHERE id<1)
                """
            ) { $0.integer(0) } ?? 0
        }
        return strays == 0 ? [] : ["\(strays) rows have a number that no recorder gives."]
    }
}
