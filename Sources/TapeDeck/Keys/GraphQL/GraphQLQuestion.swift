import Notation

/// What a GraphQL request asks, in the one form that all its spellings share: the chosen operation without its name, with
/// fragments inlined, variables replaced by their values, conditions (`@include`, `@skip`) decided, equal selections put
/// together, and fields and arguments in the order of their names.
///
/// Fields of a mutation stay in their order on the levels that change something. Of two documents with the same text an
/// instance answers the same members with the same values.
struct GraphQLQuestion: Sendable, Hashable {
    /// One selection: a field, or a fragment for a type.
    struct Selection: Sendable, Hashable {
        /// What the answer calls the field; `... on Type` for a fragment.
        var name: String
        /// The field's name in the schema.
        var field: String
        /// By name.
        var arguments: [Argument]
        /// What is left of its directives, as text.
        var directives: String
        /// Nil for a field without braces; empty when conditions left nothing.
        var selections: [Selection]?
        /// Everything before the braces, as text.
        var head: String
    }

    /// A value by its name: an argument, or a member of an object.
    struct Argument: Sendable, Hashable {
        var name: String
        var value: GraphQLInput
    }

    /// What the operation does.
    var kind: GraphQL.OperationKind
    /// What stands behind its name with `@`, as text.
    var directives: String
    var selections: [Selection]

    /// The one text of this question; two questions are the same when it is.
    var text: String {
        var out: [UInt8] = []
        out.reserveCapacity(1024)
        if kind != .query || !directives.isEmpty { out += kind.rawValue.utf8 }
        out += directives.utf8
        Self.append(selections, to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    private static func append(_ selections: [Selection], to out: inout [UInt8]) {
        out.append(UInt8(ascii: "{"))
        for (place, selection) in selections.enumerated() {
            if place > 0 { out.append(UInt8(ascii: " ")) }
            out += selection.head.utf8
            if let inner = selection.selections { append(inner, to: &out) }
        }
        out.append(UInt8(ascii: "}"))
    }
}

extension GraphQLQuestion.Selection {
    /// The selection as text.
    var text: String {
        guard let selections else { return head }
        return head + "{" + selections.map(\.text).joined(separator: " ") + "}"
    }
}
