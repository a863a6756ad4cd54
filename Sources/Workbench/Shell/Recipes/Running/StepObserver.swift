import ExchangeModel
import Notation
import Synchronization

/// Observes a running step of a recipe: its number on the tape, its output, its answer and the last response.
final class StepObserver: Sendable {
    struct Seen: Sendable {
        var command: Int64?
        var output: [UInt8] = []
        var errors: [UInt8] = []
        var value: (@Sendable () -> JSON)?
        var http: Int?
        var headers: HeaderFields = [:]
    }

    private let seen = Mutex(Seen())
    private let seconds = Mutex<Int?>(nil)

    /// The timeout of a request in the current step, in seconds; nil uses the settings.
    var timeout: Int? {
        get { seconds.withLock { $0 } }
        set { seconds.withLock { $0 = newValue } }
    }

    /// The observations since the last call.
    func take() -> Seen {
        seen.withLock { seen in
            defer { seen = Seen() }
            return seen
        }
    }

    func began(_ command: Int64?) { seen.withLock { $0.command = command } }
    func wrote(_ bytes: [UInt8]) { seen.withLock { $0.output += bytes } }
    func noted(_ text: String) { seen.withLock { $0.errors += Array(text.utf8) } }
    func gave(_ value: (@Sendable () -> JSON)?) { seen.withLock { $0.value = value } }
    func answered(_ response: HTTPResponse) {
        seen.withLock { seen in
            seen.http = response.status
            seen.headers = response.headers
        }
    }
}

/// The environment of a recipe's steps: the outer command, the observer of steps, and the gate below all requests.
struct StepContext: Sendable {
    /// The outer command's number on the tape; nil in a replay that does not have it.
    let outer: Int64?
    let watch: StepObserver
    let gate: RecipeGate
    /// Whether to continue after a step whose expectations fail.
    var continuesAfterFailure = false
    /// Whether a `RecipeRunLog` collects the run to show it.
    var isTaken = false
    /// Whether the recipe comes from the tape being played: its commands then read no files.
    var isTaped = false
}

/// Collects the recipe runs of a session.
package final class RecipeRunLog: Sendable {
    private let runs = Mutex<[RecipeRun]>([])

    /// Whether a run continues after a step whose expectations fail, to show all failures.
    package let continuesAfterFailure: Bool

    package init(continuesAfterFailure: Bool = false) { self.continuesAfterFailure = continuesAfterFailure }

    func add(_ run: RecipeRun) { runs.withLock { $0.append(run) } }

    /// The runs since the last call, in order.
    package func take() -> [RecipeRun] {
        runs.withLock { runs in
            defer { runs = [] }
            return runs
        }
    }
}
