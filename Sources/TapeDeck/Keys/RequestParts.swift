import CassetteStore
import ExchangeModel
import Notation

/// A redacted request taken apart into what matchers compare, every secret in it the one unnumbered mark.
struct RequestParts: Sendable, Hashable {
    /// Scheme, host and port; a port of this machine is left out, because a server there gets another one each time.
    var origin: String
    /// In whose name it was sent; nil when that was not known.
    var principal: String?
    /// The method that counts: an override is honoured.
    var method: String
    /// The path as it travels.
    var path: String
    /// The query's fields by name; those of one name keep their order.
    var query: [RequestField]
    /// The GraphQL operation that the query's fields make up; these are then not among them.
    var operation: GraphQLOperation?
    /// The header lines that can change an answer, names in lower case, by name.
    var headers: [RequestField]
    /// The body in the form that is compared.
    var body: BodyForm

    /// Takes a redacted request apart.
    init(of request: HTTPRequest) {
        origin = Self.origin(of: request.url)
        principal = request.principal
        method = request.effectiveMethod.rawValue
        path = Placeholder.unnumbered(request.url.path)
        // A list from its beginning is the same with and without its offset.
        query = request.url.queryFields.filter { !($0.name == "sysparm_offset" && $0.value == "0") }
            .map { RequestField(query: $0.name, Placeholder.unnumbered($0.value)) }.sortedByName()
        if !query.isEmpty, GraphQLOperation.isSpoken(at: request.url.path) {
            operation = GraphQLOperation(address: query)
            if operation != nil { query.removeAll { GraphQLOperation.addressFields.contains($0.name) } }
        }
        headers = request.headers.fields.compactMap { line in
            let name = ASCII.lowercased(line.name)
            guard Self.counts(name) else { return nil }
            return RequestField(name, Placeholder.unnumbered(line.value))
        }.sortedByName()
        body = BodyForm(
            of: Placeholder.unnumbered(request.body ?? []), type: request.headers["Content-Type"],
            path: request.url.path)
    }

    /// Takes the request of a recorded exchange apart. Nil when its address is none, which only damage can bring about.
    init?(of record: RequestRecord) {
        guard let request = HTTPRequest(record) else { return nil }
        // An older tape may hold what is redacted by now, as it is in the request that is asked.
        let isGraphQL = GraphQLOperation.isSpoken(at: request.url.path)
        self.init(of: isGraphQL ? Redaction(secrets: SecretBook()).redact(request) : request)
    }

    /// The request without the header lines that neither a matcher looks at nor a secret is learned from that may stand
    /// elsewhere in the request, so that looking it up costs no more than it must. Cookies are known from the jar.
    static func relevant(of request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.headers = HeaderFields(
            request.headers.fields.filter {
                if counts(ASCII.lowercased($0.name)) || HeaderFields.same($0.name, "Content-Type") { return true }
                switch HeaderPolicy.ofRequest($0.name) {
                case .authorization, .secret: return true
                case .keep, .cookie, .setCookie, .word, .withhold: return false
                }
            })
        return request
    }

    private static func counts(_ name: String) -> Bool { countingHeaders.contains(name) || name.hasPrefix("if-") }

    /// The headers that count beside the conditional ones (`If-…`).
    private static let countingHeaders: Set<String> = [
        "accept", "range", "x-http-method-override", "x-no-response-body",
    ]

    /// An origin without a port of this machine.
    static func origin(of url: HTTPURL) -> String {
        url.isLoopback ? url.scheme + "://" + url.host : url.origin
    }
}

extension HTTPRequest {
    /// The request as a tape holds it. Nil when its address is none.
    init?(_ record: RequestRecord) {
        guard let url = HTTPURL(record.url) else { return nil }
        self.init(
            HTTPMethod(rawValue: record.method), url, headers: record.headers, body: record.body,
            purpose: RequestPurpose(rawValue: record.purpose) ?? .command, principal: record.principal)
    }
}
