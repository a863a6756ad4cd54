import CassetteStore
public import ExchangeModel
public import FoundationEssentials
public import NowSDK
import Synchronization
import TapeDeck
import TapeFormats
import Testing

/// The tape of one test and its current position.
///
/// The SDK is configured with it automatically. Code that takes a transport gets it from `network` or `signedIn()`, and
/// code that uses Foundation's `URLSession` from `URLSessionConfiguration.cassette()`.
public final class TestTape: Sendable {
    @TaskLocal static var ambient: TestTape?

    /// The current tape; nil if there is none.
    public static var current: TestTape? { ambient }

    /// The current tape. Throws if there is none.
    public static func required() throws(CassetteTestingError) -> TestTape {
        guard let ambient else { throw .noneAround }
        return ambient
    }

    /// How the tape is used.
    public let mode: CassetteMode
    /// The instance the tape was recorded from.
    public let instance: Instance
    /// The user signed in on the tape; nil if none or unknown.
    public let user: String?
    /// The path of the cassette; nil if there are only stubs.
    public let path: String?
    let clock: TestClock
    let secrets: SecretBook
    let head: TestTransport
    let authorization: any NowSDKAuthorizationProviding & Sendable

    init(
        mode: CassetteMode, instance: Instance, user: String?, path: String?, clock: TestClock, secrets: SecretBook,
        head: TestTransport, authorization: any NowSDKAuthorizationProviding & Sendable
    ) {
        self.mode = mode
        self.instance = instance
        self.user = user
        self.path = path
        self.clock = clock
        self.secrets = secrets
        self.head = head
        self.authorization = authorization
    }

    /// The URL of the instance.
    public var instanceURL: URL {
        guard let url = URL(string: instance.description) else { preconditionFailure("an instance has an address") }
        return url
    }

    /// The fixed time of the tape.
    public var now: Date { Date(timeIntervalSince1970: Double(clock.now.microseconds) / 1_000_000) }

    /// The network for `NowSDKConfiguration` and MyWork's `Authenticator`.
    public var network: NowNetwork { NowNetwork(transport: head, clock: clock, secrets: secrets) }

    /// The raw transport: it neither authenticates nor follows redirects.
    public var transport: any Transport { head }

    /// A transport that is signed in as on the tape, for code that takes one (`MyWorkService`). All transports of one
    /// test share a session.
    public func signedIn() throws(NowServiceError) -> any Transport {
        guard let core = NowSDK.core(), let configuration = NowSDK.makeServiceConfiguration(for: instanceURL) else {
            throw .sdkNotConfigured
        }
        return try core.requestNetworkService(for: configuration, signedIn: true)
    }

    /// Reports of the requests the tape could not answer so far: the reason, the nearest exchange and the differences.
    public var misses: [String] { head.misses.map(\.report) }

    /// The exchanges and stubs of the test that have not been played so far, one per line.
    public func unplayed() throws(CassetteTestingError) -> [String] { try head.unplayed(ofStubs: true) }

    func withCurrent<Result: Sendable>(_ operation: () async throws -> Result) async throws -> Result {
        let configuration = NowSDKConfiguration(
            authorizationProvider: authorization, appBundleId: "snowdeck.cassette-testing", network: network)
        return try await Self.$ambient.withValue(self) {
            try await NowSDK.withConfiguration(configuration, operation: operation)
        }
    }
}

struct SwiftTestingRun {
    let setup: CassetteSetup
    /// The name under which a recording is stored; nil for the test's name.
    var scene: String?
    let test: Test
    let testCase: Test.Case?

    /// The name of a test on a tape, without its source location, which changes.
    static func name(of test: Test) -> String {
        let text = String(describing: test.id)
        guard let slash = text.lastIndex(of: "/") else { return text }
        let place = text[text.index(after: slash)...]
        return place.contains(".swift:") ? String(text[..<slash]) : text
    }

    /// Runs `function`. Its own error is rethrown unchanged and precedes all reports about the tape.
    func perform<Result: Sendable>(_ function: @Sendable () async throws -> Result) async throws -> Result {
        let tapeRun = try await TapeRun.begin(setup, for: scene ?? Self.name(of: test))
        let hasFailed = Mutex(false)
        let result = Mutex<Swift.Result<Result, any Error>?>(nil)
        // Expectations do not throw, so all issues must be observed to know whether one failed.
        let listening = IssueHandlingTrait.compactMapIssues { issue in
            if issue.isFailure { hasFailed.withLock { $0 = true } }
            return issue
        }
        try await listening.provideScope(for: test, testCase: testCase) {
            do {
                let value = try await tapeRun.tape.withCurrent(function)
                result.withLock { $0 = .success(value) }
            } catch {
                result.withLock { $0 = .failure(error) }
            }
        }
        let outcome = result.withLock { $0 }
        if case .failure = outcome { hasFailed.withLock { $0 = true } }
        let failed = hasFailed.withLock { $0 }
        report(
            TestTapeReport(
                of: tapeRun.tape, setup.options, hasFailed: failed, isCase: test.isParameterized && scene == nil)
        )
        do throws(CassetteTestingError) {
            try tapeRun.end()
        } catch {
            Issue.record(error, sourceLocation: test.sourceLocation)
        }
        guard let outcome else { throw CancellationError() }
        return try outcome.get()
    }

    private func report(_ verdict: TestTapeReport) {
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

struct TestTapeReport {
    /// Attachments of a failed test, by file name.
    var attachments: [(name: String, text: String)] = []
    var warnings: [String] = []
    var failure: String?

    /// Examines a tape.
    ///
    /// - Parameters:
    ///   - hasFailed: whether the test has failed by itself. Then only attachments are added.
    ///   - isCase: whether it is one case of a parameterized test, which is not expected to play everything.
    init(of tape: TestTape, _ options: CassetteOptions, hasFailed: Bool, isCase: Bool) {
        let misses = tape.misses
        let reportsAll = options.contains(.reportsUnplayed) || options.contains(.strictlyPlayed)
        let reportsOwnOnly = tape.head.isOwn && !isCase && !options.contains(.ignoresUnplayed)
        var unplayed: [String] = []
        if hasFailed || reportsAll || reportsOwnOnly {
            do throws(CassetteTestingError) {
                unplayed = try tape.head.unplayed(ofStubs: reportsAll || hasFailed)
            } catch {
                warnings.append("Unplayed requests cannot be listed: \(error.message)")
            }
        }
        guard !hasFailed else {
            if !misses.isEmpty { attachments.append(("misses.txt", misses.joined(separator: "\n\n") + "\n")) }
            if !unplayed.isEmpty { attachments.append(("unplayed.txt", unplayed.joined(separator: "\n") + "\n")) }
            if options.contains(.attachesPage), let page = Self.page(of: tape) {
                attachments.append(("tape.html", page))
            }
            return
        }
        if let first = misses.first {
            let others = misses.count > 1 ? " (and \(misses.count - 1) more)" : ""
            warnings.append("The test passed although its tape had no answer\(others): \(first)")
        }
        guard !unplayed.isEmpty, reportsAll || reportsOwnOnly else { return }
        let shown = unplayed.prefix(20) + (unplayed.count > 20 ? ["… and \(unplayed.count - 20) more"] : [])
        let text = "Not played:\n" + shown.map { "  " + $0 }.joined(separator: "\n")
        if options.contains(.strictlyPlayed) { failure = text } else { warnings.append(text) }
    }

    /// A page of the tape with what it had no answer for; nil without a tape and while it is recorded.
    private static func page(of tape: TestTape) -> String? {
        guard tape.mode == .replay, let path = tape.path, let cassette = try? Cassette.playing(at: path) else {
            return nil
        }
        defer { try? cassette.close() }
        let parts = tape.head.misses.map { report, miss in
            if let miss { return FindingsPanel.Part("\(miss.method) \(MissText.address(miss.url))", misses: [miss]) }
            let lines = report.split(separator: "\n").map(String.init)
            return FindingsPanel.Part(lines.first ?? "", lines: Array(lines.dropFirst()))
        }
        let summary = parts.isEmpty ? "The test failed; the tape had every answer." : "The tape has no answer for this."
        let page = try? FindingsPanel(summary, between: .tapeAndNow, parts).page(
            cassette, title: "CassetteTesting", version: "")
        return page.map { String(decoding: $0, as: UTF8.self) }
    }
}
