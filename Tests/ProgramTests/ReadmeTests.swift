import Foundation
import Testing

/// What README.md shows beside its tutorial is what the program prints.
@Suite struct ReadmeTests {
    @Test func myWorkIsShownAsItIs() async throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let start = try #require(page.range(of: "<!-- my-work -->\n```text\n"))
        let end = try #require(page.range(of: "```\n", range: start.upperBound..<page.endIndex))
        let shown = String(page[start.upperBound..<end.lowerBound])
        let script = shown.split(separator: "\n").filter { $0.hasPrefix("> ") }.map { $0.dropFirst(2) + "\n" }.joined()

        let desk = try Desk()
        #expect(try await desk.record(script, onto: "my-work").status == 0)
        // A replay writes each command above what it printed; of two streams the one can be put into the other.
        let replay = try await desk.runOther(
            "sh", "-c", "exec \"$0\" replay sessions/my-work.cassette 2>&1", Desk.program)
        #expect(replay == Ended(0, shown))
    }
}
