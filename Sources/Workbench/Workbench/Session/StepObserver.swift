package import ExchangeModel
package import Notation
import Synchronization

/// Observes a running step of a recipe: its number on the tape, its output, its answer and the last response.
package final class StepObserver: Sendable {
    package struct Seen: Sendable {
        package var command: Int64?
        package var output: [UInt8] = []
        package var errors: [UInt8] = []
        package var value: (@Sendable () -> JSON)?
        package var http: Int?
        package var headers: HeaderFields = [:]
    }

    private let seen = Mutex(Seen())
    private let seconds = Mutex<Int?>(nil)

    package init() {}

    /// The timeout of a request in the current step, in seconds; nil uses the settings.
    package var timeout: Int? {
        get { seconds.withLock { $0 } }
        set { seconds.withLock { $0 = newValue } }
    }

    /// The observations since the last call.
    package func take() -> Seen {
        seen.withLock { seen in
            defer { seen = Seen() }
            return seen
        }
    }

    func began(_ command: Int64?) { seen.withLock { $0.command = command } }
    func wrote(_ bytes: [UInt8]) { seen.withLock { $0.output += bytes } }
    func noted(_ text: String) { seen.withLock { $0.errors += Array(text.utf8) } }
    func gave(_ value: (@Sendable () -> JSON)?) { seen.withLock { $0.value = value } }
    package func answered(_ response: HTTPResponse) {
        seen.withLock { seen in
            seen.http = response.status
            seen.headers = response.headers
        }
    }
}

/// How a session runs lines of another command, such as the steps of a recipe.
package struct StepContext: Sendable {
    /// The outer command's number on the tape; nil in a replay that does not have it.
    let outer: Int64?
    package let watch: StepObserver
    /// Puts the outer command's own transport below all requests.
    let gated: @Sendable (any Transport) -> any Transport
    /// Whether the lines come from the tape being played: the commands then read no files.
    let isTaped: Bool

    package init(
        outer: Int64?, watch: StepObserver, isTaped: Bool, gated: @escaping @Sendable (any Transport) -> any Transport
    ) {
        self.outer = outer
        self.watch = watch
        self.isTaped = isTaped
        self.gated = gated
    }
}

/// In extend mode, reports responses from the tape to the step.
struct WatchedTransport: Transport {
    let next: any Transport
    let watch: StepObserver

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        let response = try await next.send(request)
        if request.purpose == .command { watch.answered(response) }
        return response
    }
}
