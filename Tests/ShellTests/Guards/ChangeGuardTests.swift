import CassetteStore
import ExchangeModel
import LiveTransport
import NowSDK
import NowWeb
import Synchronization
import TapeDeck
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Interop
@testable import Pages
@testable import Recipes
@testable import SandboxCommands
@testable import Tables
@testable import Tapes
@testable import Workbench

/// A server on loopback that answers everything and keeps the head of each request.
private final class WatchedServer: Sendable {
    private let server: RawServer
    private let seen: ArrivedRequests

    private final class ArrivedRequests: Sendable {
        let lines = Mutex<[String]>([])
    }

    init() {
        let seen = ArrivedRequests()
        self.seen = seen
        server = RawServer { connection in
            while let request = connection.readRequest() {
                seen.lines.withLock { $0.append(String(request.prefix { $0 != "\r\n" })) }
                let body = #"{"result":[]}"#
                connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                        + (request.hasPrefix("HEAD ") ? "" : body))
            }
        }
    }

    var address: String { server.address }
    var instance: Instance { get throws { try Instance(server.address) } }

    /// The request lines since the last call.
    func take() -> [String] {
        seen.lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}

/// Every way to change something, tried at every guard in front of a server on loopback that keeps what reaches it.
struct ChangeGuardTests {
    enum Guard: String, CaseIterable {
        case recipeGate = "a step that declares another change"
        case recipePlan = "recipe run --plan"
        case readOnlyProfile = "read-only profile"
        case confirmProfile = "confirm profile at a loopback address, without an answer"
        case productionProfile = "production profile at a loopback address, with the answer y"
        case restConfirmation = "rest without a profile"
        case diff = "diff"
        case recordReadOnly = "serve record, read-only profile at a loopback address"
        case recordConfirm = "serve record, confirm profile at a loopback address"
        case recordProduction = "serve record, production profile at a loopback address"
        case browserRelay = "page browse without --allow-writes"
    }

    private static let read = ChangingRequest("a read", .get, "/api/now/table/incident?sysparm_limit=1")

    @Test(arguments: Guard.allCases) func nothingThatChangesArrives(_ given: Guard) async throws {
        let server = WatchedServer()
        let send = try sender(given, server)
        var passed: [String] = []
        for way in ChangingRequest.all {
            _ = try? await send(way)
            for line in server.take() { passed.append("\(way.name): \(line)") }
        }
        expectEqual(passed, [], "\(given.rawValue)")
        _ = try await send(Self.read)
        // Drift compares two answers.
        #expect(!server.take().isEmpty, "\(given.rawValue) does not let a read pass")
    }

    @Test func tableIsLarge() {
        expectEqual(Set(ChangingRequest.all.map(\.name)).count, ChangingRequest.all.count)
        #expect(ChangingRequest.all.count >= 70)
    }

    /// Each way is recorded as a change: the requests arrive, and each opens an epoch.
    @Test func everyWayOpensAnEpoch() async throws {
        let server = WatchedServer(), folder = try Folder()
        let path = folder.path + "/t.cassette"
        let deck = try recording(at: path, server, next: CurlTransport())
        let origin = try server.instance.origin
        for way in ChangingRequest.all {
            _ = try await deck.transport.send(Self.read.request(to: origin))
            _ = try await deck.transport.send(way.request(to: origin))
        }
        try deck.close()
        expectEqual(server.take().count, ChangingRequest.all.count * 2)
        let epochs = try Cassette.playing(at: path).requests(after: 0, limit: 1000).map(\.request.epoch)
        try #require(epochs.count == ChangingRequest.all.count * 2)
        for (place, way) in ChangingRequest.all.enumerated() {
            expectEqual(epochs[place * 2 + 1], Int64(place + 1), "\(way.name)")
        }
    }

    private typealias Send = (ChangingRequest) async throws -> Void

    private func sender(_ given: Guard, _ server: WatchedServer) throws -> Send {
        let instance = try server.instance, origin = instance.origin
        func through(_ transport: any Transport) -> Send {
            { way in _ = try await transport.send(way.request(to: origin)) }
        }
        func profile(_ kind: WriteGuard) -> Profile {
            Profile("tunnel", instance, signIn: SignInChoice(), writeGuard: kind)
        }
        switch given {
        case .recipeGate, .recipePlan:
            let gate = RecipeGate(instance, plans: given == .recipePlan)
            gate.begin(["problem"])
            return through(GatedTransport(next: CurlTransport(), gate: gate, watch: StepObserver()))
        case .readOnlyProfile: return through(ReadOnlyTransport(next: CurlTransport(), profile: "tunnel"))
        case .confirmProfile: return try typing(server, profile(.confirm))
        case .productionProfile: return try typing(server, profile(.production), answer: "y")
        case .restConfirmation: return try typing(server, nil)
        case .diff: return try drift(server)
        case .recordReadOnly: return try proxy(server, profile(.readOnly))
        case .recordConfirm: return try proxy(server, profile(.confirm))
        case .recordProduction: return try proxy(server, profile(.production))
        case .browserRelay:
            let relay = BrowseRelay(
                instance: instance, key: RelayKey(random: { [UInt8](repeating: 7, count: $0) }), isSafe: Safety.isSafe,
                next: CurlTransport())
            return { way in
                var headers = way.headers
                if way.name == Self.read.name { headers = ["Accept": "application/json"] }
                _ = await relay.answer(
                    RelayRequest(way.method, way.target, .data, headers: headers, body: way.body))
            }
        }
    }

    /// Types `rest` lines at a prompt whose instance is the server.
    private func typing(_ server: WatchedServer, _ profile: Profile?, answer: String? = nil) throws -> Send {
        let answers = answer.map { [String](repeating: $0, count: ChangingRequest.all.count) } ?? []
        let machine = try TestMachine(instance: CurlTransport(), answers: answers)
        let harness = try ShellHarness(machine, instance: server.address, profile: profile)
        return { way in
            var line = "rest \(way.method) '\(way.target)'"
            for field in way.headers { line += " -H '\(field.name): \(field.value)'" }
            if let body = way.body {
                machine.folder.write(body, to: "body.bin")
                line += " --body @body.bin"
            }
            _ = await harness.session.run(line)
        }
    }

    private func recording(at path: String, _ server: WatchedServer, next: any Transport) throws -> RecordingDeck {
        let deck = RecordingDeck(
            session: SessionRecord(
                startedAt: FixedClock().now, instance: server.address, user: nil, zone: "UTC", zoneRules: "UTC0",
                width: nil, version: "tests", policy: "", settings: "{}", seed: 0), secrets: SecretBook(),
            clock: FixedClock(), open: { () throws(CassetteError) in try Cassette.recording(at: path, wait: 0) },
            next: { next })
        try deck.open()
        return deck
    }

    /// Compares a tape that holds the request with the server.
    private func drift(_ server: WatchedServer) throws -> Send {
        let answer = HTTPResponse(
            status: 200, reason: "OK", headers: ["Content-Type": "application/json"], body: [0x7B, 0x7D])
        let machine = try TestMachine(instance: CurlTransport()),
            harness = try ShellHarness(machine, instance: server.address, tape: "later")
        return { way in
            let path = machine.path("drift")
            machine.folder.remove(path)
            machine.folder.makeFolder(for: path)
            let deck = try self.recording(at: path, server, next: ScriptedTransport([.success(answer)]))
            _ = try await deck.transport.send(way.request(to: server.instance.origin))
            try deck.close()
            _ = await harness.session.run("diff drift")
        }
    }

    /// Sends through `serve record` without `--allow-writes`.
    private func proxy(_ server: WatchedServer, _ profile: Profile) throws -> Send {
        let machine = try TestMachine(), instance = try server.instance
        machine.folder.makeFolder(for: machine.path("proxy"))
        let deck = try recording(at: machine.path("proxy"), server, next: CurlTransport())
        let target = RecordingProxy.Target(
            origin: instance.origin, name: "tunnel",
            mayWrite: WriteGuard.admitsChanges(to: instance, profile, isNamed: false))
        let port = RecordingProxy(
            deck,
            RecordingProxy.Options(
                target, limits: RequestLimits(seconds: 60, body: 1 << 20),
                isSignIn: SignInAddresses.contains, notify: { _ in })
        ).port()
        let front = try #require(HTTPURL("http://127.0.0.1:1"))
        return { way in
            _ = machine
            _ = try await port.send(way.request(to: front))
        }
    }
}

/// What a profile says counts before what an address says.
struct LoopbackProfileTests {
    @Test func proxyFollowsTheProfile() throws {
        let tunnel = try Instance("http://127.0.0.1:8443"), far = try Instance("dev1")
        func admits(_ kind: WriteGuard?, _ instance: Instance, isNamed: Bool) -> Bool {
            let profile = kind.map { Profile("p", instance, signIn: SignInChoice(), writeGuard: $0) }
            return WriteGuard.admitsChanges(to: instance, profile, isNamed: isNamed)
        }
        let expected: [(WriteGuard?, loopback: Bool, loopbackNamed: Bool, far: Bool, farNamed: Bool)] = [
            (nil, true, true, false, true), (.open, true, true, false, true), (.confirm, false, true, false, true),
            (.production, false, true, false, true), (.readOnly, false, false, false, false),
        ]
        for (kind, loopback, loopbackNamed, farAway, farNamed) in expected {
            expectEqual(admits(kind, tunnel, isNamed: false), loopback, "\(String(describing: kind))")
            expectEqual(admits(kind, tunnel, isNamed: true), loopbackNamed, "\(String(describing: kind))")
            expectEqual(admits(kind, far, isNamed: false), farAway, "\(String(describing: kind))")
            expectEqual(admits(kind, far, isNamed: true), farNamed, "\(String(describing: kind))")
        }
    }

    @Test func portOfThisMachineIsOneInstanceUnderAllNames() throws {
        let profiles = [
            Profile("tunnel", try Instance("https://localhost:8443"), signIn: SignInChoice(), writeGuard: .production),
            Profile("box", try Instance("http://localhost"), signIn: SignInChoice(), writeGuard: .readOnly),
        ]
        for text in ["https://127.0.0.1:8443", "http://[::1]:8443", "tunnel.localhost:8443", "127.9.9.9:8443"] {
            let found = Profile.matching(text, among: profiles)
            expectEqual(found?.writeGuard, .production, "\(text)")
            expectEqual(found?.instance, (try Instance(text)))
        }
        expectEqual(Profile.matching("http://127.0.0.1:8444", among: profiles), nil)
        expectEqual(Profile.matching("https://dev.example.com:8443", among: profiles), nil)
        // The embedded sandbox is no server of this machine.
        expectEqual(Profile.matching("http://sandbox.localhost", among: profiles), nil)
    }

    /// A recipe at the sandbox's address follows a profile's guard too.
    @Test func recipeAtTheSandboxFollowsTheProfile() async throws {
        let machine = try TestMachine()
        let text = SampleRecipes.text("Change", writes: "incident", "> table update incident INC0010021 urgency=1")
        machine.folder.write(Array(text.utf8), to: "recipes/change.recipe.md")
        let profile = Profile("box", try ShellHarness.sandbox, signIn: SignInChoice(), writeGuard: .confirm)
        let guarded = try ShellHarness(machine, profile: profile)
        await expectEqual(guarded.session.run("recipe run change"), 7)
        #expect(machine.errors.take().contains("changes incident, and this is sandbox: nothing was run."))
    }

    /// A document in a file is judged by what it would send.
    @Test func documentInAFileChangesDeclaredTablesOnly() async throws {
        for (declared, status) in [("problem", Int32(7)), ("incident", 0), ("page", 7), ("journal", 7)] {
            let machine = try TestMachine()
            let text = SampleRecipes.text("Change", writes: declared, "> graphql @change.graphql --no-validate")
            machine.folder.write(Array(text.utf8), to: "recipes/change.recipe.md")
            let document = #"mutation { GlideRecord_Mutation { insert_incident(urgency: "1") { number { value } } } }"#
            machine.folder.write(Array(document.utf8), to: "recipes/change.graphql")
            let harness = try ShellHarness(machine)
            let ended = await harness.session.run("recipe run change")
            expectEqual(ended, status, "\(declared): \(machine.errors.take())")
        }
    }
}
