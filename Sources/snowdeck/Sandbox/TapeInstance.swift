import CassetteStore
import ExchangeModel
import Sandbox
import Shell
import TapeDeck

/// What tapes show of an instance, for a sandbox made from them.
struct TapeInstance: Sendable {
    private(set) var observed = ObservedInstance()
    /// The address of the recorded instance.
    let instance: String
    /// The user of the last session.
    let user: String
    private var servers: [TapeServer] = []

    /// Reads every exchange of the tapes in their order, each once.
    init(_ names: [String], _ tapes: any TapeStorage) throws(Problem) {
        do {
            var cassettes: [(cassette: Cassette, site: TapeSite)] = []
            for name in names {
                let cassette = try tapes.play(try tapes.located(name))
                guard let site = try TapeSite(of: cassette) else {
                    throw Problem(.tape, "\(name) holds no session with an instance.", hints: ["tape list"])
                }
                cassettes.append((cassette, site))
            }
            guard let last = cassettes.last?.site else { throw Problem(.usage, "--from names no tape.") }
            for (offset, tape) in cassettes.enumerated() where tape.site.origin.origin != last.origin.origin {
                let other = names[names.count - 1]
                throw Problem(
                    .usage,
                    "\(names[offset]) was recorded from \(tape.site.origin.origin), \(other) from "
                        + "\(last.origin.origin).",
                    hints: ["A sandbox is made from tapes of one instance."])
            }
            instance = last.origin.origin
            user = cassettes.lazy.reversed().compactMap(\.site.user).first ?? "admin"
            for (cassette, site) in cassettes {
                try cassette.forEachAPIResponse(of: last.origin) { observed.observe($0, $1) }
                var options = ServeReplayVerb.options
                options.notify = { _ in }
                servers.append(TapeServer(cassette, site, options))
            }
            observed.addUser(named: user)
        } catch {
            throw ProblemMapper.problem(error)
        }
    }

    /// The options of a sandbox with what the tapes show; the latest tape answers other requests first.
    func options(_ options: SandboxOptions) -> SandboxOptions {
        var options = options
        options.observed = observed
        // An answer may have been recorded after a change that was not sent here: other interfaces have no records.
        options.recorded = { [servers] request in
            var response: HTTPResponse?
            for server in servers.reversed() {
                let answer = server.answer(request)
                // A miss; browsers get a page with 404.
                let isMiss = answer.status == 501 || answer.status == 404
                if !isMiss { return answer }
                response = response ?? answer
            }
            return response
        }
        return options
    }

    /// What is known, and who can sign in.
    func report(_ tables: [KnownTable]) -> SandboxReport {
        SandboxReport(
            instance: instance, user: user, users: observed.userNames,
            tables: tables.map {
                .init(name: $0.name, count: $0.count, isComplete: $0.isComplete, madeCount: $0.madeCount)
            })
    }
}
