import ExchangeModel
import NowSDK
import Synchronization
import TapeDeck
import Workbench

/// Limits a recipe's requests to the chosen instance and to declared changes. It is below every command, so that none
/// can bypass it.
final class RecipeGate: Sendable {
    /// A request in a plan.
    struct Planned: Sendable {
        var line: String
        var isSent: Bool
    }

    private struct State {
        /// The declared changes of the current step.
        var changes: Set<String> = []
        var planned: [Planned] = []
        /// The number of records created, updated and deleted, by HTTP method.
        var counts: [String: Int] = [:]
    }

    private let instance: Instance
    /// Whether changes are planned instead of sent.
    let plans: Bool
    /// Whether the user has typed the steps, so that they declare nothing and only the guard of the session applies.
    let isOpen: Bool
    private let state = Mutex(State())

    init(_ instance: Instance, plans: Bool, isOpen: Bool = false) {
        self.instance = instance
        self.plans = plans
        self.isOpen = isOpen
    }

    /// Begins a step that may make only these changes.
    func begin(_ changes: Set<String>) {
        state.withLock { state in
            state.changes = changes
            state.planned = []
        }
    }

    /// Throws if a command names another host.
    func reach(_ invocation: Invocation, _ variables: Expansion) throws(Problem) {
        try instance.checkReach(of: invocation, variables)
    }

    var planned: [Planned] { state.withLock { $0.planned } }
    var counts: [String: Int] { state.withLock { $0.counts } }

    /// Why a request is not sent; nil if it may be.
    fileprivate func refusal(of request: HTTPRequest) -> Problem? {
        if request.purpose == .signIn || isOpen { return nil }
        guard request.url.origin == instance.origin.origin else {
            return Problem(
                .guardRefused, "A recipe may contact only \(instance); \(request.url.origin) was not contacted.")
        }
        let effect = RequestEffect.of(request)
        if plans {
            let line = RecipeGate.line(of: request)
            state.withLock { $0.planned.append(Planned(line: line, isSent: effect == .reads)) }
        }
        guard case .changes(let things) = effect else { return nil }
        if plans { return Problem(.guardRefused, "Planned and not sent.") }
        let declared = state.withLock { $0.changes }
        let undeclared = things.filter { !RecipeGate.permits($0, declared) }
        if undeclared.isEmpty { return nil }
        let tables = undeclared.compactMap { if case .table(let name) = $0 { name } else { nil } }.sorted()
        let reason =
            RequestEffect.isReading(request.method)
            ? "its address, a header or its document makes it a change, and the step declares no such change"
            : "the step declares no such change"
        return Problem(
            .guardRefused, "\(request.method) \(request.url.path) was not sent: \(reason).",
            hints: tables.isEmpty ? [] : ["writes: \(tables.joined(separator: ", "))"])
    }

    /// Whether the words of `writes:` that a step may use permit a change.
    private static func permits(_ thing: RequestEffect.Thing, _ declared: Set<String>) -> Bool {
        if !declared.isDisjoint(with: ["rest", "page"]) { return true }
        switch thing {
        // A journal belongs to a record of any table.
        case .table(let name): return declared.contains(name) || declared.contains("journal")
        case .attachments: return declared.contains("attachment")
        case .journal: return declared.contains("journal")
        case .anything: return false
        }
    }

    /// Counts a change that the instance has made.
    fileprivate func count(_ request: HTTPRequest, _ response: HTTPResponse) {
        guard request.purpose != .signIn, 200...299 ~= response.status,
            case .changes = RequestEffect.of(request)
        else { return }
        var kind = "changed"
        if case .table = RequestEffect.thing(at: request.url.path) {
            switch request.effectiveMethod {
            case .post: kind = "created"
            case .delete: kind = "deleted"
            default: kind = "updated"
            }
        }
        state.withLock { [kind] state in state.counts[kind, default: 0] += 1 }
    }

    private static let longestBody = 200

    private static func line(of request: HTTPRequest) -> String {
        var line = "\(request.method.rawValue) "
        line += ReadableAddress.of(request.url.path + (request.url.query.map { "?" + $0 } ?? ""))
        if let body = request.body, !body.isEmpty {
            let text = String(validating: body, as: UTF8.self) ?? "(\(body.count) bytes)"
            line += " " + SingleLine.of(text, limit: longestBody)
        }
        return line
    }
}

/// The gate as a transport.
struct GatedTransport: Transport {
    let next: any Transport
    let gate: RecipeGate
    let watch: StepObserver

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        if let problem = gate.refusal(of: request) {
            throw TransportFailure(.invalidRequest, problem.message, cause: problem)
        }
        let response = try await next.send(request)
        if request.purpose == .command { watch.answered(response) }
        gate.count(request, response)
        return response
    }
}
