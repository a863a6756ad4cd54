import CassetteStore
import TapeDeck

/// Takes what a tape's commands write now for what they are to write: `replay TAPE --accept`. Exchanges, inputs and lines
/// stay as they are.
package struct OutputAcceptance: Sendable {
    private let runner: ReplayRunner
    private let host: HostEnvironment

    package init(_ runner: ReplayRunner, _ host: HostEnvironment) {
        self.runner = runner
        self.host = host
    }

    /// Shows what differs and writes it onto the tape. 0 when all of it was taken; 5, and the tape as it was, when it
    /// cannot answer its own commands, cannot be written or is in use.
    package func accept(_ path: String) async -> Int32 {
        do {
            return try await perform(path)
        } catch {
            let problem = ProblemMaking.problem(error)
            say(ProblemText.lines(problem))
            return problem.exitStatus
        }
    }

    private func perform(_ path: String) async throws -> Int32 {
        // What cannot be written is refused before anything is shown as taken. Making sure that it is there: opening for
        // writing would make it.
        try host.tapes.play(path).close()
        try host.tapes.edit(path).close()
        var report = ReplayReport(path: path)
        var taken: [CommandComparison] = []
        var unanswered: [CommandComparison] = []
        let isDone = try await runner.comparing(path) { comparison, _ in
            report.add(comparison)
            guard !comparison.isSame else { return }
            if comparison.isMiss { unanswered.append(comparison) } else { taken.append(comparison) }
        } unfinished: {
            report.addUnfinished($0)
        }
        guard isDone else { return Problem.Kind.interrupted.exitStatus }
        say(report.differences)
        if let first = unanswered.first {
            throw Problem(
                .tape,
                "The tape cannot answer \(unanswered.count) of its commands, so nothing was taken: what is missing is "
                    + "not a matter of text.",
                notes: ["The first is: \(first.command.line)"],
                hints: ["snowdeck replay \(Quoting.word(path)) --rerecord -o NEW"])
        }
        if taken.isEmpty {
            try show("\(report.summary)\n")
            return 0
        }
        let cassette = try host.tapes.edit(path)
        for comparison in taken {
            try cassette.rewriteEnding(
                of: comparison.command.id, exitStatus: comparison.played.exitStatus ?? 0,
                output: [
                    .standardOutput: comparison.played.standardOutput, .standardError: comparison.played.standardError,
                ])
        }
        try cassette.close()
        try show("\(path): \(Phrase.counted(taken.count, "command")) taken as written now.\n")
        return 0
    }

    private func show(_ text: String) throws(Problem) { _ = try host.standardOutput.write(Array(text.utf8)) }
    private func say(_ text: String) { _ = try? host.standardError.write(Array(text.utf8)) }
}

extension CommandComparison {
    /// Whether the command ended now because the tape had no answer for it.
    fileprivate var isMiss: Bool {
        recorded.exitStatus != played.exitStatus && played.exitStatus == Int(Problem.Kind.tape.exitStatus)
    }
}
