import CassetteStore
import ExchangeModel
import Sandbox
import Shell
import Synchronization
import TapeDeck

/// A transport that another one can replace.
final class SwitchedTransport: Transport {
    private let first: any Transport
    private let current: Mutex<any Transport>

    init(_ first: any Transport) {
        self.first = first
        current = Mutex(first)
    }

    /// Uses another transport; nil is the first one.
    func use(_ other: (any Transport)?) { current.withLock { $0 = other ?? first } }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let current = current.withLock { $0 }
        return try await current.send(request)
    }
}

extension TestMachine {
    /// Replaces the instance by a sandbox with what tapes show; without tapes, uses the first instance again.
    func useSandbox(_ tapes: [String]) throws(Problem) -> SandboxReport? {
        instance.use(nil)
        do {
            var observed = ObservedInstance(), last: TapeSite?
            for name in tapes {
                let cassette = try play(try located(name))
                guard let site = try TapeSite(of: cassette) else { continue }
                try cassette.forEachAPIResponse(of: site.origin) { observed.observe($0, $1) }
                last = site
            }
            guard let last else { return nil }
            let user = last.user ?? "admin"
            observed.addUser(named: user)
            var options = SandboxOptions(clock: FixedClock())
            options.observed = observed
            let sandbox = try SandboxInstance(options)
            instance.use(sandbox)
            return SandboxReport(
                instance: last.origin.origin, user: user, users: observed.userNames,
                tables: sandbox.knownTables.map {
                    .init(name: $0.name, count: $0.count, isComplete: $0.isComplete, madeCount: $0.madeCount)
                })
        } catch {
            throw ProblemMapper.problem(error)
        }
    }
}
