import CassetteStore
import Glibc
import Synchronization

/// Limits the cost of replaying a tape's own commands. An untrusted tape can contain loops that its size does not show,
/// so commands and requests are counted, and the process's memory growth is measured at each.
package final class ReplayBudget: Sendable {
    package struct Limits: Sendable {
        package var steps = 10_000
        /// Additional commands and requests for each recorded one.
        package var stepsPerRecord = 4
        package var memory = 2 << 30

        package init() {}
    }

    private struct State {
        var steps = 0
        /// Nil until `Limits.steps` are used up, because counting the tape's records takes time.
        var allowedSteps: Int?
        var excess: TapeError?
    }

    private let cassette: Cassette
    private let limits: Limits
    private let memory: @Sendable () -> Int
    private let allowedMemory: Int
    private let begin: Int
    private let state = Mutex(State())

    /// A budget that begins now.
    ///
    /// - Parameter memory: measures the process's memory in bytes.
    init(of cassette: Cassette, _ limits: Limits, memory: @escaping @Sendable () -> Int = ReplayBudget.maxResident) {
        self.cassette = cassette
        self.limits = limits
        self.memory = memory
        // Several copies of a body exist while it is decoded and rendered.
        allowedMemory = max(limits.memory, limits.memory / Cassette.standardBodyLimit * cassette.bodyLimit)
        begin = memory()
    }

    /// Why the replay has to end; nil within the budget.
    package var excess: TapeError? { state.withLock { $0.excess } }

    func takeStep() throws(TapeError) { try spend(steps: 1) }

    func check() throws(TapeError) { try spend(steps: 0) }

    private func spend(steps: Int) throws(TapeError) {
        try state.withLock { state throws(TapeError) in
            if let excess = state.excess { throw excess }
            state.steps += steps
            if state.steps > limits.steps {
                let allowed: Int
                if let known = state.allowedSteps { allowed = known } else { allowed = try allowedSteps() }
                state.allowedSteps = allowed
                if state.steps > allowed { state.excess = .excess(.steps(allowed)) }
            }
            if memory() - begin > allowedMemory { state.excess = .excess(.memory(allowedMemory)) }
            if let excess = state.excess { throw excess }
        }
    }

    private func allowedSteps() throws(TapeError) -> Int {
        do throws(CassetteError) {
            return limits.steps
                + limits.stepsPerRecord * (try cassette.commandCount() + cassette.exchangeCount())
        } catch {
            throw TapeError(error)
        }
    }

    /// The peak resident memory of the process, in bytes.
    @Sendable static func maxResident() -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Int(usage.ru_maxrss) << 10
    }
}

/// The limit that a replay exceeded.
package enum ReplayExcess: Sendable, Hashable {
    case steps(Int)
    case memory(Int)

    var message: String {
        switch self {
        case .steps(let limit):
            "The replay was stopped after more than \(limit) commands and requests, the limit for this tape."
        case .memory(let limit):
            "The replay was stopped at \(limit >> 20) MiB of memory, the limit for this tape."
        }
    }
}
