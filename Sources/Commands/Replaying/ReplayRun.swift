package import Rendering
package import Workbench
import Tapes

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
