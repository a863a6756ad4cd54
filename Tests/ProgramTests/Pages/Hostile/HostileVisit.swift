import Foundation
import Testing

/// A script of `page` commands that the real program runs at a hostile instance, recorded, and once more from the tape.
struct HostileVisit {
    let desk: Desk
    /// How the recorded run ended.
    let ended: Ended

    /// Runs a script, every line of it; `flags` stand before it.
    init(
        _ script: String, at instance: HostileInstance, _ flags: [String] = [], variables: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await self.init(
            script, try Desk(), instance.address, ["--user", "jane"] + flags, variables: variables,
            sourceLocation: sourceLocation)
    }

    /// The same at any address, by somebody's flags.
    init(
        _ script: String, _ desk: Desk, _ address: String, _ flags: [String], variables: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        self.desk = desk
        try desk.write(script, to: "script")
        let words = ["--instance", address, "--tape", "visit"] + flags + ["run", "--keep-going", "script"]
        ended = try await desk.start(
            words, input: "", variables: ["SNOWDECK_PASSWORD": "secret-of-jane"].merging(variables) { $1 }
        ).end()
        // From the tape, with nobody there: the same bytes.
        let check = try await desk.run("replay", desk.tape("visit"), "--check")
        #expect(check.status == 0, "\(check)", sourceLocation: sourceLocation)
        let again = try await desk.start(["--mode", "replay", "--trust"] + words, input: "").end()
        #expect(again == ended, sourceLocation: sourceLocation)
    }

    /// Standard output with the errors behind it and the exit status, the instance's place being `HOST`; rules are short.
    func text(at address: String) -> String {
        let host = address.split(separator: "/").last.map(String.init) ?? ""
        let all = ended.output + "—\n" + ended.errors + "exit \(ended.status)\n"
        return all.replacingOccurrences(of: host, with: "HOST")
            .replacingOccurrences(of: String(repeating: "─", count: 80), with: "────")
    }
}
