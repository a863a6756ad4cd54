extension GraphQL {
    /// The input of the layout: tokens, and where lines may or must end. Commas are added by the layout.
    enum Piece {
        case word(Word)
        case open(Group)
        case item
        case close
    }

    enum Group {
        case lines
        case list
        case definitions
    }

    /// A token with its surroundings.
    struct Word {
        var text: String
        var block: String?
        /// Whether a space precedes it within a line.
        var isApart: Bool
        var comments: [Comment] = []
        /// Whether the author left an empty line before it.
        var hasGap = false
        var trailingComment: String?

        init(_ text: String, isApart: Bool) {
            self.text = text
            self.isApart = isApart
        }
    }

    struct Comment {
        var text: String
        var hasGap: Bool
    }

    struct PieceList {
        private(set) var pieces: [Piece] = []

        /// Collects what a function writes and lays it out.
        static func text(_ write: (inout PieceList) -> Void) -> String {
            var list = PieceList()
            write(&list)
            return Layout.text(of: list.pieces)
        }

        mutating func word(_ text: String, isApart: Bool = true) { pieces.append(.word(Word(text, isApart: isApart))) }

        mutating func group<Items: Sequence>(
            _ group: Group, _ items: Items, _ write: (inout PieceList, Items.Element) -> Void
        ) {
            pieces.append(.open(group))
            for item in items {
                pieces.append(.item)
                write(&self, item)
            }
            pieces.append(.close)
        }

        // MARK: Definitions

        mutating func document(_ document: Document) {
            group(.definitions, document.definitions) { $0.definition($1) }
        }

        mutating func definition(_ definition: Definition) {
            switch definition {
            case .operation(let operation): self.operation(operation)
            case .fragment(let fragment):
                word("fragment")
                word(fragment.name.text)
                word("on")
                word(fragment.typeCondition.text)
                directives(fragment.directives)
                selections(fragment.selections)
            }
        }

        private mutating func operation(_ operation: Operation) {
            let isBare =
                operation.kind == .query && operation.name == nil && operation.variables.isEmpty
                && operation.directives.isEmpty
            if !isBare {
                word(operation.kind.rawValue)
                if let name = operation.name { word(name.text) }
                if !operation.variables.isEmpty {
                    word("(", isApart: operation.name == nil)
                    group(.list, operation.variables) { $0.variable($1) }
                    word(")", isApart: false)
                }
                directives(operation.directives)
            }
            selections(operation.selections)
        }

        private mutating func variable(_ variable: VariableDefinition) {
            word("$")
            word(variable.name.text, isApart: false)
            word(":", isApart: false)
            type(variable.type)
            if let value = variable.defaultValue {
                word("=")
                self.value(value)
            }
            directives(variable.directives)
        }

        mutating func selections(_ selections: [Selection]) {
            word("{")
            group(.lines, selections) { $0.selection($1) }
            word("}", isApart: false)
        }

        mutating func selection(_ selection: Selection) {
            switch selection {
            case .field(let field):
                if let alias = field.alias {
                    word(alias.text)
                    word(":", isApart: false)
                }
                word(field.name.text)
                arguments(field.arguments)
                directives(field.directives)
                if let below = field.selections { selections(below) }
            case .spread(let spread):
                word("...")
                word(spread.name.text, isApart: false)
                directives(spread.directives)
            case .inline(let fragment):
                word("...")
                if let type = fragment.typeCondition {
                    word("on")
                    word(type.text)
                }
                directives(fragment.directives)
                selections(fragment.selections)
            }
        }

        mutating func arguments(_ arguments: [Argument]) {
            guard !arguments.isEmpty else { return }
            word("(", isApart: false)
            group(.list, arguments) { pieces, argument in
                pieces.word(argument.name.text)
                pieces.word(":", isApart: false)
                pieces.value(argument.value)
            }
            word(")", isApart: false)
        }

        mutating func directives(_ directives: [Directive]) {
            for directive in directives {
                word("@")
                word(directive.name.text, isApart: false)
                arguments(directive.arguments)
            }
        }

        // MARK: Values and types

        mutating func value(_ value: Value) {
            switch value.kind {
            case .variable(let name):
                word("$")
                word(name, isApart: false)
            case .int(let text), .float(let text), .enumeration(let text): word(text)
            case .string(let text): word(StringWriter.quoted(text))
            case .boolean(let isTrue): word(isTrue ? "true" : "false")
            case .null: word("null")
            case .list(let values):
                word("[")
                group(.list, values) { $0.value($1) }
                word("]", isApart: false)
            case .object(let fields):
                word("{")
                group(.list, fields) { pieces, field in
                    pieces.word(field.name.text)
                    pieces.word(":", isApart: false)
                    pieces.value(field.value)
                }
                word("}", isApart: false)
            }
        }

        private mutating func type(_ type: TypeReference, isApart: Bool = true) {
            switch type {
            case .named(let name): word(name.text, isApart: isApart)
            case .list(let inner):
                word("[", isApart: isApart)
                self.type(inner, isApart: false)
                word("]", isApart: false)
            case .nonNull(let inner):
                self.type(inner, isApart: isApart)
                word("!", isApart: false)
            }
        }
    }
}
