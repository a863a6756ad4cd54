import CassetteStore
import Notation
import Rendering
import TapeDeck
import TapeFormats
package import Workbench

/// Checks several tapes in parallel, and reports them in order of their names.
package struct ReplayRun: Sendable {
    private let runner: ReplayRunner
    private let output: any ByteSink
    private let errors: any ByteSink
    private let host: HostEnvironment
    /// How many tapes are checked in parallel. Checks are limited by the processor, so more would only use more memory.
    private static let width = 4

    package init(_ runner: ReplayRunner, _ host: HostEnvironment) {
        self.runner = runner
        self.host = host
        output = host.standardOutput
        errors = host.standardError
    }

    /// Checks the tapes and prints differences, as text or as a report. Returns the status of the first tape that
    /// differs.
    ///
    /// Throws if standard output cannot be written: a lost report must not pass.
    ///
    /// - Parameters:
    ///   - format: `tap` and so on, or `html`.
    ///   - sideBySide: whether to check in parallel: not for tapes that start programs.
    package func check(_ paths: [String], as format: String?, sideBySide: Bool) async throws(Problem) -> Int32 {
        var reports: [ReplayReport] = []
        var failure: Problem?
        func tell(_ report: ReplayReport) {
            if format == nil {
                _ = try? errors.say(report.remarks)
                do throws(Problem) { try output.say(report.summary) } catch { failure = error }
            }
            reports.append(report)
        }
        if sideBySide, paths.count > 1 {
            let runner = runner.onSharedThreads
            await inOrder(paths.count, width: Self.width, { await runner.check(paths[$0]) }, tell)
        } else {
            for path in paths { tell(await runner.check(path)) }
        }
        if let failure { throw failure }
        if let format {
            let known = ReportFormat(rawValue: format)
            let text = if let known { known.text(of: Self.report(reports)) } else { try page(of: reports, paths) }
            try output.say(text)
        }
        return reports.first { $0.exitStatus != 0 }?.exitStatus ?? 0
    }

    /// A page of what differs, with the commands and requests of the first tape that does.
    private func page(of reports: [ReplayReport], _ paths: [String]) throws(Problem) -> String {
        let first = reports.firstIndex { $0.exitStatus != 0 }
        let cassette = first.flatMap { try? host.tapes.play(paths[$0]) }
        defer { try? cassette?.close() }
        let parts = reports.enumerated().flatMap { number, report -> [FindingsPanel.Part] in
            if report.problem != nil { return [.init(report.path, lines: [report.remarks])] }
            if report.parts.isEmpty { return [.init(report.path)] }
            return report.parts.map { $0.of(reports.count > 1 ? report.path : nil, isHere: number == first) }
        }
        let summary =
            reports.count == 1
            ? reports[0].summary
            : "\(Phrase.counted(reports.count, "tape")), \(reports.count { $0.exitStatus != 0 }) not as recorded."
        do {
            let page = try FindingsPanel(summary, between: .tapeAndNow, parts).page(
                cassette, title: "snowdeck replay --check", version: runner.version, secrets: host.secrets)
            return String(decoding: page, as: UTF8.self)
        } catch {
            throw ProblemMapper.problem(error)
        }
    }

    /// A suite for each folder, with a test for each tape.
    private static func report(_ reports: [ReplayReport]) -> TestReport {
        var suites: [TestReport.Suite] = []
        for report in reports {
            if suites.last?.name != report.folder { suites.append(TestReport.Suite(report.folder, [])) }
            suites[suites.count - 1].cases.append(report.test)
        }
        return TestReport("snowdeck replay", suites)
    }
}

/// Does work side by side and passes on the results in order, each as soon as all before it are done.
package nonisolated(nonsending) func inOrder<Value: Sendable>(
    _ count: Int, width: Int, _ work: @escaping @Sendable (Int) async -> Value, _ tell: (Value) -> Void
) async {
    await withTaskGroup(of: (Int, Value).self) { group in
        var begun = 0, told = 0
        var waiting: [Int: Value] = [:]
        func begin() {
            guard begun < count, !Task.isCancelled else { return }
            group.addTask(executorPreference: globalConcurrentExecutor) { [begun] in (begun, await work(begun)) }
            begun += 1
        }
        for _ in 0..<width { begin() }
        while let (place, value) = await group.next() {
            begin()
            waiting[place] = value
            while let next = waiting.removeValue(forKey: told) {
                tell(next)
                told += 1
            }
        }
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
                .tape, "The tape cannot answer \(unanswered.count) of its commands, so nothing was accepted.",
                notes: ["The first is: \(first.command.line)"],
                hints: ["snowdeck replay \(Quoting.word(path)) --rerecord -o NEW"])
        }
        if taken.isEmpty {
            try show(report.summary)
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
