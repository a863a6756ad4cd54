extension GraphQL {
    /// Visits selections depth first, in document order, without following spreads.
    package static func visit(_ selections: [Selection], _ body: (Selection) -> Void) {
        var ahead: [Selection] = selections.reversed()
        while let next = ahead.popLast() {
            body(next)
            ahead += next.selections.reversed()
        }
    }

    package static func visit(_ values: [Value], _ body: (Value) -> Void) {
        var ahead: [Value] = values.reversed()
        while let next = ahead.popLast() {
            body(next)
            switch next.kind {
            case .list(let values): ahead += values.reversed()
            case .object(let fields): ahead += fields.reversed().map(\.value)
            default: break
            }
        }
    }
}

extension GraphQL.Selection {
    package var directives: [GraphQL.Directive] {
        switch self {
        case .field(let field): field.directives
        case .spread(let spread): spread.directives
        case .inline(let fragment): fragment.directives
        }
    }

    package var selections: [GraphQL.Selection] {
        switch self {
        case .field(let field): field.selections ?? []
        case .spread: []
        case .inline(let fragment): fragment.selections
        }
    }
}

extension [GraphQL.Directive] {
    /// Whether `@skip` and `@include` keep a selection (specification sections 3.13.1 and 3.13.2). An unknown condition
    /// keeps it.
    package func includesSelection(_ json: (GraphQL.Value) -> JSON?) -> Bool {
        allSatisfy { directive in
            guard let condition = directive.arguments.first(where: { $0.name.text == "if" }),
                case .bool(let holds)? = json(condition.value)
            else { return true }
            switch directive.name.text {
            case "skip": return !holds
            case "include": return holds
            default: return true
            }
        }
    }
}

extension GraphQL {
    package struct Uses: Sendable {
        package private(set) var variables: Set<String> = []
        /// Names of spread fragments, defined or not.
        package private(set) var fragments: Set<String> = []
        private var unread: [String] = []

        init() {}

        package init(of selections: [Selection], _ fragments: Fragments) {
            note(selections)
            follow(fragments)
        }

        mutating func note(variable name: String) { variables.insert(name) }

        mutating func note(fragment name: String) { fragments.insert(name) }

        mutating func note(_ selections: [Selection]) {
            visit(selections) { selection in
                note(selection.directives)
                switch selection {
                case .field(let field): note(field.arguments)
                case .spread(let spread):
                    if fragments.insert(spread.name.text).inserted { unread.append(spread.name.text) }
                case .inline: break
                }
            }
        }

        mutating func follow(_ known: Fragments) {
            while let name = unread.popLast() {
                guard let fragment = known[name] else { continue }
                note(fragment.directives)
                note(fragment.selections)
            }
        }

        private mutating func note(_ directives: [Directive]) {
            for directive in directives { note(directive.arguments) }
        }

        private mutating func note(_ arguments: [Argument]) {
            visit(arguments.map(\.value)) { value in
                if case .variable(let name) = value.kind { variables.insert(name) }
            }
        }
    }

    /// The fragments of a document by name, and selections with fragments expanded.
    package struct Fragments: Sendable {
        private let named: [String: Fragment]

        package subscript(name: String) -> Fragment? { named[name] }

        var count: Int { named.count }

        package init(_ document: Document) {
            named = Dictionary(document.fragments.map { ($0.name.text, $0) }) { first, _ in first }
        }

        /// The fields of selections in order, with each fragment expanded once.
        package func fields(
            of selections: [Selection], on type: String? = nil, where isWanted: ([Directive]) -> Bool = { _ in true }
        ) -> [Field] {
            func applies(_ condition: Name?) -> Bool { type == nil || condition == nil || condition?.text == type }
            var found: [Field] = []
            var opened: Set<String> = []
            var ahead: [Selection] = selections.reversed()
            while let next = ahead.popLast() {
                switch next {
                case .field(let field): if isWanted(field.directives) { found.append(field) }
                case .inline(let inline):
                    if isWanted(inline.directives), applies(inline.typeCondition) {
                        ahead += inline.selections.reversed()
                    }
                case .spread(let spread):
                    guard isWanted(spread.directives), opened.insert(spread.name.text).inserted,
                        let fragment = named[spread.name.text], applies(fragment.typeCondition)
                    else { continue }
                    ahead += fragment.selections.reversed()
                }
            }
            return found
        }

        /// The fields as in the response: fields with the same response name are merged at the position of the first
        /// (specification section 6.3.2).
        package func merged(
            _ selections: [Selection], on type: String? = nil, where isWanted: ([Directive]) -> Bool = { _ in true }
        ) -> [Field] {
            Self.merged(fields(of: selections, on: type, where: isWanted))
        }

        package static func merged(_ fields: [Field]) -> [Field] {
            var merged: [Field] = []
            var places: [String: Int] = [:]
            for field in fields {
                guard let place = places[field.responseName] else {
                    places[field.responseName] = merged.count
                    merged.append(field)
                    continue
                }
                guard let more = field.selections else { continue }
                // In place: copying for each of them would be quadratic for many of one name.
                merged[place].selections = merged[place].selections ?? []
                merged[place].selections?.append(contentsOf: more)
            }
            return merged
        }
    }
}
