extension GraphQL {
    /// The syntactic context of a cursor in a document, which may be incomplete or invalid.
    package struct Cursor: Sendable {
        package enum Place: Sendable, Hashable {
            case nothing
            case definition
            /// `on` after the name of a fragment definition.
            case on
            /// A field of a selection set; `selected` are those present without an alias.
            case selection(selected: [String])
            case spread
            case typeCondition
            case argument(of: ValuePlace.Callee, given: [String])
            case objectField(of: ValuePlace, given: [String])
            /// An unquoted value. `$` is part of the typed text.
            case value(of: ValuePlace)
            case string(of: ValuePlace, StringContent)
            case variable
            case type
            /// A directive of a selection or a definition. `@` is part of the typed text.
            case directive(ofSelection: Bool)
        }

        package let place: Place
        package let path: Path
        /// The typed text before the cursor, in UTF-8 bytes of the document; empty between words.
        package let typed: Range<Int>
        /// The index of the operation in the outline; nil in a fragment and between definitions.
        package let operation: Int?
        package let variable: String?
        package let definedFragment: String?
        package let outline: Outline

        /// - Parameter offset: in UTF-8 bytes; moved back if outside the text or inside a character.
        package init(_ text: String, offset: Int) {
            let bytes = Array(text.utf8)
            var offset = min(max(offset, 0), bytes.count)
            while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
            var tokens = Lexer.tokens(of: bytes)
            let next = tokens.firstIndex { !$0.isBefore(offset) } ?? tokens.count
            let touched = tokens.at(next).flatMap { $0.range.lowerBound < offset ? $0 : nil }
            let before = tokens.at(next - 1)
            // Between words, what could be typed is an empty name.
            if touched == nil { tokens.insert(Token(kind: .name, range: offset..<offset), at: next) }
            let isWord = touched.map { [.name, .string, .blockString].contains($0.kind) } ?? true
            outline = Outline(bytes, tokens, cursor: isWord ? next : nil)
            let context = outline.context
            path = context?.path ?? Path(.operation(.query, index: 0), [])
            (operation, variable, definedFragment) = (context?.operation, context?.variable, context?.fragment)
            if let touched, touched.kind != .name {
                typed = offset..<offset
                let content = StringContent(bytes, touched, upTo: offset)
                let value = context?.kind == .value ? context?.value : nil
                place = content.flatMap { content in value.map { .string(of: $0, content) } } ?? .nothing
                return
            }
            var start = touched?.range.lowerBound ?? offset
            let isBehind = before?.range.upperBound == start
            // The name would extend an invalid token.
            place = isBehind && before?.kind == .invalid ? .nothing : context?.place ?? .nothing
            if isBehind, let before,
                [.punctuator(UInt8(ascii: "$")), .punctuator(UInt8(ascii: "@"))].contains(before.kind)
            {
                start = before.range.lowerBound
            }
            typed = start..<offset
        }
    }

    /// A document while it is being typed, read without what is missing or wrong.
    package struct Outline: Sendable {
        /// Without selections.
        package internal(set) var operations: [Operation] = []
        package internal(set) var fragments: [(name: String, type: String)] = []
        var uses: [(variable: String, path: Path, value: ValuePlace)] = []
        var spreads: [(fragment: String, path: Path)] = []
        /// Nil if nothing can be typed at the cursor.
        var context: Context?

        /// What the parser knows of the cursor.
        struct Context: Sendable {
            enum Kind: Sendable, Hashable {
                case selection, argument, objectField, value
                case other(Cursor.Place)
            }

            let kind: Kind
            let path: Path
            var value: ValuePlace?
            /// Whether the arguments that hold the cursor are not read to their end.
            var isInArguments: Bool
            /// Of the group that holds the cursor, until it is read to its end.
            var depth: Int
            let operation: Int?
            let variable: String?
            let fragment: String?
            /// The other fields or arguments of the group.
            var names: [String] = []

            var place: Cursor.Place {
                switch kind {
                case .selection: .selection(selected: names)
                case .argument: value.map { .argument(of: $0.callee, given: names) } ?? .nothing
                case .objectField: value.map { .objectField(of: $0, given: names) } ?? .nothing
                case .value: value.map { .value(of: $0) } ?? .nothing
                case .other(let place): place
                }
            }
        }

        init() {}

        package init(_ text: String) {
            let bytes = Array(text.utf8)
            self.init(bytes, Lexer.tokens(of: bytes), cursor: nil)
        }

        /// - Parameter cursor: the index of the token at the cursor.
        init(_ bytes: [UInt8], _ tokens: [Token], cursor: Int?) {
            self = Parser.outline(
                of: bytes, tokens.filter { $0.kind != .comment },
                cursor: cursor.map { tokens[..<$0].count { $0.kind != .comment } })
        }

        /// The first use of a variable.
        package func use(of variable: String) -> (path: Path, value: ValuePlace)? {
            uses.first { $0.variable == variable }.map { ($0.path, $0.value) }
        }

        package func use(ofFragment name: String) -> Path? { spreads.first { $0.fragment == name }?.path }

        /// The distinct variables used, in order of first use.
        package var usedVariables: [String] {
            var seen: Set<String> = [""]
            return uses.map(\.variable).filter { seen.insert($0).inserted }
        }
    }
}

extension GraphQL.Token {
    /// Whether text typed at the offset cannot extend it.
    fileprivate func isBefore(_ offset: Int) -> Bool {
        guard range.upperBound == offset else { return range.upperBound < offset }
        switch kind {
        case .name, .int, .float, .comment: return false
        case .string, .blockString: return fault == nil
        case .punctuator, .spread, .invalid: return true
        }
    }
}

extension Array {
    fileprivate func at(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension GraphQL {
    /// What is typed of a string before the cursor.
    package struct StringContent: Sendable, Hashable {
        /// In UTF-8 bytes of the document.
        package let range: Range<Int>
        package let isBlock: Bool
        package let isClosed: Bool

        /// Nil behind an escape, whose text has another length than what it means.
        init?(_ bytes: [UInt8], _ token: Token, upTo end: Int) {
            isBlock = token.kind == .blockString
            isClosed = token.isComplete
            let content = token.content
            guard isBlock || token.kind == .string, content.lowerBound <= end, end <= content.upperBound else {
                return nil
            }
            range = content.lowerBound..<end
            if bytes[range].contains(UInt8(ascii: "\\")) { return nil }
        }
    }

    /// The way from the top of a document to a selection set.
    package struct Path: Sendable, Hashable {
        package enum Root: Sendable, Hashable {
            case operation(OperationKind, index: Int)
            case fragment(type: String, index: Int)
        }

        package enum Step: Sendable, Hashable {
            case field(String, given: [Argument])
            case type(String)
        }

        package var root: Root
        package var steps: [Step]

        package init(_ root: Root, _ steps: [Step]) {
            self.root = root
            self.steps = steps
        }
    }

    /// An argument, or a place in what it is given.
    package struct ValuePlace: Sendable, Hashable {
        package enum Callee: Sendable, Hashable {
            case field(String)
            case directive(String)
            case variable(String, type: String)
        }

        package var callee: Callee
        package var argument: String
        package var keys: [String]
        /// All arguments of the field.
        package var given: [Argument]

        package init(_ callee: Callee, _ argument: String, keys: [String] = [], given: [Argument] = []) {
            self.callee = callee
            self.argument = argument
            self.keys = keys
            self.given = given
        }
    }
}
