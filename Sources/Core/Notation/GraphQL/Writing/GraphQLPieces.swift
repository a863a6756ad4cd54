extension GraphQL.Document {
    /// The document in standard layout: two spaces per level, one field per line, arguments on one line up to 80
    /// characters, else one per line. There is no final line feed. Parsing it gives an equal value.
    package var text: String { GraphQL.PieceList.text { $0.document(self) } }
}

extension GraphQL.Document {
    /// The same with the fields of a column on one line: `number { value displayValue }`.
    package var foldedText: String { GraphQL.PieceList.text(folds: true) { $0.document(self) } }
}

extension GraphQL.Definition {
    package var text: String { GraphQL.PieceList.text { $0.definition(self) } }
}

extension GraphQL.Selection {
    package var text: String { GraphQL.PieceList.text { $0.selection(self) } }
}

extension GraphQL.Value {
    package var text: String { GraphQL.PieceList.text { $0.value(self) } }
}

extension GraphQL {
    /// A document's text in the layout of `Document.text`, keeping comments, the quoting of strings and empty lines
    /// between fields. There is no final line feed. Formatting is idempotent.
    package static func format(_ text: String) throws(SyntaxError) -> String {
        let bytes = Array(text.utf8)
        let document = try Document(bytes: bytes)
        let written = SourceWords(bytes)
        var list = PieceList(written)
        list.document(document)
        // If the words of the text and of its document differ, formatting is not safe, so the text is kept.
        return list.isUnsafe ? text : Layout.text(of: list.pieces, ending: written.ending)
    }

    /// The words of a text as written, each with its comments.
    struct SourceWords {
        struct Written {
            var kind: Token.Kind
            var word: Word
        }

        private(set) var words: [Written] = []
        private(set) var ending: [Comment] = []

        private let bytes: [UInt8]
        private var wordEnd = 0
        private var tokenEnd = 0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            for token in Lexer.tokens(of: bytes) {
                switch token.kind {
                case .comment: comment(token)
                default: word(token)
                }
                tokenEnd = token.range.upperBound
            }
        }

        private mutating func comment(_ token: Token) {
            var text = bytes[token.range]
            while let last = text.last, ASCII.isSpace(last) { text.removeLast() }
            let comment = String(decoding: text, as: UTF8.self)
            if let last = words.indices.last, ending.isEmpty, lineEnds(from: wordEnd, to: token.range.lowerBound) == 0 {
                words[last].word.trailingComment = comment
            } else {
                ending.append(Comment(text: comment, hasGap: hasGap(before: token)))
            }
        }

        private mutating func word(_ token: Token) {
            var word = Word(String(decoding: bytes[token.range], as: UTF8.self), isApart: true)
            if token.kind == .blockString {
                let text = StringParser.block(bytes, token.range)
                if StringWriter.canBeBlock(text) { word.block = text }
            }
            word.comments = ending
            word.hasGap = hasGap(before: token)
            ending = []
            words.append(Written(kind: token.kind, word: word))
            wordEnd = token.range.upperBound
        }

        private func hasGap(before token: Token) -> Bool { lineEnds(from: tokenEnd, to: token.range.lowerBound) > 1 }

        private func lineEnds(from start: Int, to end: Int) -> Int {
            bytes[start..<end].indices.count { place in
                // CR LF is one line end.
                bytes[place] == 0x0A || bytes[place] == 0x0D && !(place + 1 < end && bytes[place + 1] == 0x0A)
            }
        }
    }
}

extension GraphQL {
    /// The input of the layout: words, and groups whose items may be on lines of their own. The layout adds commas.
    enum Piece {
        case word(Word)
        case group(Group)
    }

    struct Group {
        enum Kind { case lines, list, definitions }

        let kind: Kind
        private(set) var items: [[Piece]] = []
        /// The width on one line.
        private(set) var width = 0
        /// Whether it contains a comment or a block string of several lines, which do not fit on one line.
        private(set) var mustBreak = false

        init(_ kind: Kind) { self.kind = kind }

        mutating func add(_ item: [Piece]) {
            if !items.isEmpty { width += 2 }
            for (place, piece) in item.enumerated() {
                switch piece {
                case .word(let word):
                    width += word.width + (word.isApart && place > 0 ? 1 : 0)
                    mustBreak = mustBreak || word.mustBreak
                case .group(let group):
                    width += group.width
                    mustBreak = mustBreak || group.mustBreak
                }
            }
            items.append(item)
        }
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

        var width: Int { block.map { $0.unicodeScalars.count + 6 } ?? text.unicodeScalars.count }

        var mustBreak: Bool {
            !comments.isEmpty || trailingComment != nil || block.map(StringWriter.isOneLine) == false
        }
    }

    struct Comment {
        var text: String
        var hasGap: Bool
    }

    /// Makes the pieces of a document, of the words of its text if they are given.
    struct PieceList {
        private(set) var pieces: [Piece] = []
        private var source: ArraySlice<SourceWords.Written>?
        private var isOther = false

        init() {}

        init(_ source: SourceWords) { self.source = source.words[...] }

        /// Whether the words of the text were other words.
        var isUnsafe: Bool { isOther || !(source ?? []).isEmpty }

        /// Collects what a function writes and lays it out.
        static func text(folds: Bool = false, _ write: (inout PieceList) -> Void) -> String {
            var list = PieceList()
            write(&list)
            return Layout.text(of: list.pieces, folds: folds)
        }

        mutating func word(_ text: String, isApart: Bool = true) {
            guard source != nil else { return pieces.append(.word(Word(text, isApart: isApart))) }
            var isApart = isApart
            // The layout omits `query` for an unnamed query; the author's keyword is kept.
            if text == "{", let first = source?.first, first.kind == .name, first.word.text == "query" {
                pieces.append(.word(first.word))
                source?.removeFirst()
                isApart = true
            }
            guard var written = source?.popFirst() else { return isOther = true }
            let isText = written.kind == .string || written.kind == .blockString
            isOther = isOther || !isText && written.word.text != text
            written.word.isApart = isApart
            pieces.append(.word(written.word))
        }

        mutating func group<Items: Sequence>(
            _ kind: Group.Kind, _ items: Items, _ write: (inout PieceList, Items.Element) -> Void
        ) {
            var outer: [Piece] = []
            swap(&outer, &pieces)
            var group = Group(kind)
            for item in items {
                pieces = []
                write(&self, item)
                group.add(pieces)
            }
            pieces = outer + [.group(group)]
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
