import ExchangeModel
public import FoundationEssentials
import Synchronization

/// A response supplied by a test: `.get("/api/now/table/incident", json: #"{"result":[]}"#)`.
///
/// A stub matches requests by method and path, at any instance. Query fields of the stub must be in the request with
/// equal values; the request may have others. Several stubs for one request respond in the order written, and the last
/// one repeats.
public struct Stub: Sendable {
    let method: String
    let path: String
    let fields: [(name: String, value: String)]
    let outcome: Result<HTTPResponse, TransportFailure>

    /// Creates a stub. `target` is the path, with a query if it matters.
    public init(
        _ method: String, _ target: String, status: Int = 200, headers: [String: String] = [:], body: Data = Data()
    ) {
        let lines = headers.sorted { $0.key < $1.key }.map { HeaderField($0.key, $0.value) }
        self.init(
            method, target, .success(HTTPResponse(status: status, headers: HeaderFields(lines), body: Array(body))))
    }

    private init(_ method: String, _ target: String, _ outcome: Result<HTTPResponse, TransportFailure>) {
        self.method = method
        let url = HTTPURL("http://stub" + (target.hasPrefix("/") ? "" : "/") + target)
        path = PercentCoding.decode(url?.path[...] ?? target[...])
        fields = url?.queryFields ?? []
        self.outcome = outcome
    }

    /// A JSON response to GET.
    public static func get(_ target: String, json: String, status: Int = 200) -> Stub {
        Stub("GET", target, status: status, json: json)
    }

    /// A JSON response to POST (default status: 201).
    public static func post(_ target: String, json: String, status: Int = 201) -> Stub {
        Stub("POST", target, status: status, json: json)
    }

    /// A JSON response to PATCH.
    public static func patch(_ target: String, json: String, status: Int = 200) -> Stub {
        Stub("PATCH", target, status: status, json: json)
    }

    /// A JSON response to PUT.
    public static func put(_ target: String, json: String, status: Int = 200) -> Stub {
        Stub("PUT", target, status: status, json: json)
    }

    /// A response to DELETE: 204 without a body.
    public static func delete(_ target: String) -> Stub { Stub("DELETE", target, status: 204) }

    /// The request fails.
    public static func failure(_ method: String, _ target: String, _ failure: Failure) -> Stub {
        Stub(method, target, .failure(TransportFailure(failure.kind, "Stubbed failure: \(failure.rawValue).")))
    }

    /// Why a request fails.
    public enum Failure: String, Sendable, Hashable, CaseIterable {
        /// The host name cannot be resolved.
        case unknownHost = "the host has no address"
        /// The connection is refused.
        case refused = "no connection"
        /// The certificate is not accepted.
        case untrusted = "the certificate is not accepted"
        /// The request times out.
        case timeout = "nothing came in time"
        /// The connection broke.
        case broken = "the connection broke"

        var kind: TransportFailure.Kind {
            switch self {
            case .unknownHost: .resolve
            case .refused: .connect
            case .untrusted: .tls
            case .timeout: .timeout
            case .broken: .reset
            }
        }
    }

    private init(_ method: String, _ target: String, status: Int, json: String) {
        self.init(
            method, target, status: status, headers: ["Content-Type": "application/json;charset=UTF-8"],
            body: Data(json.utf8))
    }

    func answers(_ request: HTTPRequest) -> Bool {
        let given = request.url.queryFields
        return request.method.rawValue == method && PercentCoding.decode(request.url.path[...]) == path
            && fields.allSatisfy { field in given.contains { $0 == field } }
    }

    var label: String {
        let query = fields.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        return "\(method) \(path)\(query.isEmpty ? "" : "?" + query)"
    }
}

/// The stubs of one test, and which of them have been used.
final class StubQueue: Sendable {
    private let stubs: [Stub]
    private let taken = Mutex<Set<Int>>([])

    init(_ stubs: [Stub]) { self.stubs = stubs }

    var isEmpty: Bool { stubs.isEmpty }

    /// The response of the first unused stub that matches, else of the last one that matches.
    func take(_ request: HTTPRequest) -> Result<HTTPResponse, TransportFailure>? {
        let fitting = stubs.indices.filter { stubs[$0].answers(request) }
        guard let last = fitting.last else { return nil }
        let place = taken.withLock { taken in
            let place = fitting.first { !taken.contains($0) } ?? last
            taken.insert(place)
            return place
        }
        return stubs[place].outcome
    }

    var unused: [String] {
        let taken = taken.withLock { $0 }
        return stubs.indices.filter { !taken.contains($0) }.map { "stub: \(stubs[$0].label)" }
    }

    var summary: String { "stubs: " + stubs.map(\.label).joined(separator: ", ") }

    func report(_ request: HTTPRequest) -> String {
        (["No stub answers \(request.method) \(request.url.target)."] + stubs.map { "stub: \($0.label)" })
            .joined(separator: "\n")
    }
}
