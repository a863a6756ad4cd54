public import ExchangeModel
public import FoundationEssentials
public import NowSDK
import Synchronization
import Testing

/// The tape of one test, standing where that test is in it.
///
/// Whatever the test does to the SDK goes here by itself. Code that takes its transport as a parameter gets it from
/// `network` or `signedIn()`, code that uses Foundation's `URLSession` from `URLSessionConfiguration.cassette()`.
public final class TestTape: Sendable {
    @TaskLocal static var ambient: TestTape?

    /// The tape around this code; nil when there is none.
    public static var current: TestTape? { ambient }

    /// The tape around this code.
    public static func required() throws(CassetteTestingError) -> TestTape {
        guard let ambient else { throw .noneAround }
        return ambient
    }

    /// What is done with the tape.
    public let mode: CassetteMode
    /// The instance that the tape was recorded from, or is.
    public let instance: Instance
    /// Who is signed in on the tape; nil for a guest, and when not known.
    public let user: String?
    /// The cassette's file; nil for stubs alone.
    public let path: String?
    let clock: TestClock
    let secrets: SecretBook
    let head: TapeHead
    let authorization: any NowSDKAuthorizationProviding

    init(
        mode: CassetteMode, instance: Instance, user: String?, path: String?, clock: TestClock, secrets: SecretBook,
        head: TapeHead, authorization: any NowSDKAuthorizationProviding
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

    /// The address of the instance.
    public var instanceURL: URL {
        guard let url = URL(string: instance.description) else { preconditionFailure("an instance has an address") }
        return url
    }

    /// The time as the tape has it; it is still.
    public var now: Date { Date(timeIntervalSince1970: Double(clock.now.microseconds) / 1_000_000) }

    /// How the instance is reached: for `NowSDKConfiguration`, for MyWork's `Authenticator`.
    public var network: NowNetwork { NowNetwork(transport: head, clock: clock, secrets: secrets) }

    /// Every exchange goes through here as it is: nobody is signed in, no redirect is followed.
    public var transport: any Transport { head }

    /// A transport to the instance that is signed in as the tape is, for code that takes one (`MyWorkService`). All that are
    /// asked for in one test share one session.
    public func signedIn() throws(NowServiceError) -> any Transport {
        guard let core = NowSDK.core(), let configuration = NowSDK.makeServiceConfiguration(for: instanceURL) else {
            throw .sdkNotConfigured
        }
        return try core.requestNetworkService(for: configuration, signedIn: true)
    }

    /// What the tape could not answer so far, as reports: why not, what comes nearest, and what differs.
    public var misses: [String] { head.misses }

    /// What of the test's part of the tape, and of its stubs, was not played so far, a line for each.
    public func unplayed() throws(CassetteTestingError) -> [String] { try head.unplayed(ofStubs: true) }

    /// Runs something with this tape around it and the SDK configured with it.
    func around<Result: Sendable>(_ operation: () async throws -> Result) async throws -> Result {
        let configuration = NowSDKConfiguration(
            authorizationProvider: authorization, permissionDelegate: NoPermission(),
            appBundleId: "snowdeck.cassette-testing", network: network)
        return try await Self.$ambient.withValue(self) {
            try await NowSDK.withConfiguration(configuration, operation: operation)
        }
    }

    private struct NoPermission: DevicePermissionDelegate {
        func canRequestPermission(_ permission: DevicePermission) -> Bool { false }
    }
}

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

    /// Runs `function`. Its own failure goes through unchanged, and nothing of what is said about the tape is before it.
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

/// What there is to say about a test's tape once the test is over.
struct TapeVerdict {
    /// Texts that belong to a failing test, by the names of their files.
    var attachments: [(name: String, text: String)] = []
    var warnings: [String] = []
    var failure: String?

    /// Looks at a tape.
    ///
    /// - Parameters:
    ///   - hasFailed: whether the test has failed by itself. Then nothing is added to its failure but attachments.
    ///   - isCase: whether it was one of several cases, of which none is expected to play everything.
    init(of tape: TestTape, _ options: CassetteOptions, hasFailed: Bool, isCase: Bool) {
        let misses = tape.misses
        let says = options.contains(.reportsUnplayed) || options.contains(.strictlyPlayed)
        let ownAlone = tape.head.isOwn && !isCase && !options.contains(.ignoresUnplayed)
        var unplayed: [String] = []
        if hasFailed || says || ownAlone {
            do throws(CassetteTestingError) {
                unplayed = try tape.head.unplayed(ofStubs: says || hasFailed)
            } catch {
                warnings.append("Unplayed exchanges cannot be listed: \(error.message)")
            }
        }
        guard !hasFailed else {
            if !misses.isEmpty { attachments.append(("misses.txt", misses.joined(separator: "\n\n") + "\n")) }
            if !unplayed.isEmpty { attachments.append(("unplayed.txt", unplayed.joined(separator: "\n") + "\n")) }
            return
        }
        if let first = misses.first {
            let others = misses.count > 1 ? " (and \(misses.count - 1) more)" : ""
            warnings.append("The test passed although its tape had no answer\(others): \(first)")
        }
        guard !unplayed.isEmpty, says || ownAlone else { return }
        let shown = unplayed.prefix(20) + (unplayed.count > 20 ? ["… and \(unplayed.count - 20) more"] : [])
        let text = "Not played:\n" + shown.map { "  " + $0 }.joined(separator: "\n")
        if options.contains(.strictlyPlayed) { failure = text } else { warnings.append(text) }
    }
}
