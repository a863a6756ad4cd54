extension GraphQL.TypeReference {
    /// The type of that name, null allowed.
    package static func type(_ name: String) -> GraphQL.TypeReference { .named(GraphQL.Name(name)) }

    /// The type of that name, null not allowed.
    package static func required(_ name: String) -> GraphQL.TypeReference { .nonNull(.type(name)) }

    /// A list of the type of that name; both may be null.
    package static func list(of name: String) -> GraphQL.TypeReference { .list(.type(name)) }

    /// Whether it takes no null.
    package var isNonNull: Bool { if case .nonNull = self { true } else { false } }

    /// Itself without a `!` at its end.
    package var nullable: GraphQL.TypeReference { if case .nonNull(let inner) = self { inner } else { self } }

    /// The name inside all lists and `!`.
    package var innermost: GraphQL.Name {
        var type = self
        while true {
            switch type {
            case .named(let name): return name
            case .list(let inner), .nonNull(let inner): type = inner
            }
        }
    }

    /// As it is written: `[Int!]!`.
    package var text: String {
        var closing = ""
        var opening = ""
        var type = self
        while true {
            switch type {
            case .named(let name): return opening + name.text + String(closing.reversed())
            case .list(let inner):
                opening += "["
                closing += "]"
                type = inner
            case .nonNull(let inner):
                closing += "!"
                type = inner
            }
        }
    }
}
