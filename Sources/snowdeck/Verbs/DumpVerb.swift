import CassetteStore
import Shell

/// `snowdeck dump CASSETTE`.
struct DumpVerb {
    private let host: HostEnvironment

    init(_ environment: MachineEnvironment, _ globals: BoundArguments) {
        host = Composition.host(environment, globals, bodyLimit: Cassette.standardBodyLimit).environment
    }

    func run(_ verb: BoundArguments) throws(Problem) -> Int32 {
        do {
            let cassette = try host.tapes.play(host.tapes.path(verb.string("cassette") ?? ""))
            var dump = CassetteDump(of: cassette)
            // False when the reader is gone, as after `| head`.
            while let text = try dump.next() {
                guard try host.standardOutput.write(Array(text.utf8)) else { break }
            }
            return 0
        } catch {
            throw ProblemMaking.problem(error)
        }
    }
}
