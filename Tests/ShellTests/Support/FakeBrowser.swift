import ExchangeModel
import Pages
import Synchronization
import Tables
import Tapes
import Workbench

/// A simulated browser: opens the URL that it is given, takes its cookie, and sends the prepared requests.
final class FakeBrowser: Sendable {
    /// The prepared requests.
    struct Step: Sendable {
        var method = HTTPMethod.get
        let target: String
        var dest = "document"
        var headers: HeaderFields = [:]
        var body: [UInt8]?

        init(
            _ method: HTTPMethod, _ target: String, dest: String = "document", headers: HeaderFields = [:],
            body: String? = nil
        ) {
            self.method = method
            self.target = target
            self.dest = dest
            self.headers = headers
            self.body = body.map { Array($0.utf8) }
        }

        init(_ target: String, dest: String = "document") { self.init(.get, target, dest: dest) }
    }

    private struct State {
        var transport: (any Transport)?
        var address = ""
        var steps: [Step] = []
        var seen: [HTTPResponse] = []
    }

    private let state = Mutex(State())
    static let port = 4711

    /// The requests sent while the command waits.
    var steps: [Step] {
        get { state.withLock { $0.steps } }
        set { state.withLock { $0.steps = newValue } }
    }
    /// The responses, without the one that sets the cookie.
    var seen: [HTTPResponse] { state.withLock { $0.seen } }
    /// The address that it was sent to.
    var address: String { state.withLock { $0.address } }

    func listen(_ transport: any Transport) -> PageServer {
        state.withLock { $0.transport = transport }
        return PageServer(port: Self.port, stop: {})
    }

    func open(_ address: String) { state.withLock { $0.address = address } }

    /// Sends all requests; a second browser tries too, and is rejected.
    func run() async {
        let (transport, address, steps) = state.withLock { ($0.transport, $0.address, $0.steps) }
        guard let transport, let url = HTTPURL(address),
            let welcome = try? await transport.send(HTTPRequest(.get, url)),
            let pass = welcome.headers["Set-Cookie"]?.split(separator: ";").first
        else { return }
        _ = try? await transport.send(HTTPRequest(.get, url))
        for step in steps {
            guard let target = HTTPURL(url.origin + step.target) else { continue }
            var headers: HeaderFields = ["Cookie": String(pass), "Sec-Fetch-Dest": step.dest]
            for field in step.headers { headers.append(field.name, field.value) }
            let request = HTTPRequest(step.method, target, headers: headers, body: step.body)
            guard let answer = try? await transport.send(request) else { continue }
            state.withLock { $0.seen.append(answer) }
        }
    }
}
