import CassetteStore
import Database
import ExchangeModel
import Foundation
import TestSupport
import Testing

/// A tape as other programs see it: `help cassette`, the sqlite3 shell, and what people add to a tape.
struct CassetteTablesTests {
    private static func workspace() async throws -> Workspace {
        let workspace = try Workspace()
        try await workspace.record(
            "table list incident -n 2 -f number\ntable get incident INC0010021 -f number\n", onto: "a")
        return workspace
    }

    private func sqlite(_ workspace: Workspace, _ words: String...) async throws -> String {
        let ended = try await workspace.runOther(["sqlite3"] + words)
        try #require(ended.status == 0 && ended.errors == "", "\(ended)")
        return ended.output
    }

    @Test func documentedQueriesRunInTheSQLiteShell() async throws {
        let workspace = try await Self.workspace()
        let help = try await workspace.run("help", "cassette").output
        let queries = help.split(separator: ":\n").dropFirst().compactMap { part in
            String(part).components(separatedBy: "\n\n").first
        }
        .filter { $0.hasPrefix("  SELECT") || $0.hasPrefix("  WITH") }
        try #require(queries.count == 5)
        var answers: [String] = []
        for query in queries {
            answers.append(try await sqlite(workspace, "-readonly", workspace.tape("a"), query))
        }
        #expect(answers[0].hasSuffix("|0|table get incident INC0010021 -f number\n"))
        let note = "2 of 440 shown; -n NUMBER or --all shows more.\n"
        expectEqual(answers[1], "number\nINC0010001\nINC0010002\n\n\(note)\n")
        let tape = try Cassette.playing(at: workspace.tape("a"))
        expectEqual(answers[2].split(separator: "\n").count, (try tape.exchangeCount()))
        guard case .response(let first) = try #require(try tape.exchange(1)).outcome else { return }
        expectEqual(answers[3], String(decoding: first.body, as: UTF8.self) + "\n")
        expectEqual(answers[4], first.headers.map { "\($0.name)|\($0.value)\n" }.joined())
        #expect(first.headers.contains { $0.value.utf8.count > 127 })
    }

    @Test func everyTableAndColumnIsDocumented() async throws {
        let workspace = try await Self.workspace()
        let help = try await workspace.run("help", "cassette").output
        let words = Set(help.split { !$0.isLetter && $0 != "_" }.map(String.init))
        let tape = try Connection(path: workspace.tape("a"), mode: .readOnly)
        let names = try tape.rows(
            "SELECT c.name FROM sqlite_schema t, pragma_table_info(t.name) c UNION SELECT name FROM sqlite_schema "
                + "WHERE type='table'"
        ) { $0.text(0) }
        expectEqual(names.filter { !words.contains($0) }, [])
    }

    /// What people add to a tape, a program that SQLite cannot start, and statistics that lie.
    private static let added = [
        "CREATE VIEW v AS SELECT * FROM exchange", "CREATE TABLE notes(t); CREATE INDEX n ON notes(t)",
        "CREATE VIRTUAL TABLE words USING fts5(t); INSERT INTO words VALUES('x')",
        "ANALYZE; UPDATE sqlite_stat1 SET stat='1 1 1'; INSERT INTO sqlite_stat1 VALUES('exchange', NULL, '0')",
        "PRAGMA writable_schema=ON; INSERT INTO sqlite_schema VALUES('table','x','x',0,"
            + "'CREATE VIRTUAL TABLE x USING nosuch(y)')",
    ]

    @Test func addedObjectsAreIgnored() async throws {
        let workspace = try await Self.workspace()
        let before = try await workspace.run("replay", "sessions/a.cassette")
        _ = try await sqlite(
            workspace, workspace.tape("a"), ".dbconfig defensive off", Self.added.joined(separator: ";"))
        try await expectEqual(workspace.run("replay", "sessions/a.cassette"), before)
        try expectEqual(Cassette.playing(at: workspace.tape("a")).check(), [])
        try await workspace.record("table count incident\n", onto: "a")
        try await workspace.expectReplay(of: "a", commands: 3)
    }

    @Test func restoredDumpIsATape() async throws {
        let workspace = try await Self.workspace()
        let dump = try await sqlite(workspace, workspace.tape("a"), "ANALYZE", ".dump")
        try workspace.write(dump, to: "a.sql")
        _ = try await sqlite(workspace, workspace.tape("b"), ".read a.sql")
        try await expectEqual(workspace.run("tape", "keep", "b", "c").status, 0)
        try await expectEqual(workspace.run("tape", "keep", "c", "b").status, 0)
        let both = try await (workspace.run("dump", "a"), workspace.run("dump", "b"))
        #expect(both.0.status == 0 && both.0 == both.1)
        try await workspace.record("table count incident\n", onto: "b")
        try await expectEqual(sqlite(workspace, workspace.tape("b"), "PRAGMA user_version"), "1\n")
        try await workspace.expectReplay(of: "b", commands: 3)
    }
}
