extension GraphQL {
    /// Visits selections and all below them, in the order of the document. Spreads are not followed.
    ///
    /// Nothing recurses here: documents may be nested deeply.
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

extension GraphQL {
    /// The variables and fragments that selections use, directly and through fragments. Each fragment is read once.
    package struct Uses: Sendable {
        /// The variables' names, without the `$`.
        package private(set) var variables: Set<String> = []
        /// The fragments that are spread, defined or not.
        package private(set) var fragments: Set<String> = []
        private var unread: [String] = []

        init() {}

        /// What an operation uses, without its declarations.
        package init(of operation: Operation, _ fragments: Fragments) {
            note(operation.directives)
            note(operation.selections)
            follow(fragments)
        }

        package init(of selections: [Selection], _ fragments: Fragments) {
            note(selections)
            follow(fragments)
        }

        mutating func note(variable name: String) { variables.insert(name) }

        /// - Parameter name: a fragment that is read elsewhere.
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

    /// A document's fragments by their names, and selections with the fragments in their places.
    ///
    /// Types are not looked at: a fragment for another type asks for fields that do not come. Nothing recurses along
    /// spreads, which may lead on as often as there are fragments.
    package struct Fragments: Sendable {
        private let named: [String: Fragment]

        package subscript(name: String) -> Fragment? { named[name] }

        var count: Int { named.count }

        package init(_ document: Document) {
            named = Dictionary(document.fragments.map { ($0.name.text, $0) }) { first, _ in first }
        }

        /// The fields that selections ask for, in their order, each fragment opened once.
        ///
        /// - Parameter isWanted: whether what has these directives is asked for at all.
        package func fields(
            of selections: [Selection], where isWanted: ([Directive]) -> Bool = { _ in true }
        ) -> [Field] {
            var found: [Field] = []
            var opened: Set<String> = []
            var ahead: [Selection] = selections.reversed()
            while let next = ahead.popLast() {
                switch next {
                case .field(let field): if isWanted(field.directives) { found.append(field) }
                case .inline(let inline): if isWanted(inline.directives) { ahead += inline.selections.reversed() }
                case .spread(let spread):
                    guard isWanted(spread.directives), opened.insert(spread.name.text).inserted,
                        let fragment = named[spread.name.text]
                    else { continue }
                    ahead += fragment.selections.reversed()
                }
            }
            return found
        }

        /// The same as an answer has them: fields with one name in it are one field, in the place of the first, that asks
        /// for what each of them does (specification section 6.3.2).
        ///
        /// - Parameter isWanted: whether what has these directives is asked for at all.
        package func merged(
            _ selections: [Selection], where isWanted: ([Directive]) -> Bool = { _ in true }
        ) -> [Field] {
            var merged: [Field] = []
            var places: [String: Int] = [:]
            for field in fields(of: selections, where: isWanted) {
                guard let place = places[field.responseName] else {
                    places[field.responseName] = merged.count
                    merged.append(field)
                    continue
                }
                guard let more = field.selections else { continue }
                // In place: a copy for each of them would make many of one name costly.
                merged[place].selections = merged[place].selections ?? []
                merged[place].selections?.append(contentsOf: more)
            }
            return merged
        }
    }
}
