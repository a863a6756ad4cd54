package import CassetteStore
package import ExchangeModel
import Notation
import Redactors

/// Identifies a request on a tape: one readable text for all spellings of the same request, with the lines of each
/// matcher, and its digest. It is built from the redacted request, so it does not depend on secrets.
package struct RequestKey: Sendable, Hashable {
    package let text: String
    /// The digest that tapes are indexed by. Equal digests are verified with `text`.
    package let hash: Int64

    package init(of parts: RequestParts) {
        var lines = KeyLines()
        for matcher in Matchers.standard { matcher.write(parts, to: &lines) }
        text = lines.text
        hash = StableHash.of(text)
    }
}

struct KeyLines {
    package private(set) var text = ""

    /// In bytes. Longer values are written as a length and two digests, so that an upload is not stored twice.
    private static let longest = 4096

    /// Adds a line. Line breaks in the value are escaped, so that no value can imitate a line.
    package mutating func add(_ name: String, _ value: String) {
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

/// The parts of a redacted request that matchers compare. Every secret is the unnumbered placeholder.
package struct RequestParts: Sendable, Hashable {
    package var origin: String
    /// The user in whose name it was sent; nil if unknown.
    var principal: String?
    var method: String
    var path: String
    /// The query's fields by name; equal names keep their order.
    var query: [RequestField]
    /// The GraphQL operation that the query's fields form; they are then not in `query`.
    var operation: GraphQLOperation?
    var headers: [RequestField]
    package var body: BodyForm

    package init(of request: HTTPRequest) {
        origin = Self.origin(of: request.url)
        principal = request.principal
        method = request.effectiveMethod.rawValue
        path = Placeholder.unnumbered(request.url.path)
        // An offset of 0 is the default.
        query = request.url.queryFields.filter { !($0.name == "sysparm_offset" && $0.value == "0") }
            .map { RequestField(query: $0.name, Placeholder.unnumbered($0.value)) }.sorted(byName: \.name)
        if !query.isEmpty, GraphQLEndpoint.isEndpoint(at: request.url.path) {
            operation = GraphQLOperation(address: query)
            if operation != nil { query.removeAll { GraphQLOperation.addressFields.contains($0.name) } }
        }
        headers = request.headers.fields.compactMap { line in
            let name = ASCII.lowercased(line.name)
            guard Self.counts(name) else { return nil }
            return RequestField(name, Placeholder.unnumbered(line.value))
        }.sorted(byName: \.name)
        body = BodyForm(
            of: Placeholder.unnumbered(request.body ?? []), type: request.headers["Content-Type"],
            path: request.url.path)
    }

    /// The parts of a recorded request. Nil if its URL is invalid, possible only on a damaged tape.
    package init?(of record: RequestRecord) {
        guard let request = HTTPRequest(record) else { return nil }
        self.init(of: request)
    }

    /// The request without header fields that neither a matcher nor redaction needs, to make look-ups cheaper. Cookies
    /// are known from the jar.
    static func relevant(of request: HTTPRequest) -> HTTPRequest {
        var request = request
        request.headers = HeaderFields(
            request.headers.fields.filter {
                if counts(ASCII.lowercased($0.name)) || HeaderFields.same($0.name, "Content-Type") { return true }
                switch HeaderPolicy.ofRequest($0.name) {
                case .authorization, .secret: return true
                case .keep, .cookie, .setCookie, .word, .withhold, .unknown: return false
                }
            })
        return request
    }

    private static func counts(_ name: String) -> Bool { countingHeaders.contains(name) || name.hasPrefix("if-") }

    /// Header fields that are compared, besides the conditional ones (`If-…`).
    private static let countingHeaders: Set<String> = [
        "accept", "range", "x-http-method-override", "x-no-response-body",
    ]

    package static func origin(of url: HTTPURL) -> String {
        url.isLoopback ? url.scheme + "://" + url.host : url.origin
    }
}

/// A name and value of a query, form or header, with the normalized value for comparison.
package struct RequestField: Sendable, Hashable {
    package var name: String
    var value: String
    /// The same for all spellings with the same meaning.
    var normal: String

    package init(_ name: String, _ value: String, normal: String? = nil) {
        self.name = name
        self.value = value
        self.normal = normal ?? value
    }

    /// A field of a URL's query. A fully understood encoded query is compared in normal form, a list of fields as a
    /// set, everything else as text.
    package init(query name: String, _ value: String) {
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

/// Parts of requests that do not count when a request is looked up on a tape, such as a time stamp or a random number
/// that a program sends.
package struct IgnoredParts: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case query
        case header
        /// A member of a JSON body, at any depth, or a field of a form.
        case body
    }

    private var names: [Kind: Set<String>] = [:]

    package init() {}

    package var isEmpty: Bool { names.isEmpty }

    /// Adds a rule such as `query:sysparm_limit`. False if the text is none.
    package mutating func add(_ rule: String) -> Bool {
        let parts = rule.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, let kind = Kind(rawValue: parts[0]) else { return false }
        names[kind, default: []].insert(kind == .header ? ASCII.lowercased(parts[1]) : parts[1])
        return true
    }

    func removed(from parts: RequestParts) -> RequestParts {
        guard !isEmpty else { return parts }
        var parts = parts
        if let names = names[.query] { parts.query.removeAll { names.contains($0.name) } }
        if let names = names[.header] { parts.headers.removeAll { names.contains($0.name) } }
        if let names = names[.body] { parts.body = Self.removed(names, from: parts.body) }
        return parts
    }

    private static func removed(_ names: Set<String>, from body: BodyForm) -> BodyForm {
        switch body {
        case .json(let json): .json(removed(names, from: json))
        case .form(let fields): .form(fields.filter { !names.contains($0.name) })
        case .none, .graphQL, .multipart, .text, .bytes: body
        }
    }

    private static func removed(_ names: Set<String>, from json: JSON) -> JSON {
        switch json {
        case .object(let members):
            .object(members.filter { !names.contains($0.name) }.map { .init($0.name, removed(names, from: $0.value)) })
        case .array(let elements): .array(elements.map { removed(names, from: $0) })
        default: json
        }
    }

    /// Whether a difference between two requests does not count.
    func ignore(_ difference: Mismatch.Difference, of matcher: String) -> Bool {
        names.contains { kind, names in
            let place = difference.place
            return switch kind {
            case .query: matcher == "query" && names.contains { place == $0 || place.hasPrefix($0 + " ") }
            case .header: matcher == "headers" && names.contains(place)
            case .body: matcher == "body" && names.contains { place == $0 || place.hasSuffix("." + $0) }
            }
        }
    }
}
