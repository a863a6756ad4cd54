import Foundation
import Synchronization
import TestSupport
import Testing

@testable import LineEditing

struct HistoryTests {
    @Test func `history is newest first and the draft is restored`() {
        var walk = HistoryNavigator(FixedHistory(lines: ["c", "b", "a"]))
        expectEqual(walk.older(than: ""), "c")
        expectEqual(walk.older(than: "c"), "b")
        expectEqual(walk.older(than: "b"), "a")
        expectEqual(walk.older(than: "a"), nil)
        expectEqual(walk.newer(than: "a"), "b")
        expectEqual(walk.newer(than: "b"), "c")
        expectEqual(walk.newer(than: "c"), "")
        expectEqual(walk.newer(than: ""), nil)
    }

    @Test func `the typed prefix selects matching lines, each once`() {
        var walk = HistoryNavigator(FixedHistory(lines: ["tape show", "table get", "table get", "help", "table list"]))
        expectEqual(walk.older(than: "tab"), "table get")
        expectEqual(walk.older(than: "table get"), "table list")
        expectEqual(walk.older(than: "table list"), nil)
        expectEqual(walk.newer(than: "table list"), "table get")
        expectEqual(walk.newer(than: "table get"), "tab")
    }

    @Test func `editing a line restarts navigation`() {
        var walk = HistoryNavigator(FixedHistory(lines: ["b1", "a2", "b2"]))
        expectEqual(walk.older(than: ""), "b1")
        expectEqual(walk.older(than: "b"), "b1")
        expectEqual(walk.older(than: "b1"), "b2")
        expectEqual(walk.newer(than: "b2 changed"), nil)
    }

    private final class CountingHistory: HistorySource {
        let asked = Mutex<[Int]>([])
        func entries(skipping: Int, limit: Int) -> [HistoryLine] {
            asked.withLock { $0.append(skipping) }
            return (skipping..<min(skipping + limit, 250)).map { HistoryLine("line \($0)") }
        }
    }

    @Test func `lines are fetched in pages on demand`() {
        let source = CountingHistory()
        var walk = HistoryNavigator(source)
        expectEqual(source.asked.withLock { $0 }, [])
        expectEqual(walk.older(than: ""), "line 0")
        expectEqual(source.asked.withLock { $0 }, [0])
        expectEqual(walk.entry(249), "line 249")
        expectEqual(walk.entry(250), nil)
        expectEqual(walk.entry(-1), nil)
        expectEqual(walk.count(), 250)
        expectEqual(source.asked.withLock { $0 }, [0, 100, 200])
        walk.restart()
        expectEqual(walk.entry(0), "line 0")
        expectEqual(source.asked.withLock { $0 }, [0, 100, 200, 0])
    }

    /// The matching lines, from the selected one on.
    private func found(_ query: String, in lines: [HistoryLine], filter: Int = 0) -> [String] {
        var walk = HistoryNavigator(FixedHistory(lines))
        var search = HistorySearch(instance: "https://a", changes: { $0.contains("delete") })
        for scalar in query.unicodeScalars { search.add(scalar, in: &walk) }
        search.changeFilter(by: filter, in: &walk)
        var found: [String] = []
        while !search.failed, let line = search.found, found.last != line {
            found.append(line)
            search.move(by: 1)
        }
        return found
    }

    @Test(arguments: [
        ("", ["table GET x", "tape get", "get help", "table list"]),
        ("get", ["table GET x", "tape get", "get help"]),
        ("get ta", ["table GET x", "tape get"]),
        ("list TABLE", ["table list"]),
        ("tbl", ["table GET x", "table list"]),
        ("tg", []),
        ("tge", ["table GET x", "tape get"]),
        ("zzz", []),
    ])
    func `a search finds the text, then its words, then its letters, each line once`(
        _ query: String, _ expected: [String]
    ) {
        let lines = ["table GET x", "tape get", "tape get", "get help", "table list"].map { HistoryLine($0) }
        expectEqual(found(query, in: lines), expected)
    }

    @Test func `exact matches precede words and letters`() {
        let lines = ["g-e-t x", "x get", "get x"].map { HistoryLine($0) }
        expectEqual(found("get x", in: lines), ["get x", "x get", "g-e-t x"])
    }

    @Test(arguments: [
        (0, ["table get a", "table delete b", "table get c"]), (1, ["table get a", "table get c"]),
        (2, ["table get c"]), (3, ["table delete b"]), (4, ["table get a", "table delete b", "table get c"]),
        (-1, ["table delete b"]),
    ])
    func `filters exclude lines`(_ filter: Int, _ expected: [String]) {
        let lines = [
            HistoryLine("table get a", instance: "https://a"), HistoryLine("table delete b", instance: "https://b"),
            HistoryLine("table get c", instance: "https://a", hasFailed: true),
        ]
        expectEqual(found("table", in: lines, filter: filter), expected)
    }

    @Test func `a search that fails keeps what was found and recovers`() {
        var walk = HistoryNavigator(FixedHistory(lines: ["größe", "other"]))
        var search = HistorySearch()
        search.add("ß", in: &walk)
        expectEqual(search.found, "größe")
        search.add("q", in: &walk)
        #expect(search.failed)
        expectEqual(search.found, "größe")
        search.move(by: 1)
        expectEqual(search.found, "größe")
        search.removeLast(in: &walk)
        #expect(!search.failed)
        var empty = HistoryNavigator(NoHistory())
        var none = HistorySearch()
        none.add("x", in: &empty)
        #expect(none.failed && none.found == nil)
    }
}

extension TerminalTests {
    struct HistoryKeysTests {
        let up = "\u{1B}[A"
        let down = "\u{1B}OB"
        let tab = "Tab: lines on this instance"
        let hooks = LineHooks(history: FixedHistory(lines: ["help", "table get {\n  a\n}", "table list", "tape"]))

        @Test func `Up and Down navigate history and restore the draft`() async throws {
            let driver = try PromptDriver(hooks: hooks)
            let result = try await driver.reads { screen in
                screen.type("ta" + up)
                await screen.shows("> table get {\n  a\n}‸")
                screen.type(up + up + up)
                await screen.shows("> table list‸")
                screen.type(up)
                await screen.shows("> tape‸")
                screen.type(up)
                _ = await screen.wait { $0.bells == 1 }
                await screen.shows("> tape‸")
                screen.type(down)
                await screen.shows("> table list‸")
                screen.type("\u{E}\u{E}")
                await screen.shows("> ta‸")
                screen.type("x\r")
            }
            expectEqual(result, .line("tax"))
        }

        @Test func `Up moves within a multi-line text first`() async throws {
            let driver = try PromptDriver(hooks: hooks)
            let result = try await driver.reads { screen in
                screen.type(up + up)
                await screen.shows("> table get {\n  a\n}‸")
                screen.type(up)
                await screen.shows("> table get {\n ‸ a\n}")
                screen.type(up)
                await screen.shows("> t‸able get {\n  a\n}")
                screen.type(down + "_")
                await screen.shows("> table get {\n _‸ a\n}")
                screen.type("\r")
            }
            expectEqual(result, .line("table get {\n _ a\n}"))
        }

        @Test(arguments: [(200, 50), (80, 24), (60, 12)]) func `Ctrl-R lists matching lines while typing`(
            _ columns: Int, _ rows: Int
        ) async throws {
            let driver = try PromptDriver(columns: columns, rows: rows, hooks: hooks)
            let result = try await driver.reads { screen in
                screen.type("draft\u{12}")
                await screen.shows("search '': help‸\nhelp\ntable get {   a }\ntable list\ntape\n" + tab)
                screen.type("TA")
                await screen.shows(
                    "search 'TA': table get {\n  a\n}‸\ntable get {   a }\ntable list\ntape\n" + tab)
                screen.type("p")
                await screen.shows("search 'TAp': tape‸\ntape\n" + tab)
                screen.type("\u{7F}\u{12}" + down + up)
                await screen.shows("search 'TA': table list‸\ntable get {   a }\ntable list\ntape\n" + tab)
                screen.type("zz")
                await screen.shows("nothing with 'TAzz': table list‸\n" + tab)
                screen.type("\u{7F}\u{7F}\u{1}")
                await screen.shows("> ‸table get {\n  a\n}")
                screen.type("\u{5}!\r")
            }
            expectEqual(result, .line("table get {\n  a\n}!"))
        }

        @Test func `the list fits a small screen`() async throws {
            let lines = (1...9).map { "table get incident INC\($0) 日本" }
            let driver = try PromptDriver(
                columns: 20, rows: 6, hooks: LineHooks(history: FixedHistory(lines: lines)))
            let result = try await driver.reads { screen in
                screen.type("\u{12}get")
                await screen.shows(
                    "search 'get': table\nget incident INC1 日\n本‸\ntable get incident…\n1 of 9\nTab: lines on this…")
                screen.resize(columns: 20, rows: 9)
                kill(getpid(), SIGWINCH)
                await screen.shows(
                    "search 'get': table\nget incident INC1 日\n本‸\n"
                        + String(repeating: "table get incident…\n", count: 4) + "1 of 9\nTab: lines on this…")
                screen.type("\u{1B}[B\u{1B}[6~\u{1B}[A\u{1B}")
                await screen.shows("> table get incident\n INC8 日本‸")
                screen.type("\r")
            }
            expectEqual(result, .line(lines[7]))
        }

        @Test func `Tab cycles through the filters`() async throws {
            let lines = [
                HistoryLine("table get a", instance: "https://a"), HistoryLine("table delete b", instance: "https://b"),
                HistoryLine("table get c", instance: "https://a", hasFailed: true),
            ]
            let driver = try PromptDriver(
                hooks: LineHooks(history: FixedHistory(lines), changes: { $0.contains("delete") }))
            var prompt = Prompt("> ")
            prompt.instance = "https://a"
            let result = try await driver.reads(prompt) { screen in
                screen.type("\u{12}")
                await screen.shows(
                    "search '': table get a‸\ntable get a\ntable delete b  b\ntable get c\n" + tab)
                screen.type("\t")
                await screen.shows(
                    "search '' in lines on this instance: table get a‸\n"
                        + "table get a\ntable get c\nTab: lines that failed")
                screen.type("\t")
                await screen.shows(
                    "search '' in lines that failed: table get c‸\n"
                        + "table get c\nTab: lines that change records")
                screen.type("\t")
                await screen.shows(
                    "search '' in lines that change records: table delete b‸\n"
                        + "table delete b  b\nTab: all lines")
                screen.type("\u{1B}[Z\r")
            }
            expectEqual(result, .line("table get c"))
        }

        @Test func `a search is left with Enter, Ctrl-G and Ctrl-C`() async throws {
            let driver = try PromptDriver(hooks: hooks)
            try await expectEqual(driver.reads { $0.type("\u{12}list\r") }, .line("table list"))
            let given = try await driver.reads { screen in
                screen.type("draft\u{1B}[D\u{12}list")
                await screen.shows("> table list\nsearch 'list': table list‸\ntable list\n" + tab)
                screen.type("\u{7}")
                await screen.shows("> table list\n> draf‸t")
                screen.type("\r")
            }
            expectEqual(given, .line("draft"))
            try await expectEqual(driver.reads { $0.type("\u{12}list\u{3}") }, .interrupted)
            try await expectEqual(driver.reads { $0.type("x\r") }, .line("x"))
        }

        @Test func `a recalled text that is taller than the screen can still be run as it was`() async throws {
            let tall = (1...12).map { "line \($0)" }.joined(separator: "\n")
            let driver = try PromptDriver(
                columns: 20, rows: 6, hooks: LineHooks(history: FixedHistory(lines: [tall, "short"])))
            let result = try await driver.reads { screen in
                screen.type(up)
                await screen.shows("line 7\nline 8\nline 9\nline 10\nline 11\n... line 12‸")
                screen.type(up)
                await screen.shows("line 7\nline 8\nline 9\nline 10\nline 11\n> short‸")
                screen.type(down)
                await screen.shows("line 7\nline 8\nline 9\nline 10\nline 11\n... line 12‸")
                screen.type("!\r")
            }
            expectEqual(result, .line(tall + "!"))
        }

        @Test func `vi keys of an editrc file find older lines too`() async throws {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("editrc-\(UUID())")
            try "bind -v\n".write(to: file, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(at: file) }
            let driver = try PromptDriver(hooks: hooks, editrc: file.path)
            let result = try await driver.reads { screen in
                screen.type("\u{1B}k")
                await screen.shows("> ‸help")
                screen.type("kkk")
                await screen.shows("> ‸tape")
                screen.type("x\r")
            }
            expectEqual(result, .line("ape"))
        }
    }
}
