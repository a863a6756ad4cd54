import Synchronization
import Testing

/// Runs something with its tape within a test of Swift Testing, and reports to it.
struct SwiftTestingRun {
    let setup: CassetteSetup
    /// The name by which the tape knows what is recorded; nil: the test's.
    var scene: String?
    let test: Test
    let testCase: Test.Case?

    /// The name of a test by which a tape knows it: without the place in its file, which changes.
    static func name(of test: Test) -> String {
        let text = String(describing: test.id)
        guard let slash = text.lastIndex(of: "/") else { return text }
        let place = text[text.index(after: slash)...]
        return place.contains(".swift:") ? String(text[..<slash]) : text
    }

    /// Runs `function`. Its own failure goes through unchanged, and nothing of what is said about the tape stands before it.
    func perform<Result: Sendable>(_ function: @Sendable () async throws -> Result) async throws -> Result {
        let visit = try await TapeVisit.begin(setup, for: scene ?? Self.name(of: test))
        let hasFailed = Mutex(false)
        let result = Mutex<Swift.Result<Result, any Error>?>(nil)
        // Expectations do not throw: who wants to know whether one failed must hear of every issue.
        let listening = IssueHandlingTrait.compactMapIssues { issue in
            if issue.isFailure { hasFailed.withLock { $0 = true } }
            return issue
        }
        try await listening.provideScope(for: test, testCase: testCase) {
            do {
                let value = try await visit.tape.around(function)
                result.withLock { $0 = .success(value) }
            } catch {
                result.withLock { $0 = .failure(error) }
            }
        }
        let outcome = result.withLock { $0 }
        if case .failure = outcome { hasFailed.withLock { $0 = true } }
        let failed = hasFailed.withLock { $0 }
        report(
            TapeVerdict(of: visit.tape, setup.options, hasFailed: failed, isCase: test.isParameterized && scene == nil))
        do throws(CassetteTestingError) {
            try visit.end()
        } catch {
            Issue.record(error, sourceLocation: test.sourceLocation)
        }
        guard let outcome else { throw CancellationError() }
        return try outcome.get()
    }

    private func report(_ verdict: TapeVerdict) {
        for attachment in verdict.attachments {
            Attachment.record(attachment.text, named: attachment.name, sourceLocation: test.sourceLocation)
        }
        for warning in verdict.warnings {
            Issue.record(Comment(rawValue: warning), severity: .warning, sourceLocation: test.sourceLocation)
        }
        if let failure = verdict.failure {
            Issue.record(Comment(rawValue: failure), sourceLocation: test.sourceLocation)
        }
    }
}
