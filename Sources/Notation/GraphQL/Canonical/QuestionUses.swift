extension GraphQL {
    /// Which variables and fragments an operation uses, in what conditions leave out too. Each fragment is read once.
    struct QuestionUses {
        private(set) var variables: Set<String> = []
        /// Those that are spread, whether they are there or not.
        private(set) var fragments: Set<String> = []
        private var waiting: [String] = []

        mutating func note(variable name: String) { variables.insert(name) }

        /// A fragment that is read elsewhere.
        mutating func note(fragment name: String) { fragments.insert(name) }

        /// A selection that is left out.
        mutating func read(_ selection: Selection) { read([selection]) }

        /// Goes on with the fragments that are used by what was left out.
        mutating func finish(_ definitions: [String: Fragment]) {
            while let name = waiting.popLast() {
                guard let fragment = definitions[name] else { continue }
                read(fragment.directives)
                read(fragment.selections)
            }
        }

        private mutating func read(_ selections: [Selection]) {
            for selection in selections {
                switch selection {
                case .field(let field):
                    for argument in field.arguments { read(argument.value) }
                    read(field.directives)
                    if let below = field.selections { read(below) }
                case .spread(let spread):
                    read(spread.directives)
                    if fragments.insert(spread.name.text).inserted { waiting.append(spread.name.text) }
                case .inline(let fragment):
                    read(fragment.directives)
                    read(fragment.selections)
                }
            }
        }

        private mutating func read(_ directives: [Directive]) {
            for directive in directives {
                for argument in directive.arguments { read(argument.value) }
            }
        }

        private mutating func read(_ value: Value) {
            switch value.kind {
            case .variable(let name): variables.insert(name)
            case .list(let values): for value in values { read(value) }
            case .object(let fields): for field in fields { read(field.value) }
            case .int, .float, .string, .boolean, .null, .enumeration: break
            }
        }
    }
}
