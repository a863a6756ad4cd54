public import ExchangeModel
public import FoundationEssentials
public import NowSDK
import Synchronization

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

    /// The time as the tape has it; it stands still.
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
