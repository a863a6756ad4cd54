extension GraphQL {
    /// Names the fragments of a document that keeps them: `F1`, `F2` and on, in the order of their first use. Those that no
    /// operation uses are left out.
    struct FragmentNames {
        private let fragments: [String: Fragment]
        /// The new names by the old ones.
        private var names: [String: Name] = [:]
        /// The old names in the order of first use.
        private var used: [String] = []
        /// Names that are spread but stand for nothing; a new name must not become theirs.
        private var unknown: Set<String> = []

        init(fragments: [String: Fragment]) { self.fragments = fragments }

        /// The operations and the fragments they use, under their new names.
        mutating func named(_ operations: [Operation]) -> [Definition] {
            for operation in operations { note(operation.selections) }
            var next = 0
            while next < used.count {
                if let fragment = fragments[used[next]] { note(fragment.selections) }
                next += 1
            }
            giveNames()
            return operations.map { operation in
                var operation = operation
                operation.selections = renamed(operation.selections)
                return .operation(operation)
            }
                + used.compactMap { old in
                    guard var fragment = fragments[old], let name = names[old] else { return nil }
                    fragment.name = name
                    fragment.selections = renamed(fragment.selections)
                    return .fragment(fragment)
                }
        }

        private mutating func giveNames() {
            var number = 0
            for old in used {
                repeat { number += 1 } while unknown.contains("F\(number)")
                names[old] = Name("F\(number)")
            }
        }

        /// Notes the fragments that are used for the first time.
        private mutating func note(_ selections: [Selection]) {
            for selection in selections {
                switch selection {
                case .field(let field): note(field.selections ?? [])
                case .inline(let fragment): note(fragment.selections)
                case .spread(let spread):
                    let name = spread.name.text
                    if fragments[name] == nil {
                        unknown.insert(name)
                    } else if names.updateValue(spread.name, forKey: name) == nil {
                        used.append(name)
                    }
                }
            }
        }

        private func renamed(_ selections: [Selection]) -> [Selection] {
            selections.map { selection in
                switch selection {
                case .field(var field):
                    field.selections = field.selections.map(renamed)
                    return .field(field)
                case .inline(var fragment):
                    fragment.selections = renamed(fragment.selections)
                    return .inline(fragment)
                case .spread(var spread):
                    spread.name = names[spread.name.text] ?? spread.name
                    return .spread(spread)
                }
            }
        }
    }
}
