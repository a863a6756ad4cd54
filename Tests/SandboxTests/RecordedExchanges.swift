import ExchangeModel
import Notation
import Sandbox

/// Exchanges with the demo sandbox, and a sandbox made from them.
struct RecordedExchanges {
    let demo: SandboxClient
    private(set) var observed = ObservedInstance()

    init() throws { demo = try SandboxClient("admin:admin") }

    /// Reads from the demo sandbox.
    @discardableResult
    mutating func see(_ target: String) throws -> HTTPResponse { try see(.get, target) }

    @discardableResult
    mutating func see(_ method: HTTPMethod, _ target: String, body: String? = nil) throws -> HTTPResponse {
        let response = try demo.ask(method, target, body: body)
        try see(method, target, body: body, response)
        return response
    }

    /// An exchange with that response.
    mutating func see(_ method: HTTPMethod, _ target: String, body: String? = nil, _ response: HTTPResponse) throws {
        guard let url = HTTPURL("http://sandbox.localhost" + target) else { throw MalformedTarget() }
        observed.observe(HTTPRequest(method, url, body: body.map { Array($0.utf8) }), response)
    }

    /// A response with that result.
    mutating func see(_ target: String, result: JSON) throws {
        let body = (["result": result] as JSON).compactBytes
        try see(.get, target, HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: body))
    }

    /// A client of a sandbox made from the exchanges. The user admin was seen or is added.
    func client(recorded: (@Sendable (HTTPRequest) -> HTTPResponse?)? = nil) throws -> SandboxClient {
        var options = SandboxOptions(clock: ManualClock())
        var observed = observed
        observed.addUser(named: "admin")
        options.observed = observed
        options.recorded = recorded
        return SandboxClient(sandbox: try SandboxInstance(options), user: "admin:password")
    }

    struct MalformedTarget: Error {}
}
