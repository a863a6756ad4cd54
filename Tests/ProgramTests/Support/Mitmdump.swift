import Foundation
import Glibc
import Testing

/// mitmproxy's proxy without a screen, which ends with the value.
final class Mitmdump: Sendable {
    private let child: ChildProcess
    /// `http://127.0.0.1:PORT`.
    let address: String

    /// The program that `scripts/install-clients` has installed.
    static func program() throws -> String {
        let path = Workspace.root.appending(path: ".build/clients/bin/mitmdump").path
        try #require(FileManager.default.isExecutableFile(atPath: path), "Run scripts/install-clients.")
        return path
    }

    /// It connects to a server only to forward a request, so a replay opens no connection.
    init(_ workspace: Workspace, _ arguments: [String]) async throws {
        let words = [
            try Self.program(), "--listen-host", "127.0.0.1", "--listen-port", "0", "--set",
            "connection_strategy=lazy", "--set", "flow_detail=0",
        ]
        child = try ChildProcess(
            words + arguments, environment: workspace.environment(["PYTHONUNBUFFERED": "1"]), folder: workspace.project,
            input: nil, patience: ChildProcess.serverPatience)
        let line = "proxy listening at "
        _ = await child.wrote { output, _ in output.contains(line) && output.hasSuffix("\n") }
        let output = child.soFar.output
        let start = try #require(output.firstRange(of: line)?.upperBound, "\(output)")
        address = "http://" + output[start...].prefix { $0.isNumber || $0 == "." || $0 == ":" }.dropLast()
    }

    /// Ends it with SIGINT, after which its files are complete.
    func end() async {
        child.send(SIGINT)
        let ended = await child.end()
        // Python's own status of an interrupt, if it comes before mitmproxy's handler is called.
        #expect(ended.status == 0 || ended.status == 128 + SIGINT, "\(ended)")
    }
}
