package import Notation

/// An entry of a response's `errors`. Its text is the instance's, made safe to print.
package struct GraphQLError: Sendable, Hashable {
    /// A position in the document, 1-based.
    package struct Location: Sendable, Hashable {
        package let line: Int
        package let column: Int
    }

    /// The cause, as far as the message reveals it.
    package enum Cause: Sendable, Hashable {
        case introspectionDisabled
        case undefinedField
        case variable
        case other
    }

    package let message: String
    package let cause: Cause
    /// The names quoted in the message.
    package let names: [String]
    /// The path in the message, such as `/GlideRecord_Query/incident` or `@[GlideRecord_Query/incident/nope]`.
    package let messagePath: [String]
    /// The error type, such as `ValidationError`; nil if missing.
    package let errorType: String?
    /// The response path of the failed field, list indexes as digits; empty if missing.
    package let path: [String]
    /// Empty if missing.
    package let locations: [Location]

    /// Parses an entry of any shape. Anything but an object with a message is used as the message.
    package init(_ node: JSONNode) {
        let said = node["message"]?.scalarText ?? node.scalarText ?? String(decoding: node.source, as: UTF8.self)
        message = SafeText.line(said)
        cause = Self.cause(of: message)
        names = Self.quotedNames(in: message)
        messagePath = Self.path(in: message)
        let type = node["errorType"]?.string ?? node["extensions"]?["classification"]?.string
        errorType = type.map { SafeText.line($0) }
        path = node["path"]?.elements.compactMap(\.scalarText) ?? []
        locations =
            node["locations"]?.elements.compactMap { place in
                guard let line = place["line"]?.number.flatMap({ Int($0) }),
                    let column = place["column"]?.number.flatMap({ Int($0) }), line > 0, column > 0
                else { return nil }
                return Location(line: line, column: column)
            } ?? []
    }

    private static func cause(of message: String) -> Cause {
        if message.contains("ntrospection") { return .introspectionDisabled }
        if message.contains("FieldUndefined") { return .undefinedField }
        return message.lowercased().contains("variable") ? .variable : .other
    }

    private static func quotedNames(in message: String) -> [String] {
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 && $0 + 1 < parts.count }.map { String(parts[$0]) }
    }

    private static func path(in message: String) -> [String] {
        for word in message.split(whereSeparator: { " @[](),;'\"".contains($0) }) where word.contains("/") {
            let names = word.split(separator: "/").map(String.init)
            if let first = names.first, GraphQL.Name.isName(first) { return names }
        }
        // A path of a root field is not followed by others: `@[nope]`.
        guard let start = message.firstRange(of: "@[")?.upperBound else { return [] }
        let name = String(message[start...].prefix { $0 != "]" })
        return GraphQL.Name.isName(name) ? [name] : []
    }
}
