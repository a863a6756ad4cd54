import CassetteStore
import Database
import ExchangeModel
import Foundation
import LineEditing
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Recipes
@testable import SandboxCommands
@testable import Tables
@testable import Tapes
@testable import Workbench

/// What the history knows about answers, and `history show`, `history run` and `diff`.
struct HistoryAnswerTests {
    private let machine: TestMachine
    private let store: HistoryStore
    private let harness: ShellHarness

    init() throws {
        machine = try TestMachine()
        store = HistoryStore(path: machine.folder.path + "/history.sqlite") { _ in }
        harness = try ShellHarness(machine, history: store)
    }

    /// Types lines at the prompt and returns what was printed.
    private func typed(_ lines: String...) async -> String {
        _ = await PromptLoop(harness.session, reader: TypedLines(lines)).run()
        return harness.printed()
    }

    /// The lines that a `history` command lists.
    private func lines(_ command: String) async -> [String] {
        await typed(command + " --format csv").split(separator: "\n").dropFirst().compactMap {
            $0.split(separator: ",").last.map(String.init)
        }.filter { !$0.hasPrefix("history") }
    }

    @Test func nothingIsWrittenAfterTheEnd() throws {
        let entry = HistoryEntry(line: "whoami", at: machine.clock.now, instance: "dev1", session: 8)
        _ = try #require(store.add(entry))
        store.close()
        #expect(store.add(entry) == nil && store.failure == nil)
        try expectEqual(
            FileManager.default.contentsOfDirectory(atPath: machine.folder.path).filter {
                $0.hasPrefix("history.sqlite")
            }, ["history.sqlite"])
        expectEqual(
            HistoryStore(path: machine.folder.path + "/history.sqlite") { _ in }.newest(10).map(\.line), ["whoami"])
    }

    @Test func historyOfAnEarlierVersionIsKept() throws {
        let path = machine.folder.path + "/old.sqlite"
        let earlier = try Connection(path: path, mode: .create)
        try earlier.execute(
            """
            CREATE TABLE history(
                id INTEGER PRIMARY KEY, line TEXT NOT NULL, at INTEGER NOT NULL, instance TEXT NOT NULL,
                sitting INTEGER NOT NULL, exit_status INTEGER, duration INTEGER, tape TEXT
            ) STRICT;
            INSERT INTO history VALUES(1, 'whoami', 5, 'dev1', 7, 0, 1000, '/tapes/a.cassette');
            """)
        let now = HistoryStore(path: path) { _ in }
        let id = now.add(HistoryEntry(line: "table names", at: machine.clock.now, instance: "dev1", session: 8))
        now.finish(
            try #require(id), exitStatus: 0, duration: 3, answer: AnswerPlace(tape: "/t.cassette", command: 4, rows: 9))
        // The earlier version still writes while the new one has the file open.
        try earlier.run(
            "INSERT INTO history(line, at, instance, sitting, tape) VALUES(?, ?, ?, ?, ?)",
            [.text("quit"), .integer(6), .text("dev1"), .integer(7), .text("/tapes/a.cassette")])
        let entries = now.newest(10)
        expectEqual(entries.map(\.line), ["quit", "table names", "whoami"])
        expectEqual(entries.map(\.rows), [nil, 9, nil])
        expectEqual(entries.map(\.command), [nil, 4, nil])
        expectEqual(entries.map(\.tape), ["/tapes/a.cassette", "/t.cassette", "/tapes/a.cassette"])
        // Opened again, nothing is added twice.
        expectEqual(HistoryStore(path: path) { _ in }.newest(10), entries)
        expectEqual(now.failure, nil)
    }

    @Test func entriesKnowTheirAnswers() async {
        _ = await typed(
            "table list incident -n 3 -f number", "table count incident", "INC0010021 -f number", "table lst", "history"
        )
        let entries = store.newest(5).reversed()
        expectEqual(entries.map(\.rows), [3, nil, 1, nil, 5])
        expectEqual(entries.map(\.command), [1, 2, 3, nil, nil])
        expectEqual(store.entry(1)?.tape, machine.folder.realPath("sessions/tape.cassette"))
    }

    @Test func filtersSelectLines() async {
        store.finish(
            store.add(HistoryEntry(line: "table count old", at: Timestamp(seconds: 0), instance: "dev1", session: 1))
                ?? 0, exitStatus: 0, duration: 0)
        _ = await typed(
            "table list sys_user -q user_name=abel.tuter -f user_name", "table get incident NONE",
            "table update incident INC0010001 short_description=Changed", "table count problem")
        let reads = ["table list sys_user -q user_name=abel.tuter -f user_name", "table get incident NONE"]
        let write = "table update incident INC0010001 short_description=Changed"
        await expectEqual(lines("history table --failed"), ["table get incident NONE"])
        await expectEqual(lines("history --writes"), [write])
        await expectEqual(lines("history table --here"), reads + [write, "table count problem"])
        await expectEqual(lines("history table --since today"), reads + [write, "table count problem"])
        await expectEqual(
            lines("history 'table count' --since 1969-12-31"), ["table count old", "table count problem"])
        await expectEqual(lines("history --output abel.tuter"), [reads[0]])
        #expect(await typed("history --since noon").contains("history --since ‹noon›"))
        machine.folder.remove("sessions/tape.cassette")
        #expect(await typed("history --output abel.tuter").contains("not searched: the tapes are gone"))
    }

    @Test func answerIsShownAgainInAnyFormatWithoutRequests() async throws {
        _ = await typed(
            "table get incident INC0010021 -f number,priority => inc = .number",
            "table get incident {{inc}} -f number,short_description",
            "table update incident {{inc}} short_description=Later",
            "table get incident {{inc}} -f number,short_description")
        let exchanges = await typed("tape show --format csv")
        let before = await typed("history show 2")
        #expect(before.hasPrefix("number ") && !before.contains("Later"))
        for name in ["%:2", "%1:2", "tape:2"] { await expectEqual(typed("history show \(name)"), before) }
        for name in ["%:9", "%:2.1", "%1"] {
            let none = await typed("history show \(name)")
            #expect(none.contains("  history show ‹\(name)›"), "\(none)")
        }
        // The same request was sent twice; each answer is its own.
        let csv = await typed("history show 2 --format csv")
        #expect(csv.hasPrefix("number,short_description\nINC0010021,") && !csv.contains("Later"), "\(csv)")
        await expectEqual(typed("history show 4 --format csv"), "number,short_description\nINC0010021,Later\n")
        #expect(await typed("history show 4 --format ndjson").hasPrefix(#"{"number":"INC0010021""#))
        await expectEqual(typed("tape show --format csv"), exchanges)
        machine.folder.remove("sessions/tape.cassette")
        let gone = await typed("history show 2")
        #expect(gone.contains("! error: The tape of line 2 is gone: ") && gone.contains("! hint: history run 2"))
        #expect(await typed("history show 5").contains("! error: Line 5 has no recorded answer."))
    }

    @Test func lineIsRunAgainAsItself() async throws {
        let first = await typed("table count problem", "history run 1")
        expectEqual(first, "69\n69\n! → table count problem\n")
        expectEqual(store.newest(2).map(\.line), ["table count problem", "table count problem"])
        expectEqual(store.newest(2).map(\.command), [2, 1])
        _ = await typed("history run 1 > count.txt")
        expectEqual(machine.folder.text(of: "count.txt"), "69\n")
        expectEqual(store.newest(1).first?.line, "table count problem > count.txt")
        // A line that runs itself would never end.
        #expect(await typed("history run 4").contains("! error: Line 4 runs another line."))
        #expect(await typed("history run 99").contains("! error: The history has no line 99."))
        // A secret is not in the history, so its placeholder is not sent.
        _ = store.add(
            HistoryEntry(
                line: "table create sys_user user_name=eve user_password=REDACTED", at: machine.clock.now,
                instance: "http://sandbox.localhost", session: 7))
        #expect(await typed("history run 6").contains("! error: Line 6 held a secret, which is not kept."))
        try await harness.closeAndReplay()
    }

    @Test func diffComparesNowWithThen() async throws {
        _ = await typed("table get incident INC0010001 -f number,short_description", "diff %1")
        expectEqual(store.entry(2)?.exitStatus, 0)
        _ = await typed("table update incident INC0010001 short_description=Changed")
        let changed = await typed("diff %1")
        #expect(
            changed.contains("\n  INC0010001  short_description  ") && changed.contains(" → Changed\n"), "\(changed)")
        expectEqual(store.entry(4)?.exitStatus, 1)
        let refused = await typed("diff %:2")
        #expect(refused.contains("! error: diff runs only commands that read records or pages"), "\(refused)")
        #expect(await typed("history run 1").contains("Changed"))
        // What was asked again is on the tape as that line.
        try await harness.closeAndReplay()
    }
}

/// Times as people type them.
struct PointInTimeTests {
    @Test(
        arguments: [
            ("today", "2026-11-19 23:00:00"), ("yesterday", "2026-11-18 23:00:00"), ("30m", "2026-11-20 11:30:00"),
            ("2h", "2026-11-20 10:00:00"), ("3d", "2026-11-17 12:00:00"), ("2w", "2026-11-06 12:00:00"),
            ("2026-07-01", "2026-06-30 22:00:00"), ("2026-11-20T08:30", "2026-11-20 07:30:00"), ("", nil), ("h", nil),
            ("-1h", nil), ("2y", nil), ("2026-02-30", nil), ("2026-11-20T25:00", nil), ("2026-11-20T08:30:00", nil),
            ("noon", nil),
        ] as [(String, String?)])
    func timesAreInTheZone(_ text: String, _ expected: String?) throws {
        let zone = try #require(ZoneRule(named: "Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"))
        let now = try #require(Timestamp(glideText: "2026-11-20 12:00:00"))
        expectEqual(PointInTime(text, now: now, zone: zone)?.moment.glideText, expected)
    }
}
