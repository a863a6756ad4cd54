import Foundation
import TestSupport
import Testing

/// Makes one mistake after another, each with a run of the program, and writes down how it ends and what it says.
final class MistakeBook {
    let desk: Desk
    /// A section for each mistake: its name, the exit status, standard error.
    private(set) var text = ""

    static let list = ["table", "list", "incident", "-n", "1", "-f", "number"]
    /// What every run has in its environment. None of it may ever be read anywhere.
    static let secrets = [
        "SNOWDECK_PASSWORD": "wrong-password-0123", "OF_APP": "snowdeck-client-secret",
        "OF_OTHER": "other-secret-456789",
    ]

    init() throws { desk = try Desk() }

    /// - Parameters:
    ///   - instance: the address of the instance, whose place is `HOST` in the text.
    ///   - isReplayed: whether it is recorded, and has to be replayed with the same words and status.
    func make(
        _ name: String, at instance: String, _ flags: [String], _ words: [String] = list, input: String = "",
        variables: [String: String] = [:], isReplayed: Bool = false
    ) async throws {
        let tape = name.filter { $0.isLetter }
        let run = try await desk.start(
            ["--instance", instance, "--no-input"] + flags + (isReplayed ? ["--tape", tape] : []) + words, input: input,
            variables: Self.secrets.merging(variables) { $1 }
        ).end()
        #expect(run.output == "", "\(name): \(run)")
        note("\(name): exit \(run.status)\n\(run.errors)", at: instance)
        for secret in Self.secrets.values { #expect(!run.errors.contains(secret), "\(name)") }
        guard isReplayed else { return }
        let again = try await desk.run("replay", "sessions/\(tape).cassette", "--check")
        #expect(again.status == 0, "\(name): \(again)")
    }

    /// Writes a section of its own.
    func note(_ section: String, at instance: String) {
        let port = String(instance.split(separator: ":").last ?? "")
        text +=
            "— "
            + section.replacingOccurrences(of: "127.0.0.1:" + port, with: "HOST")
            .replacingOccurrences(of: "localhost:" + port, with: "LOCALHOST")
            .replacingOccurrences(of: "port " + port, with: "port PORT")
    }

    /// Compares everything.
    func expect(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(!text.contains("..\n"), sourceLocation: sourceLocation)
        #expect(text == expected + "\n", "now reads:\n\(text)", sourceLocation: sourceLocation)
    }
}
