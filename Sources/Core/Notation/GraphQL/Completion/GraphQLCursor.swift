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

        /// Finds the context of a position.
        ///
        /// - Parameter offset: in UTF-8 bytes; moved back if outside the text or inside a character.
        package init(_ text: String, offset: Int) {
            let bytes = Array(text.utf8)
            var offset = min(max(offset, 0), bytes.count)
            while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
            let tokens = Lexer.tokens(of: bytes)
            let next = tokens.firstIndex { !$0.isBefore(offset) } ?? tokens.count
            let outline = Outline(bytes, tokens, cursor: next)
            let here = outline.cursor
            self.outline = outline
            path = outline.path(of: here.frame)
            operation = outline.operation(of: here.frame)
            definedFragment = here.fragment
            variable = here.variable.map { outline.operations[$0.operation].variables[$0.place].name.text }
            let token = tokens.at(next)
            let before = tokens.at(next - 1)
            let touched = token.flatMap { $0.range.lowerBound < offset ? $0 : nil }
            if let touched, touched.kind != .name {
                typed = offset..<offset
                let content = StringContent(bytes, touched, upTo: offset)
                let value = here.expected == .value ? outline.valueAtCursor : nil
                place = content.flatMap { content in value.map { .string(of: $0, content) } } ?? .nothing
                return
            }
            var typed = (touched?.range.lowerBound ?? offset)..<offset
            if let before, before.range.upperBound == typed.lowerBound,
                before.kind == .punctuator(UInt8(ascii: "$")) || before.kind == .punctuator(UInt8(ascii: "@"))
            {
                typed = before.range.lowerBound..<offset
            }
            self.typed = typed
            // The name would extend an invalid token.
            let isBlocked = before?.kind == .invalid && before?.range.upperBound == typed.lowerBound
            place = isBlocked ? .nothing : outline.place(except: touched == nil ? nil : next)
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
    package struct StringContent: Sendable, Hashable {
        /// The text so far with escapes resolved, in UTF-8 bytes. Incomplete and invalid escapes are kept.
        package internal(set) var text: [UInt8] = []
        /// The document offset of each byte of `text`, and finally of the cursor.
        package internal(set) var origins: [Int] = []
        /// Whether it is a `"""…"""`, in which only `\"""` is an escape.
        package internal(set) var isBlock: Bool
        package internal(set) var isClosed: Bool

        init?(_ bytes: [UInt8], _ token: Token, upTo end: Int) {
            isBlock = token.kind == .blockString
            isClosed = token.fault == nil
            guard isBlock || token.kind == .string else { return nil }
            let quotes = isBlock ? 3 : 1
            let start = token.range.lowerBound + quotes
            let last = token.range.upperBound - (isClosed ? quotes : 0)
            guard start <= end, end <= last else { return nil }
            var place = start
            while place < end {
                let length = escapeLength(bytes, place, end)
                let meant: [UInt8] =
                    if length > 1, isBlock {
                        [0x22, 0x22, 0x22]
                    } else if length > 1,
                        let text = try? StringParser.string(bytes, place - 1..<place + length + 1)
                    {
                        Array(text.utf8)
                    } else {
                        Array(bytes[place..<place + length])
                    }
                text += meant
                origins += Array(repeating: place, count: meant.count)
                place += length
            }
            origins.append(end)
        }

        /// How many bytes the character or escape that begins at `place` takes; 1 for one that breaks off.
        private func escapeLength(_ bytes: [UInt8], _ place: Int, _ end: Int) -> Int {
            guard bytes[place] == UInt8(ascii: "\\"), place + 1 < end else { return 1 }
            if isBlock { return bytes[(place + 1)..<end].starts(with: [0x22, 0x22, 0x22]) ? 4 : 1 }
            guard bytes[place + 1] == UInt8(ascii: "u") else { return 2 }
            let isPair =
                place + 12 <= end && bytes[place + 6] == UInt8(ascii: "\\") && bytes[place + 7] == UInt8(ascii: "u")
                && (try? StringParser.string(bytes, place - 1..<place + 7)) == nil
            return isPair ? 12 : min(6, end - place)
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

        package init(
            _ callee: Callee, _ argument: String, keys: [String] = [], given: [Argument] = []
        ) {
            self.callee = callee
            self.argument = argument
            self.keys = keys
            self.given = given
        }
    }
}
