import Database

extension Cassette {
    /// The most findings of one kind.
    package static let findingLimit = 100

    /// What is wrong with the file's structure, a sentence each.
    package func checkStructure() throws(CassetteError) -> [String] {
        // What was added to the file is not opened: a virtual table is a program.
        let hasOthers = try read { connection throws(DatabaseError) in try CassetteSchema.hasOtherObjects(connection) }
        var found: [String] = []
        for part in hasOthers ? CassetteSchema.tables : [String(Cassette.findingLimit)] {
            found += try rows("PRAGMA integrity_check(\(part))") { $0.text(0) }
        }
        return found.filter { $0 != "ok" }.map { "The file's structure: \(PrintableText.escaped($0))." }
    }

    /// Which references between rows are broken, a sentence each.
    package func checkReferences() throws(CassetteError) -> [String] {
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

package struct CassetteError: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case missing
        case locked
        /// Not a cassette: empty, a folder, another SQLite database, another format, another schema.
        case foreign
        case newer
        case corrupt
        /// The disk is full, or a quota or size limit is reached.
        case full
        /// Deleted or replaced during recording, or its lock file was removed.
        case displaced
        case denied
        /// A value exceeds the size limit.
        case tooLarge
        /// Any other I/O error, or a call in the wrong state.
        case io
    }

    package let kind: Kind
    package let path: String
    /// One sentence with the cause and the remedy, without control characters or content of the tape.
    package let message: String
    /// The rescue tape with the recording of a deleted cassette.
    package let rescue: String?

    package init(_ kind: Kind, path: String, _ message: String, rescue: String? = nil) {
        self.rescue = rescue
        self.kind = kind
        self.path = path
        self.message = message
    }

    package var description: String { message }

    /// Maps codes of SQLite and the system. SQLite's messages are not passed on: they may quote the file.
    init(_ error: DatabaseError, in file: CassetteFile) {
        let name = file.quoted
        let (kind, sentence): (Kind, String) =
            switch error.code {
            case .full:
                (.full, "The disk is full: \(name) cannot grow; what it contains so far is kept.")
            case .corrupt:
                (.corrupt, "\(name) is damaged; restore it from a copy, or record it again.")
            case .notADatabase:
                (.foreign, "\(name) is not a tape; name another file.")
            case .tooBig:
                (.tooLarge, "A value in \(name) exceeds the size limit; raise the limit, or record less.")
            case .readOnly:
                (.denied, "\(name) is not writable; check its permissions and those of its folder.")
            case .cannotOpen where error.isOfForeignJournal:
                (
                    .denied,
                    "The '-journal' file beside \(name) names another file, which would be deleted; delete the journal first."
                )
            case .cannotOpen where file.isUnreadable, .permission:
                (.denied, "\(name) is not readable; check its permissions and those of its folder.")
            case .cannotOpen:
                (.io, "\(name) or a file beside it cannot be opened; check its folder.")
            case .busy, .locked:
                (.locked, "\(name) is in use by another program; close that first.")
            case .io where error.isOfFullDisk:
                (.full, "\(name) cannot grow (disk full or quota exceeded); what it contains so far is kept.")
            case .io where error.extendedCode >> 8 == 2:
                (.corrupt, "\(name) is truncated; restore it from a copy, or record it again.")
            case .constraint:
                (.io, "\(name) rejects a row with a broken reference or a duplicate key.")
            default:
                (.io, "\(name) cannot be used (SQLite code \(error.extendedCode)).")
            }
        self.init(kind, path: file.given, sentence)
    }
}
