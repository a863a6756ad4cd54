import Foundation
import Synchronization
import TestSupport
import Testing
@testable import LineEditing

@Suite struct HistoryTests {
    @Test func `older lines come newest first and the draft comes back`() {
        var walk = HistoryWalk(FixedHistory(lines: ["c", "b", "a"]))
        #expect(walk.older(than: "") == "c")
        #expect(walk.older(than: "c") == "b")
        #expect(walk.older(than: "b") == "a")
        #expect(walk.older(than: "a") == nil)
        #expect(walk.newer(than: "a") == "b")
        #expect(walk.newer(than: "b") == "c")
        #expect(walk.newer(than: "c") == "")
        #expect(walk.newer(than: "") == nil)
    }

    @Test func `what was typed picks the lines that begin so, each once`() {
        var walk = HistoryWalk(FixedHistory(lines: ["tape show", "table get", "table get", "help", "table list"]))
        #expect(walk.older(than: "tab") == "table get")
        #expect(walk.older(than: "table get") == "table list")
        #expect(walk.older(than: "table list") == nil)
        #expect(walk.newer(than: "table list") == "table get")
        #expect(walk.newer(than: "table get") == "tab")
    }

    @Test func `a line that was changed begins a new walk`() {
        var walk = HistoryWalk(FixedHistory(lines: ["b1", "a2", "b2"]))
        #expect(walk.older(than: "") == "b1")
        #expect(walk.older(than: "b") == "b1")
        #expect(walk.older(than: "b1") == "b2")
        #expect(walk.newer(than: "b2 changed") == nil)
    }

    private final class CountingHistory: HistorySource {
        let asked = Mutex<[Int]>([])
        func entries(skipping: Int, limit: Int) -> [String] {
            asked.withLock { $0.append(skipping) }
            return (skipping..<min(skipping + limit, 250)).map { "line \($0)" }
        }
    }

    @Test func `lines are fetched a page at a time and only when somebody looks`() {
        let source = CountingHistory()
        var walk = HistoryWalk(source)
        #expect(source.asked.withLock { $0 } == [])
        #expect(walk.older(than: "") == "line 0")
        #expect(source.asked.withLock { $0 } == [0])
        #expect(walk.entry(249) == "line 249")
        #expect(walk.entry(250) == nil)
        #expect(walk.entry(-1) == nil)
        #expect(walk.count() == 250)
        #expect(source.asked.withLock { $0 } == [0, 100, 200])
        walk.restart()
        #expect(walk.entry(0) == "line 0")
        #expect(source.asked.withLock { $0 } == [0, 100, 200, 0])
    }

    @Test func `a search narrows with each character and goes on to older lines`() {
        var walk = HistoryWalk(FixedHistory(lines: ["table GET x", "tape get", "tape get", "get help"]))
        var search = HistorySearch()
        for scalar in "get".unicodeScalars { search.add(scalar, in: &walk) }
        #expect(search.found == "table GET x")
        search.goOn(in: &walk)
        #expect(search.found == "tape get")
        search.goOn(in: &walk)
        #expect(search.found == "get help")
        #expect(search.prompt == "search 'get': ")
        search.goOn(in: &walk)
        #expect(search.found == "get help")
        #expect(search.prompt == "no older line with 'get': ")
        search.removeLast(in: &walk)
        #expect(search.found == "table GET x")
        search.removeLast(in: &walk)
        search.removeLast(in: &walk)
        search.removeLast(in: &walk)
        #expect(search.found == nil)
        #expect(search.query == "")
    }

    @Test func `a search that fails keeps what was found and recovers`() {
        var walk = HistoryWalk(FixedHistory(lines: ["größe", "other"]))
        var search = HistorySearch()
        search.add("ß", in: &walk)
        #expect(search.found == "größe")
        search.add("q", in: &walk)
        #expect(search.failed)
        #expect(search.found == "größe")
        search.removeLast(in: &walk)
        #expect(!search.failed)
        var empty = HistoryWalk(NoHistory())
        var none = HistorySearch()
        none.add("x", in: &empty)
        none.goOn(in: &empty)
        #expect(none.failed && none.found == nil)
    }
}

extension PromptTests {
    @Suite struct HistoryKeysTests {
        let up = "\u{1B}[A"
        let down = "\u{1B}OB"
        let hooks = LineHooks(history: FixedHistory(lines: ["help", "table get {\n  a\n}", "table list", "tape"]))

        @Test func `Up and Down walk over older lines and come back to what was typed`() async throws {
            let person = try PersonAtPrompt(hooks: hooks)
            let result = try await person.reads { screen in
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
            #expect(result == .line("tax"))
        }

        @Test func `Up moves inside a text of several lines before it leaves it`() async throws {
            let person = try PersonAtPrompt(hooks: hooks)
            let result = try await person.reads { screen in
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
            #expect(result == .line("table get {\n _ a\n}"))
        }

        @Test(arguments: [(80, 24), (60, 12), (40, 6)]) func `Ctrl-R searches while one types`(
            _ columns: Int, _ rows: Int
        ) async throws {
            let person = try PersonAtPrompt(columns: columns, rows: rows, hooks: hooks)
            let result = try await person.reads { screen in
                screen.type("draft\u{12}")
                await screen.shows("search '': draft‸")
                screen.type("TA")
                await screen.shows("search 'TA': table get {\n  a\n}‸")
                screen.type("p")
                await screen.shows("search 'TAp': tape‸")
                screen.type("\u{7F}\u{12}")
                await screen.shows("search 'TA': table list‸")
                screen.type("zz")
                await screen.shows("no older line with 'TAzz': table list‸")
                screen.type("\u{7F}\u{7F}\u{1}")
                await screen.shows("> ‸table get {\n  a\n}")
                screen.type("\u{5}!\r")
            }
            #expect(result == .line("table get {\n  a\n}!"))
        }

        @Test func `a search is left with Enter, Ctrl-G and Ctrl-C`() async throws {
            let person = try PersonAtPrompt(hooks: hooks)
            #expect(try await person.reads { $0.type("\u{12}list\r") } == .line("table list"))
            let given = try await person.reads { screen in
                screen.type("draft\u{1B}[D\u{12}list")
                await screen.shows("> table list\nsearch 'list': table list‸")
                screen.type("\u{7}")
                await screen.shows("> table list\n> draf‸t")
                screen.type("\r")
            }
            #expect(given == .line("draft"))
            #expect(try await person.reads { $0.type("\u{12}list\u{3}") } == .interrupted)
            #expect(try await person.reads { $0.type("x\r") } == .line("x"))
        }

        @Test func `a recalled text that is taller than the screen can still be run as it was`() async throws {
            let tall = (1...12).map { "line \($0)" }.joined(separator: "\n")
            let person = try PersonAtPrompt(
                columns: 20, rows: 6, hooks: LineHooks(history: FixedHistory(lines: [tall, "short"])))
            let result = try await person.reads { screen in
                screen.type(up)
                await screen.shows("line 7\nline 8\nline 9\nline 10\nline 11\n... line 12‸")
                screen.type(up)
                await screen.shows("line 7\nline 8\nline 9\nline 10\nline 11\n> short‸")
                screen.type(down)
                await screen.shows("line 7\nline 8\nline 9\nline 10\nline 11\n... line 12‸")
                screen.type("!\r")
            }
            #expect(result == .line(tall + "!"))
        }

        @Test func `vi keys of an editrc file find older lines too`() async throws {
            let file = FileManager.default.temporaryDirectory.appendingPathComponent("editrc-\(UUID())")
            try "bind -v\n".write(to: file, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(at: file) }
            let person = try PersonAtPrompt(hooks: hooks, editrc: file.path)
            let result = try await person.reads { screen in
                screen.type("\u{1B}k")
                await screen.shows("> ‸help")
                screen.type("kkk")
                await screen.shows("> ‸tape")
                screen.type("x\r")
            }
            #expect(result == .line("ape"))
        }
    }
}
