import ExchangeModel
import Sandbox
import Shell

/// What `--fault` switches on.
struct FaultFlags {
    private let faults: [Fault]

    /// Reads the flags of a command. A name that is none comes back with those that are near.
    init(_ verb: BoundArguments) throws(Problem) {
        var faults: [Fault] = []
        for text in verb.strings("fault") {
            do {
                faults.append(try Fault(text))
            } catch {
                throw FaultFlags.problem(error, verb)
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

    private static func problem(_ error: FaultError, _ verb: BoundArguments) -> Problem {
        let names = FaultKind.allCases.map(\.rawValue)
        var hints: [String] = []
        if case .unknown(let name) = error {
            hints = DidYouMean.hints(for: name, among: names)
            if hints.isEmpty { hints = ["Faults: " + FaultKind.allCases.map(\.usage).joined(separator: ", ")] }
        }
        // Of several the one that is meant is named by the sentence.
        return verb.strings("fault").count == 1
            ? verb.problem(.usage, error.description, at: "fault", hints: hints)
            : Problem(.usage, error.description, hints: hints)
    }
}
