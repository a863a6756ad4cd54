import CassetteStore
import ExchangeModel
import Notation

/// What finds a request again on a tape: one readable text for all spellings of the same request, a line for each part that a
/// matcher contributes, and its digest. It is made from the redacted request, so secrets do not count.
struct RequestKey: Sendable, Hashable {
    let text: String
    /// The digest that tapes are indexed by. The text decides.
    let hash: Int64

    init(of parts: RequestParts) {
        var lines = KeyLines()
        for matcher in Matchers.standard { matcher.write(parts, to: &lines) }
        text = lines.text
        hash = StableHash.of(text)
    }
}

struct KeyLines {
    private(set) var text = ""

    /// Values longer than this, in bytes, are as their length and two digests, so that an upload is not kept twice.
    private static let longest = 4096

    /// Adds a line. Line ends in the value are written as escapes, so that no value can pretend to be a line.
    mutating func add(_ name: String, _ value: String) {
        text += name
        text += " "
        if value.utf8.count > Self.longest {
            text += "(\(value.utf8.count) bytes, \(StableHash.of(value)) \(StableHash.of("long\n" + value)))"
        } else if value.utf8.contains(where: { $0 == 10 || $0 == 13 || $0 == UInt8(ascii: "\\") }) {
            for byte in value.unicodeScalars {
                switch byte {
                case "\n": text += "\\n"
                case "\r": text += "\\r"
                case "\\": text += "\\\\"
                default: text.unicodeScalars.append(byte)
                }
            }
        } else {
            text += value
        }
        text += "\n"
    }
}

/// A redacted request taken apart into what matchers compare, every secret in it the one unnumbered mark.
struct RequestParts: Sendable, Hashable {
    var origin: String
    /// In whose name it was sent; nil when that was not known.
    var principal: String?
    var method: String
    var path: String
    /// The query's fields by name; those of one name keep their order.
    var query: [RequestField]
    /// The GraphQL operation that the query's fields make up; these are then not among them.
    var operation: GraphQLOperation?
    var headers: [RequestField]
    var body: BodyForm

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
        self.init(of: request)
    }

    /// The request without the header lines that neither a matcher looks at nor a secret is learned from that may be
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

    static func origin(of url: HTTPURL) -> String {
        url.isLoopback ? url.scheme + "://" + url.host : url.origin
    }
}

extension HTTPRequest {
    init?(_ record: RequestRecord) {
        guard let url = HTTPURL(record.url) else { return nil }
        self.init(
            HTTPMethod(rawValue: record.method), url, headers: record.headers, body: record.body,
            purpose: RequestPurpose(rawValue: record.purpose) ?? .command, principal: record.principal)
    }
}

/// A name and a value of a query, a form or the header lines, with the form of the value that is compared.
struct RequestField: Sendable, Hashable {
    var name: String
    var value: String
    /// The value in the one form that all spellings of the same meaning share.
    var normal: String

    init(_ name: String, _ value: String, normal: String? = nil) {
        self.name = name
        self.value = value
        self.normal = normal ?? value
    }

    /// A field of an address's query. An encoded query that is fully understood is compared in its normal form, a list of
    /// fields as a set; everything else by its text.
    init(query name: String, _ value: String) {
        switch name {
        case "sysparm_query": self.init(name, value, normal: EncodedQuery(value).normalForm)
        case "sysparm_fields": self.init(name, value, normal: Self.set(value))
        default: self.init(name, value)
        }
    }

    private static func set(_ list: String) -> String {
        let names = list.utf8.split(separator: UInt8(ascii: ",")).map { String(ASCII.trimmed(Substring($0))) }
        let sorted = names.filter { !$0.isEmpty }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return sorted.enumerated().filter { $0 == 0 || !sorted[$0 - 1].isSame(as: $1) }.map(\.element)
            .joined(separator: ",")
    }
}

extension [RequestField] {
    func sortedByName() -> [RequestField] {
        guard count > 1 else { return self }
        return enumerated().sorted { left, right in
            left.element.name.isSame(as: right.element.name)
                ? left.offset < right.offset : left.element.name.utf8.lexicographicallyPrecedes(right.element.name.utf8)
        }.map(\.element)
    }
}
