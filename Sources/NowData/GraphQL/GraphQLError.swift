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

    /// What went wrong.
    package let message: String
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
}
