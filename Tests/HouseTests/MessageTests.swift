import TestSupport
import Testing

/// Text for people is written with `ByteSink.say`, which keeps what it quotes from controlling the terminal.
struct MessageTests {
    /// Files that write something else to a stream.
    static let others: [String: String] = [
        "OutputTee.swift": "output of commands, and the line of progress",
        "OutputStreams.swift": "pipelines",
        "HostEnvironment.swift": "say itself",
        "Edit.swift": "control characters that clear the screen",
        "WatchScreen.swift": "a screen that is drawn again", "PlaybackController.swift": "a playback",
        "PlayVerb.swift": "a recording of a terminal",
        "ReplayRunner.swift": "PlainSink", "MCPServer.swift": "messages of a protocol",
    ]
    static let uses =
        ["standardOutput", "standardError", "output", "errors", "error", "terminal"].map { $0 + ".write(" }
        + ["print(", "debugPrint(", "fputs(", "perror("]

    @Test func messagesAreWrittenInOnePlace() throws {
        let wrong = try breaches(
            in: "Sources/Workbench/Workbench", "Sources/Commands", "Sources/App/snowdeck",
            matching: pattern(for: Self.uses)
        ) { path, line in
            guard Self.others[path.split(separator: "/").last.map(String.init) ?? ""] == nil else { return nil }
            return Self.writes(line) ? "writes without say" : nil
        }
        #expect(wrong.isEmpty, "\(wrong)")
    }

    @Test(arguments: [
        ("_ = try? host.standardError.write(Array(text.utf8))", true), ("errors.write(bytes)", true),
        ("print(\"x\")", true), ("fputs(text, stderr)", true), ("sink.write(bytes)", false), ("reprint(x)", false),
        ("try host.standardOutput.say(text)", false), ("/// print(x)", false),
    ])
    func writeIsRecognized(line: String, isWrite: Bool) { expectEqual(Self.writes(line), isWrite) }

    static func writes(_ line: some StringProtocol) -> Bool {
        let code = line.drop { $0 == " " }
        return !code.hasPrefix("//")
            && uses.contains { use in
                code.ranges(of: use).contains { range in
                    code[..<range.lowerBound].last.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? true
                }
            }
    }
}
