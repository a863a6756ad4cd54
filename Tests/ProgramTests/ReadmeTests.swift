import Foundation
import TestSupport
import Testing

/// The examples in README.md outside the tutorial are the program's output.
struct ReadmeTests {
    @Test func pageExampleLinesOccurInOrder() async throws {
        let shown = try shown("pages")
        var lines = try await replayed(shown, onto: "pages").split(separator: "\n")[...]
        for line in shown.split(separator: "\n") {
            let place = try #require(lines.firstIndex(of: line), "\(line)")
            lines = lines[(place + 1)...]
        }
    }

    private func shown(_ mark: String) throws -> String {
        let page = try String(contentsOf: Workspace.root.appending(path: "README.md"), encoding: .utf8)
        let start = try #require(page.range(of: "<!-- \(mark) -->\n```text\n"))
        let end = try #require(page.range(of: "```\n", range: start.upperBound..<page.endIndex))
        return String(page[start.upperBound..<end.lowerBound])
    }

    /// Runs the commands shown and returns what a replay prints: each command above its output. One of the two streams
    /// can be merged into the other.
    private func replayed(_ shown: String, onto tape: String) async throws -> String {
        let script = shown.split(separator: "\n").filter { $0.hasPrefix("> ") }.map { $0.dropFirst(2) + "\n" }.joined()
        let workspace = try Workspace()
        try await expectEqual(workspace.record(script, onto: tape).status, 0)
        let replay = try await workspace.shell("exec \"$0\" replay sessions/\(tape).cassette 2>&1")
        expectEqual(replay.status, 0)
        return replay.output
    }
}
