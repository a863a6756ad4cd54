import ExchangeModel
import Notation
import Redactors

/// Compares one part of two requests: writes the part's lines of a request key, and names differences. Two requests
/// match if and only if their lines are equal.
protocol Matcher: Sendable {
    /// The name in a cassette's policy.
    var name: String { get }
    func write(_ parts: RequestParts, to lines: inout KeyLines)
    /// What differs; nil means match.
    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch?
}

/// All matchers, in the order of a key's lines. To add one, add a file and a line here.
enum Matchers {
    /// Incremented when the lines change: tapes with another key version are rejected.
    static let keyVersion = 3

    static let standard: [any Matcher] = [
        TextMatcher.origin, TextMatcher.principal, TextMatcher.method, TextMatcher.path, QueryMatcher(),
        HeadersMatcher(), BodyMatcher(),
    ]
}

/// How one part of a request differs from the recorded one.
package struct Mismatch: Sendable, Hashable {
    /// One place and its value on either side.
    package struct Difference: Sendable, Hashable {
        /// What differs: `method`, `sysparm_limit`, `sysparm_query term`, `body.short_description`.
        package var place: String
        /// On the tape; nil if missing.
        package var recorded: String?
        /// In the request; nil if missing.
        package var asked: String?

        package init(_ place: String, recorded: String?, asked: String?) {
            self.place = place
            self.recorded = recorded
            self.asked = asked
        }
    }

    package var matcher: String
    package var differences: [Difference]

    package init(_ matcher: String, _ differences: [Difference]) {
        self.matcher = matcher
        self.differences = differences
    }
}

/// One text of a request, compared byte by byte.
struct TextMatcher: Matcher {
    package let name: String
    /// The part's name in messages.
    package let place: String
    package let text: @Sendable (RequestParts) -> String?

    /// The instance: scheme, host and port, without the port of a loopback address.
    package static let origin = TextMatcher(name: "origin", place: "instance") { $0.origin }
    static let principal = TextMatcher(name: "principal", place: "user") { $0.principal }
    /// The effective method, after a method override.
    static let method = TextMatcher(name: "method", place: "method") { $0.method }
    static let path = TextMatcher(name: "path", place: "path") { $0.path }

    func write(_ parts: RequestParts, to lines: inout KeyLines) {
        if let text = text(parts) { lines.add(name, text) }
    }

    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch? {
        let (asked, recorded) = (text(asked), text(recorded))
        guard asked.map({ Array($0.utf8) }) != recorded.map({ Array($0.utf8) }) else { return nil }
        return Mismatch(name, [.init(place, recorded: recorded, asked: asked)])
    }
}

/// The header fields that can change a response.
struct HeadersMatcher: Matcher {
    package let name = "headers"

    func write(_ parts: RequestParts, to lines: inout KeyLines) {
        for field in parts.headers { lines.add("header", field.name + ": " + field.normal) }
    }

    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch? {
        FieldDifferences.mismatch(name, asked: asked.headers, recorded: recorded.headers)
    }
}

/// The body: JSON and GraphQL by meaning, forms by field, multipart without its boundary, anything else byte by byte.
struct BodyMatcher: Matcher {
    package let name = "body"

    func write(_ parts: RequestParts, to lines: inout KeyLines) {
        let (word, text) = parts.body.canonical
        if word != "none" { lines.add("body", word + " " + text) }
    }

    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch? {
        let (asked, recorded) = (asked.body, recorded.body)
        let forms = (asked.canonical, recorded.canonical)
        guard forms.0.word != forms.1.word || !forms.0.text.isSame(as: forms.1.text) else { return nil }
        switch (asked, recorded) {
        case (.json(let asked), .json(let recorded)):
            let found = Mismatch.differences(asked: asked, recorded: recorded, at: "body")
            if !found.isEmpty { return Mismatch(name, found) }
        case (.graphQL(let asked, let isList), .graphQL(let recorded, let wasList)) where isList == wasList:
            let found = GraphQLDifferences(asked: asked, recorded: recorded)
            if !found.differences.isEmpty { return Mismatch(name, found.differences) }
        case (.form(let asked), .form(let recorded)):
            if let found = FieldDifferences.mismatch(name, asked: asked, recorded: recorded) { return found }
        default: break
        }
        // Different kinds, or a difference that the comparison does not cover, such as repeated members.
        return Mismatch(name, [.init("body", recorded: Self.summary(of: recorded), asked: Self.summary(of: asked))])
    }

    private static func summary(of body: BodyForm) -> String? {
        switch body {
        case .none: nil
        case .bytes(let count, let digest): "\(count) bytes, digest \(digest)"
        case .multipart(let parts): "\(parts.count) parts: " + JSON.array(parts.map(\.json)).compact
        case .text(let text): text
        case .json(let json): json.compact
        case .graphQL(let operations, let isList):
            (isList ? "a list: " : "") + operations.map(\.summary).joined(separator: " ")
        case .form: body.canonical.text
        }
    }
}

extension Mismatch {
    /// Where two JSON values of requests differ, by path: `body.assigned_to`. Further differences are not listed.
    static func differences(asked: JSON, recorded: JSON, at path: String) -> [Difference] {
        AnswerComparison(recorded, asked).findings.prefix(50).map { finding in
            let place = [path, finding.record ?? "", finding.field].filter { !$0.isEmpty }.joined(separator: ".")
            return .init(place, recorded: finding.old, asked: finding.new)
        }
    }
}

/// The query's fields, in any order. Encoded queries are compared by meaning and differences listed by term; a GraphQL
/// operation in a URL is compared like one in a body.
struct QueryMatcher: Matcher {
    package let name = "query"

    func write(_ parts: RequestParts, to lines: inout KeyLines) {
        for field in parts.query {
            // `=` in a name must not run into the value.
            let isPlain = field.name.utf8.allSatisfy { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "%") }
            lines.add(name, (isPlain ? field.name : PercentCoding.encode(field.name)) + "=" + field.normal)
        }
        if let operation = parts.operation { lines.add("graphql", operation.json.canonical) }
    }

    func mismatch(asked: RequestParts, recorded: RequestParts) -> Mismatch? {
        let fields = FieldDifferences.mismatch(name, asked: asked.query, recorded: recorded.query) { asked, recorded in
            guard asked.name == "sysparm_query" else { return nil }
            return Self.terms(asked: asked.value, recorded: recorded.value, at: asked.name)
        }
        let differences = (fields?.differences ?? []) + Self.operationDifferences(asked.operation, recorded.operation)
        return differences.isEmpty ? nil : Mismatch(name, differences)
    }

    private static func operationDifferences(
        _ asked: GraphQLOperation?, _ recorded: GraphQLOperation?
    ) -> [Mismatch.Difference] {
        let whole = Mismatch.Difference("document", recorded: recorded?.summary, asked: asked?.summary)
        guard let asked, let recorded else { return asked == nil && recorded == nil ? [] : [whole] }
        guard !asked.json.canonical.isSame(as: recorded.json.canonical) else { return [] }
        let found = GraphQLDifferences(asked: [asked], recorded: [recorded]).differences
        return found.isEmpty ? [whole] : found
    }

    /// The terms of two encoded queries that the other does not have, paired in order.
    static func terms(asked: String, recorded: String, at place: String) -> [Mismatch.Difference] {
        let (asked, recorded) = FieldDifferences.unshared(
            EncodedQuery.parts(of: asked), EncodedQuery.parts(of: recorded))
        return (0..<max(asked.count, recorded.count)).map { index in
            .init(
                place, recorded: recorded.indices.contains(index) ? recorded[index] : nil,
                asked: asked.indices.contains(index) ? asked[index] : nil)
        }
    }
}

/// Compares two lists of fields.
enum FieldDifferences {
    /// Differences between two lists sorted by name; nil if they are equal. `detail` may split the difference of two
    /// values of one name.
    static func mismatch(
        _ matcher: String, asked: [RequestField], recorded: [RequestField],
        detail: (_ asked: RequestField, _ recorded: RequestField) -> [Mismatch.Difference]? = { _, _ in nil }
    ) -> Mismatch? {
        var differences: [Mismatch.Difference] = []
        var left = asked[...], right = recorded[...]
        while let one = left.first ?? right.first {
            let name =
                [left.first?.name, right.first?.name].compactMap { $0 }
                .min { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? one.name
            let asked = left.first.flatMap { $0.name.isSame(as: name) ? $0 : nil }
            let recorded = right.first.flatMap { $0.name.isSame(as: name) ? $0 : nil }
            if asked != nil { left.removeFirst() }
            if recorded != nil { right.removeFirst() }
            if let asked, let recorded, asked.normal.isSame(as: recorded.normal) { continue }
            if let asked, let recorded, let details = detail(asked, recorded), !details.isEmpty {
                differences += details
            } else {
                differences.append(.init(name, recorded: recorded?.value, asked: asked?.value))
            }
        }
        return differences.isEmpty ? nil : Mismatch(matcher, differences)
    }

    /// The elements that only one of two lists has, in order; duplicates are counted.
    static func unshared(_ left: [String], _ right: [String]) -> ([String], [String]) {
        func without(_ list: [String], _ other: [String]) -> [String] {
            var counts: [[UInt8]: Int] = [:]
            for element in other { counts[Array(element.utf8), default: 0] += 1 }
            return list.filter { element in
                guard let count = counts[Array(element.utf8)], count > 0 else { return true }
                counts[Array(element.utf8)] = count - 1
                return false
            }
        }
        return (without(left, right), without(right, left))
    }
}
