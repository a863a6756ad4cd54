import Foundation
import TestSupport
import Testing

/// The README's tutorial is the output of a replayed cassette.
struct TutorialTests {
    @Test func tutorialMatchesReplay() throws {
        let page = try Project.text(of: "README.md")
        let shown = try #require(block(after: "<!-- first-look -->\n```text\n", in: page))
        expectEqual(shown, (try replay()), "run: make first-look")
    }

    private func block(after mark: String, in page: String) -> String? {
        guard let start = page.range(of: mark),
            let end = page.range(of: "```\n", range: start.upperBound..<page.endIndex)
        else {
            return nil
        }
        return String(page[start.upperBound..<end.lowerBound])
    }

    /// Standard output and standard error in one stream, as on a terminal.
    private func replay() throws -> String {
        // The program is next to the test bundle.
        let running = URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        let bundle =
            CommandLine.arguments.lazy.map { URL(filePath: $0) }.first { $0.path.hasSuffix(".xctest") } ?? running
        let program = bundle.deletingLastPathComponent().appending(path: "snowdeck")
        let home = FileManager.default.temporaryDirectory.appending(path: "snowdeck-tutorial-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        let process = Process()
        let pipe = Pipe()
        process.executableURL = program
        process.arguments = ["replay", "sessions/first-look.cassette"]
        process.currentDirectoryURL = Project.root
        process.environment = ["HOME": home.path, "PATH": "/usr/bin:/bin"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        expectEqual(process.terminationStatus, 0)
        return String(decoding: bytes, as: UTF8.self)
    }
}
