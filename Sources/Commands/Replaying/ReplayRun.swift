import CassetteStore
import Notation
package import Rendering
import TapeDeck
package import Workbench

/// Checks several tapes in parallel, and reports them in order of their names.
package struct ReplayRun: Sendable {
    private let runner: ReplayRunner
    private let output: any ByteSink
    private let errors: any ByteSink
    /// How many tapes are checked in parallel. Checks are limited by the processor, so more would only use more memory.
    private static let width = 4

    package init(_ runner: ReplayRunner, _ host: HostEnvironment) {
        self.runner = runner
        output = host.standardOutput
        errors = host.standardError
    }

    /// Checks the tapes and prints differences, as text or as a report. Returns the status of the first tape that
    /// differs.
    ///
    /// Throws if standard output cannot be written: a lost report must not pass.
    ///
    /// - Parameter sideBySide: whether to check in parallel: not for tapes that start programs.
    package func check(
        _ paths: [String], as format: ReportFormat?, sideBySide: Bool
    ) async throws(Problem) -> Int32 {
        var findings: [ReplayFinding] = []
        var failure: Problem?
        await run(paths, width: sideBySide ? Self.width : 1) { finding in
            if format == nil {
                _ = try? errors.say(finding.remarks)
                do throws(Problem) {
                    try output.say(finding.summary)
                } catch {
                    failure = error
                }
            }
            findings.append(finding)
        }
        if let failure { throw failure }
        if let format { try output.say(format.text(of: Self.report(findings))) }
        return findings.first { $0.exitStatus != 0 }?.exitStatus ?? 0
    }

    /// Passes on findings in the order of the paths, each as soon as all before it are done.
    private func run(_ paths: [String], width: Int, _ tell: (ReplayFinding) -> Void) async {
        guard width > 1, paths.count > 1 else {
            for path in paths { tell(await runner.check(path)) }
            return
        }
        await withTaskGroup(of: (Int, ReplayFinding).self) { group in
            let runner = runner.onSharedThreads
            func begin(_ place: Int) {
                group.addTask(executorPreference: globalConcurrentExecutor) {
                    (place, await runner.check(paths[place]))
                }
            }
            for place in 0..<min(width, paths.count) { begin(place) }
            var begun = min(width, paths.count)
            var told = 0
            var waiting: [Int: ReplayFinding] = [:]
            while let (place, finding) = await group.next() {
                if begun < paths.count {
                    begin(begun)
                    begun += 1
                }
                waiting[place] = finding
                while let next = waiting.removeValue(forKey: told) {
                    tell(next)
                    told += 1
                }
            }
        }
    }

    /// A suite for each folder, with a test for each tape.
    private static func report(_ findings: [ReplayFinding]) -> TestReport {
        var suites: [TestReport.Suite] = []
        for finding in findings {
            if suites.last?.name != finding.folder { suites.append(TestReport.Suite(finding.folder, [])) }
            suites[suites.count - 1].cases.append(finding.test)
        }
        return TestReport("snowdeck replay", suites)
    }
}

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
        try store(taken, onto: path)
        // The catalog is a cache: if it cannot be written, the old output can still be searched.
        try? host.tapes.catalog.textsChanged(on: path)
        try show("\(report.path): \(Phrase.counted(taken.count, "command")) taken as written now.\n")
        return 0
    }

    private func show(_ text: String) throws(Problem) { try host.standardOutput.say(text) }
    private func say(_ text: String) { _ = try? host.standardError.say(text) }
}

extension CommandComparison {
    /// Whether the tape had no answer for the command.
    fileprivate var isMiss: Bool {
        recorded.exitStatus != played.exitStatus && played.exitStatus == Int(Problem.Kind.tape.exitStatus)
    }
}

/// A tape whose exchanges were changed.
extension OutputAcceptance {
    /// Replaces its output by what its commands print now. Throws if a command ends with another exit status than on
    /// the tape, or differently in a second replay.
    package func regenerate(_ path: String) async throws {
        let taken = try await differences(path)
        if let other = taken.first(where: { $0.recorded.exitStatus != $0.played.exitStatus }) { throw problem(other) }
        try store(taken, onto: path)
        if let first = try await differences(path).first { throw problem(first) }
    }

    private func differences(_ path: String) async throws -> [CommandComparison] {
        var found: [CommandComparison] = []
        let isDone = try await runner.comparing(path) { comparison, _ in
            if !comparison.isSame { found.append(comparison) }
        } unfinished: { _ in
        }
        guard isDone else { throw CancellationError() }
        return found
    }

    private func problem(_ comparison: CommandComparison) -> Problem {
        let said = String(decoding: comparison.played.standardError, as: UTF8.self).split(separator: "\n")
        return Problem(
            .tape, "A command ends differently with the changed answers.",
            notes: [SingleLine.of(comparison.command.line)] + said.prefix(3).map { TerminalText.plain(String($0)) })
    }

    private func store(_ taken: [CommandComparison], onto path: String) throws {
        let cassette = try host.tapes.edit(path)
        defer { try? cassette.close() }
        for comparison in taken {
            try cassette.rewriteEnding(
                of: comparison.command.id, exitStatus: comparison.played.exitStatus ?? 0,
                output: [
                    .standardOutput: comparison.played.standardOutput, .standardError: comparison.played.standardError,
                ])
        }
        try cassette.close()
    }
}
