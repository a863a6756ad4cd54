extension GraphQL {
    /// Which variables and fragments selections use, by way of fragments too. Each fragment is read once.
    package struct Uses: Sendable {
        /// The variables' names, without the `$`.
        package private(set) var variables: Set<String> = []
        /// The fragments that are spread, whether they are there or not.
        package private(set) var fragments: Set<String> = []

        /// What an operation uses, its own directives included; not what its declarations do.
        package init(of operation: Operation, _ fragments: Fragments) {
            read(operation.directives)
            read(operation.selections, fragments)
        }

        /// What selections use.
        package init(of selections: [Selection], _ fragments: Fragments) { read(selections, fragments) }

        private mutating func read(_ selections: [Selection], _ known: Fragments) {
            var ahead = selections
            while let next = ahead.popLast() {
                switch next {
                case .field(let field):
                    read(field.arguments)
                    read(field.directives)
                    ahead += field.selections ?? []
                case .inline(let inline):
                    read(inline.directives)
                    ahead += inline.selections
                case .spread(let spread):
                    read(spread.directives)
                    guard fragments.insert(spread.name.text).inserted, let fragment = known[spread.name.text] else {
                        continue
                    }
                    read(fragment.directives)
                    ahead += fragment.selections
                }
            }
        }

        private mutating func read(_ directives: [Directive]) {
            for directive in directives { read(directive.arguments) }
        }

        private mutating func read(_ arguments: [Argument]) {
            var ahead = arguments.map(\.value)
            while let value = ahead.popLast() {
                switch value.kind {
                case .variable(let name): variables.insert(name)
                case .list(let values): ahead += values
                case .object(let fields): ahead += fields.map(\.value)
                case .int, .float, .string, .boolean, .null, .enumeration: continue
                }
            }
        }
    }
}
