package import Notation

/// One entry of an answer's `errors`. Its words are the instance's own, made safe to show.
package struct GraphQLError: Sendable, Hashable {
    /// A place in the document that was sent, counted from 1.
    package struct Location: Sendable, Hashable {
        /// From the document's first.
        package let line: Int
        /// From the line's first character.
        package let column: Int
    }

    /// What went wrong, as far as the message tells.
    package enum Cause: Sendable, Hashable {
        case introspectionDisabled
        case undefinedField
        case variable
        case other
    }

    package let message: String
    package let cause: Cause
    /// The names that the message quotes.
    package let names: [String]
    /// The path in the message, such as `/GlideRecord_Query/incident` or `@[GlideRecord_Query/incident/nope]`.
    package let messagePath: [String]
    /// The class of error, such as `ValidationError`; nil when the instance does not say.
    package let errorType: String?
    /// The answer's names, and places in lists as their digits, down to the field that failed; empty when not told.
    package let path: [String]
    /// Where in the document; empty when not told.
    package let locations: [Location]

    /// Reads an entry of any shape: one that is no object with a message is its own message.
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
        // A root field is alone: `@[nope]`.
        guard let start = message.firstRange(of: "@[")?.upperBound else { return [] }
        let name = String(message[start...].prefix { $0 != "]" })
        return GraphQL.Name.isName(name) ? [name] : []
    }
}
