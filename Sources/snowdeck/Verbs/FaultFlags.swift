import ExchangeModel
import Sandbox
import Shell

/// What `--fault` switches on.
struct FaultFlags {
    private let faults: [Fault]

    /// Reads the flags of a command. A name that is none comes back with those that are near.
    init(_ verb: BoundArguments) throws(Problem) {
        var faults: [Fault] = []
        for (place, given) in verb.given("fault").enumerated() {
            do {
                faults.append(try Fault(given.text))
            } catch {
                throw verb.problem(
                    .usage, error.description, at: "fault", value: place, hints: FaultFlags.hints(for: error))
            }
        }
        self.faults = faults
    }

    /// The sandbox with its faults.
    func transport(_ options: SandboxOptions) throws -> any Transport {
        var options = options
        options.faults += faults
        let sandbox = try SandboxInstance(options)
        guard let slow = faults.last(where: { $0.kind == .slow }), let seconds = slow.number else { return sandbox }
        return DelayedTransport(sandbox, seconds: seconds, clock: options.clock)
    }

    private static func hints(for error: FaultError) -> [String] {
        guard case .unknown(let name) = error else { return [] }
        let near = DidYouMean.hints(for: name, among: FaultKind.allCases.map(\.rawValue))
        return near.isEmpty ? ["Faults: " + FaultKind.allCases.map(\.usage).joined(separator: ", ")] : near
    }
}
