import Foundation
import TestSupport
import Testing

/// Somebody at a prompt who connects to a sandbox over TLS, looks around and leaves, with a tape in the deck.
struct PromptVisit {
    let desk: Desk
    let sandbox: TLSSandbox
    let sitting: PromptSitting

    /// Starts the program and enters `connect` with some flags.
    init(_ desk: Desk, at sandbox: TLSSandbox, _ flags: String, variables: [String: String] = [:]) async throws {
        self.desk = desk
        self.sandbox = sandbox
        sitting = try PromptSitting(
            desk, sandbox.trusting + ["--tape", "kept"], columns: 200, rows: 100, variables: variables)
        await sitting.prompted()
        sitting.screen.type("connect \(sandbox.address) \(flags)\r")
    }

    /// Waits for a question, in which `%` stands for the instance's name, and answers it.
    func answer(_ question: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) async {
        await sitting.shows(
            question.replacingOccurrences(of: "%", with: sandbox.name), sourceLocation: sourceLocation)
        // What is typed before a question stands there is no answer to it.
        await sitting.screen.waitForRawMode()
        sitting.screen.type(text + "\r")
    }

    /// Who one is there, and how many tasks that one has.
    func look() async -> (facts: [String], tasks: String) {
        await sitting.prompted(sandbox.prompt)
        let facts = Self.facts(await sitting.enter("whoami", prompt: sandbox.prompt))
        let lines = await sitting.enter("task", prompt: sandbox.prompt).split(separator: "\n")
        return (facts, lines.dropLast().last.map(String.init) ?? "")
    }

    /// Those facts of `whoami` that stay the same from run to run.
    static func facts(_ shown: String) -> [String] {
        shown.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
            guard words.count == 2, ["user_name", "sign_in", "client_id", "session", "renewable"].contains(words[0])
            else { return nil }
            return "\(words[0]) " + words[1].drop { $0 == " " }
        }
    }

    /// Leaves. The tape then plays without the instance, and holds no secret.
    func leave(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        sitting.screen.type("quit\r")
        #expect(await sitting.end() == 0, sourceLocation: sourceLocation)
        try await Self.checkTape(desk, sourceLocation: sourceLocation)
    }

    static func checkTape(_ desk: Desk, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let tape = "sessions/kept.cassette"
        let replay = try await desk.run("replay", tape, "--check", through: ["unshare", "-rn"])
        #expect(
            replay.status == 0 && replay.output.hasSuffix(", all as recorded.\n"), "\(replay)",
            sourceLocation: sourceLocation)
        let audit = try await desk.run("tape", "audit", tape)
        #expect(
            audit.status == 0 && audit.output.hasSuffix(", no secret found.\n"), "\(audit)",
            sourceLocation: sourceLocation)
    }
}
