package import Workbench
import Tapes
import CassetteStore
import TapeDeck

/// Replaces the recorded output of a tape by the current output: `replay TAPE --accept`. Exchanges, inputs and command
/// lines stay unchanged.
package struct OutputAcceptance: Sendable {
    private let runner: ReplayRunner
    private let host: HostEnvironment

    package init(_ runner: ReplayRunner, _ host: HostEnvironment) {
        self.runner = runner
        self.host = host
    }

    /// Shows the differences and writes them to the tape. Returns 0 if all output was replaced; 5, with the tape
    /// unchanged, if it lacks answers, is read-only or in use.
    package func accept(_ path: String) async -> Int32 {
        do {
            return try await perform(path)
        } catch {
            let problem = ProblemMapper.problem(error)
            say(ProblemText.lines(problem))
            return problem.exitStatus
        }
    }

    private func perform(_ path: String) async throws -> Int32 {
        // A tape that is not writable is rejected before differences are shown. `play` first, because opening for
        // writing would create the file.
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
                "The tape cannot answer \(unanswered.count) of its commands, so nothing was accepted.",
                notes: ["The first is: \(first.command.line)"],
                hints: ["snowdeck replay \(Quoting.word(path)) --rerecord -o NEW"])
        }
        if taken.isEmpty {
            try show("\(report.summary)\n")
            return 0
        }
        let cassette = try host.tapes.edit(path)
        for comparison in taken { try comparison.accept(onto: cassette) }
        try cassette.close()
        // The catalog is a cache: if it cannot be written, the old output can still be searched.
        try? host.tapes.catalog.textsChanged(on: path)
        try show("\(report.path): \(Phrase.counted(taken.count, "command")) taken as written now.\n")
        return 0
    }

    private func show(_ text: String) throws(Problem) { try host.standardOutput.say(text) }
    private func say(_ text: String) { _ = try? host.standardError.say(text) }
}

extension CommandComparison {
    /// Makes the output and exit status of the replay the recorded ones.
    func accept(onto cassette: Cassette) throws(CassetteError) {
        try cassette.rewriteEnding(
            of: command.id, exitStatus: played.exitStatus ?? 0,
            output: [.standardOutput: played.standardOutput, .standardError: played.standardError])
    }

    /// Whether the tape had no answer for the command.
    fileprivate var isMiss: Bool {
        recorded.exitStatus != played.exitStatus && played.exitStatus == Int(Problem.Kind.tape.exitStatus)
    }
}
