extension GraphQL {
    /// A source range that does not affect equality: all places are equal.
    package struct Place: Sendable, Hashable {
        /// In UTF-8 bytes of the text; empty for a part that was not parsed.
        package var range: Range<Int>

        package init(_ range: Range<Int> = 0..<0) { self.range = range }

        package static func == (one: Place, other: Place) -> Bool { true }
        package func hash(into hasher: inout Hasher) {}
    }

    /// A name with its source range: a letter or `_`, then letters, digits and `_` (specification section 2.1.9).
    package struct Name: Sendable, Hashable, ExpressibleByStringLiteral {
        package var text: String
        package var place: Place

        package init(_ text: String, at place: Place = Place()) {
            self.text = text
            self.place = place
        }

        package init(stringLiteral text: String) { self.init(text) }

        package static func isName(_ text: some StringProtocol) -> Bool {
            guard let first = text.utf8.first, isStart(first) else { return false }
            return text.utf8.allSatisfy(isPart)
        }

        static func isStart(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) || byte == UInt8(ascii: "_") }
        static func isPart(_ byte: UInt8) -> Bool { isStart(byte) || ASCII.isDigit(byte) }
    }

    package struct Value: Sendable, Hashable {
        package indirect enum Kind: Sendable, Hashable {
            /// `$name`, without the `$`.
            case variable(String)
            case int(String)
            case float(String)
            case string(String)
            case boolean(Bool)
            /// `null`, as opposed to an omitted value.
            case null
            case enumeration(String)
            case list([Value])
            case object([Argument])
        }

        package var kind: Kind
        package var place: Place

        package init(_ kind: Kind, at place: Place = Place()) {
            self.kind = kind
            self.place = place
        }
    }

    /// A type reference (specification section 2.11): `String`, `[Int!]!`.
    package indirect enum TypeReference: Sendable, Hashable {
        case named(Name)
        case list(TypeReference)
        /// The inner type is never `nonNull`.
        case nonNull(TypeReference)
    }
}

extension GraphQL.TypeReference {
    package static func type(_ name: String) -> GraphQL.TypeReference { .named(GraphQL.Name(name)) }

    package static func required(_ name: String) -> GraphQL.TypeReference { .nonNull(.type(name)) }

    package static func list(of name: String) -> GraphQL.TypeReference { .list(.type(name)) }

    package var isNonNull: Bool { if case .nonNull = self { true } else { false } }

    /// The type without a trailing `!`.
    package var nullable: GraphQL.TypeReference { if case .nonNull(let inner) = self { inner } else { self } }

    /// The named type inside all lists and `!`.
    package var innermost: GraphQL.Name {
        switch self {
        case .named(let name): name
        case .list(let inner), .nonNull(let inner): inner.innermost
        }
    }

    /// Whether a variable of this type may be used where a type is expected (specification section 5.8.5).
    package func fits(_ location: GraphQL.TypeReference, hasDefault: Bool = false) -> Bool {
        switch (self, location) {
        case (.nonNull(let one), .nonNull(let other)), (.list(let one), .list(let other)): one.fits(other)
        case (_, .nonNull(let other)) where hasDefault: fits(other)
        case (.nonNull(let one), _): one.fits(location)
        case (.named(let one), .named(let other)): one.text == other.text
        default: false
        }
    }

    package var text: String {
        switch self {
        case .named(let name): name.text
        case .list(let inner): "[" + inner.text + "]"
        case .nonNull(let inner): inner.text + "!"
        }
    }
}

extension GraphQL.Value {
    /// The value as JSON, with enum values as strings; nil for a variable without a value.
    ///
    /// Such a variable removes its field inside an object and is null inside a list (specification section 3.10 and
    /// 3.11).
    /// - Parameter variable: the value of a variable; nil if it has none.
    package func json(_ variable: (String) -> JSON? = { _ in nil }) -> JSON? {
        switch kind {
        case .variable(let name): variable(name)
        case .int(let digits), .float(let digits): .number(digits)
        case .string(let text), .enumeration(let text): .string(text)
        case .boolean(let flag): .bool(flag)
        case .null: .null
        case .list(let values): .array(values.map { $0.json(variable) ?? .null })
        case .object(let fields):
            .object(fields.compactMap { field in field.value.json(variable).map { JSON.Member(field.name.text, $0) } })
        }
    }
}

extension GraphQL.Operation {
    package func value(of variable: String, given: [JSON.Member]) -> JSON? {
        if let member = given.first(where: { $0.name == variable }) { return member.value }
        // A default value contains no variables.
        return variables.first { $0.name.text == variable }?.defaultValue?.json()
    }
}
