import Synchronization
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
