import CassetteStore
import ExchangeModel
import Glibc
import LiveTransport
import NowSDK
import Synchronization
import TapeDeck

/// One test's use of its tape, from begin to end.
struct TapeRun: Sendable {
    let tape: TestTape
    private var recorded: RecordedStretch?
    private var played: PlayedStretches?

    /// Begins. A recording test waits for others that record to the same tape.
    ///
    /// - Parameter test: the test's name with its suites and module; nil if it has none.
    static func begin(_ setup: CassetteSetup, for test: String?) async throws(CassetteTestingError) -> TapeRun {
        let mode = try setup.chosenMode()
        guard let path = try setup.path() else { return try stubs(setup) }
        guard mode != .replay else { return try replay(setup, path, test) }
        // It would wait for itself.
        if let withCurrent = TestTape.current, withCurrent.path == path, withCurrent.mode != .replay {
            throw CassetteTestingError(.misuse, "\(path) is being recorded around this code already.")
        }
        let name = test ?? "withCassette"
        let last = await ProcessTapes.take(path, for: name)
        do throws(CassetteTestingError) {
            return try live(setup, path, mode, name, last)
        } catch {
            ProcessTapes.leave(path)
            throw error
        }
    }

    /// Ends: later requests fail, and the recording is on disk.
    func end() throws(CassetteTestingError) {
        tape.head.end()
        guard let path = tape.path, let recorded else { return }
        defer { ProcessTapes.leave(path) }
        // Closed first, because an open reader keeps the WAL file.
        played?.close()
        try recorded.close()
    }

    private static func stubs(_ setup: CassetteSetup) throws(CassetteTestingError) -> TapeRun {
        let head = TestTransport(stubs: StubQueue(setup.stubs), played: nil, recorded: nil, remedy: "")
        let tape = TestTape(
            mode: .replay, instance: try instance(setup.instance ?? CassetteSetup.stubInstance), user: nil, path: nil,
            // 2024-01-01 00:00:00, an arbitrary time.
            clock: TestClock(now: Timestamp(seconds: 1_704_067_200), waits: false), secrets: SecretBook(), head: head,
            authorization: setup.authorization ?? FixedAuthorization.guest)
        return TapeRun(tape: tape)
    }

    static func replay(
        _ setup: CassetteSetup, _ path: String, _ test: String?
    ) throws(CassetteTestingError) -> TapeRun {
        let secrets = SecretBook(), played: PlayedStretches
        do throws(CassetteTestingError) {
            played = try PlayedStretches(of: path, for: test, secrets: secrets)
        } catch {
            guard error.kind == .noCassette else { throw error }
            throw CassetteTestingError(
                .noCassette,
                "There is no tape at \(path). To record it, run the test once with \(CassetteMode.variable)=record "
                    + "and SNOWDECK_INSTANCE naming an instance.")
        }
        let head = TestTransport(
            stubs: StubQueue(setup.stubs), played: played, recorded: nil,
            remedy:
                "to record what is missing: \(CassetteMode.variable)=extend with SNOWDECK_INSTANCE naming an instance")
        let tape = TestTape(
            mode: .replay, instance: try instance(played.first.instance), user: played.first.user, path: path,
            clock: TestClock(now: played.first.startedAt, waits: false), secrets: secrets, head: head,
            // Placeholders for the user who was signed in on the tape. Nothing sent with them leaves the process.
            authorization: played.first.user.map { .basic(user: $0, password: TapeCredentials.placeholder.text) }
                ?? .guest)
        return TapeRun(tape: tape)
    }

    private static func live(
        _ setup: CassetteSetup, _ path: String, _ mode: CassetteMode, _ test: String, _ last: String?
    ) throws(CassetteTestingError) -> TapeRun {
        let exists = access(path, F_OK) == 0
        let secrets = SecretBook()
        var played: PlayedStretches?
        // Always checked, because a file that is not a cassette must not be replaced.
        if exists {
            let before = try PlayedStretches(of: path, for: test, secrets: secrets)
            if mode == .extend { played = before } else { before.close() }
        }
        let named = setup.instance ?? setup.environment.instance
        guard let text = named ?? played?.first.instance else {
            throw CassetteTestingError(
                .misuse, "To \(mode.rawValue), an instance is needed: set SNOWDECK_INSTANCE, or say `instance:`.")
        }
        let instance = try instance(text)
        if mode == .record, exists, last == nil { unlink(path) }
        let present = RecordingClock.machine(), start = played?.first.startedAt ?? present
        let authorization: any NowSDKAuthorizationProviding & Sendable
        if let own = setup.authorization { authorization = own } else { authorization = try setup.environment.tokens() }
        let recorded = RecordedStretch(liveGuard: LiveGuard(setup, isNamed: named != nil)) { continued in
            RecordingDeck(
                session: SessionRecord(
                    startedAt: start, instance: instance.description, user: setup.environment.user, zone: "UTC",
                    zoneRules: "UTC0", width: nil, version: "tests", policy: "",
                    settings: TestLabel(test: test, continued: continued).text, seed: 0), secrets: secrets,
                clock: RecordingClock(beginningAt: present),
                // A recording that continues a stretch begins an epoch; otherwise that stretch would answer its
                // requests. Cases of one test, recorded one after another, share one.
                standsAlone: continued != nil || last != test,
                open: { () throws(CassetteError) in try Cassette.recording(at: path) },
                next: { setup.live ?? network(setup.environment) })
        }
        if mode == .record { try recorded.begin() }
        let tape = TestTape(
            mode: mode, instance: instance, user: setup.environment.user ?? played?.first.user, path: path,
            clock: TestClock(now: start, waits: true), secrets: secrets,
            head: TestTransport(stubs: StubQueue(setup.stubs), played: played, recorded: recorded, remedy: ""),
            authorization: authorization)
        return TapeRun(tape: tape, recorded: recorded, played: played)
    }

    private static func network(_ environment: TestEnvironment) -> CurlTransport {
        CurlTransport(
            WireOptions(
                certificateFile: environment.certificateFile,
                proxies: ProxySettings(environment: environment.variables)))
    }

    private static func instance(_ text: String) throws(CassetteTestingError) -> Instance {
        do throws(InstanceError) {
            return try Instance(text)
        } catch {
            throw CassetteTestingError(.misuse, "“\(text)” is not the address of an instance: \(error)")
        }
    }
}

/// What a test records: its own session on the tape, which begins with its first request to the instance.
final class RecordedStretch: Sendable {
    private let liveGuard: LiveGuard
    private let make: @Sendable (_ continued: Int64?) -> RecordingDeck
    private let state = Mutex<(continued: Int64?, deck: RecordingDeck?)>((nil, nil))

    init(liveGuard: LiveGuard, make: @escaping @Sendable (_ continued: Int64?) -> RecordingDeck) {
        self.liveGuard = liveGuard
        self.make = make
    }

    func continues(_ session: Int64?) { state.withLock { $0.continued = session } }

    func begin() throws(CassetteTestingError) {
        do throws(TapeError) { try deck.open() } catch { throw CassetteTestingError(.unreadable, error.message) }
    }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        try liveGuard.check(request)
        return try await deck.transport.send(request)
    }

    func close() throws(CassetteTestingError) {
        guard let deck = state.withLock({ $0.deck }) else { return }
        do throws(TapeError) {
            if let loss = deck.loss { throw loss }
            try deck.close()
        } catch {
            throw CassetteTestingError(.unreadable, error.message)
        }
    }

    private var deck: RecordingDeck {
        state.withLock { state in
            if let deck = state.deck { return deck }
            let deck = make(state.continued)
            state.deck = deck
            return deck
        }
    }
}

/// Decides what may be sent to the instance while recording: reads always; writes to an instance named for it, and to
/// this machine (a sandbox), unless a profile of the prompt guards that address: it may be a tunnel.
struct LiveGuard: Sendable {
    private let allowed: Instance?
    private let profiles: [Substring]
    private let isNamed: Bool

    /// - Parameter isNamed: whether the instance to record from was named explicitly.
    init(_ setup: CassetteSetup, isNamed: Bool) {
        allowed = setup.environment.variables["SNOWDECK_ALLOW_WRITES"].flatMap { try? Instance($0) }
        profiles = setup.environment.profiles
        self.isNamed = isNamed
    }

    func check(_ request: HTTPRequest) throws(TransportFailure) {
        let address = "\(request.method) \(request.url.origin)\(request.url.path)"
        guard isNamed else {
            throw TransportFailure(
                .tape,
                "The tape does not have \(address), and no instance is named to record it from: set "
                    + "SNOWDECK_INSTANCE.")
        }
        guard request.purpose != .signIn, !Safety.isSafe(request) else { return }
        if request.url.isLoopback, !profiles.contains(where: { Self.guards($0, request.url) }) { return }
        guard let allowed, allowed.origin.origin == request.url.origin else {
            throw TransportFailure(
                .tape,
                "\(address) would change something at an instance that is not a sandbox. To allow it: "
                    + "SNOWDECK_ALLOW_WRITES=\(request.url.origin)")
        }
    }

    /// Whether a line of the start-up file is a profile for this port of this machine whose guard is not open. A line
    /// in another form than Snowdeck writes it guards too.
    private static func guards(_ line: Substring, _ url: HTTPURL) -> Bool {
        let words = line.split { " \t'\"=".contains($0) }
        let isOpen = zip(words, words.dropFirst()).contains { $0 == "--guard" && $1 == "open" }
        return words.starts(with: ["profile", "add"]) && !isOpen
            && words.dropFirst(2).contains { word in
                let origin = (try? Instance(String(word)))?.origin
                return origin.map { $0.isLoopback && $0.effectivePort == url.effectivePort } ?? false
            }
    }
}

/// The time in a test, fixed at the start of the tape. Waiting is real only while recording.
struct TestClock: ExchangeModel.Clock {
    let now: Timestamp
    let waits: Bool

    func sleep(microseconds: Int64) async throws {
        try Task.checkCancellation()
        if waits { try await Task.sleep(for: .microseconds(microseconds)) }
    }
}

/// The system time, whose first value was read earlier, so that the session on the tape begins with its test.
final class RecordingClock: ExchangeModel.Clock {
    private let first: Mutex<Timestamp?>

    init(beginningAt first: Timestamp) { self.first = Mutex(first) }

    var now: Timestamp {
        let first = first.withLock { first in
            defer { first = nil }
            return first
        }
        return first ?? Self.machine()
    }

    func sleep(microseconds: Int64) async throws { try await Task.sleep(for: .microseconds(microseconds)) }

    static func machine() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}

/// The tapes that tests of this process record: one test at a time has a tape.
enum ProcessTapes {
    private static let gates = NamedGates()
    /// The last test that recorded to each tape.
    private static let lastTests = Mutex<[String: String]>([:])

    /// Waits until no other test records to the tape and returns the last test that did; nil for the first.
    static func take(_ path: String, for test: String) async -> String? {
        await gates.enter(path)
        return lastTests.withLock { $0.updateValue(test, forKey: path) }
    }

    static func leave(_ path: String) { gates.leave(path) }
}
