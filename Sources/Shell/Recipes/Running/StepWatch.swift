import ExchangeModel
import Notation
import Synchronization

/// What is seen of a recipe's step while it runs: its number on the tape, what it writes, its answer, and what the
/// instance answered it last.
final class StepWatch: Sendable {
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

    /// How long a request of the present step may take, in seconds; nil leaves that to the settings.
    var timeout: Int? {
        get { seconds.withLock { $0 } }
        set { seconds.withLock { $0 = newValue } }
    }

    /// What was seen since this was last called.
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

/// What the session of a recipe's steps has beside any other: the command that they are within, what watches them, and the
/// gate below all that they send.
struct StepSurroundings: Sendable {
    /// The outer command's number on the tape; nil when it plays and is not on it.
    let outer: Int64?
    let watch: StepWatch
    let gate: RecipeGate
    /// Whether the steps after one whose expectations do not hold run as well.
    var goesOn = false
    /// Whether a `RecipeRunLog` takes the run to show it.
    var isTaken = false
    /// Whether the recipe came from a tape that plays: its lines read no file of the user's.
    var isTaped = false
}

/// Collects the runs of recipes in a session.
package final class RecipeRunLog: Sendable {
    private let runs = Mutex<[RecipeRun]>([])

    /// Whether a run goes on after a step whose expectations do not hold, so that all of them show.
    package let goesOn: Bool

    package init(goesOn: Bool = false) { self.goesOn = goesOn }

    func add(_ run: RecipeRun) { runs.withLock { $0.append(run) } }

    /// The runs since this was last called, in order.
    package func take() -> [RecipeRun] {
        runs.withLock { runs in
            defer { runs = [] }
            return runs
        }
    }
}
