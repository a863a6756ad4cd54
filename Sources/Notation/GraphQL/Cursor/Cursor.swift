extension GraphQL {
    /// Where a place in a document is, however half-written the document may be.
    package struct Cursor: Sendable {
        /// What may stand at the place.
        package enum Place: Sendable, Hashable {
            /// Nothing that could be named: in a comment or a number, or where only a sign may follow.
            case nothing
            /// A definition's key word, or a brace.
            case definition
            /// The `on` behind the name of a fragment that is defined.
            case on
            /// A field of the selection set, with those it has already; what has an alias does not count.
            case selection(selected: [String])
            /// A fragment's name behind `...`, or `on`.
            case spread
            /// A type behind `on`.
            case typeCondition
            /// The name of an argument, with those that are given already.
            case argument(of: ValuePlace.Callee, given: [String])
            /// The name of an input object's field, with those that are given already.
            case objectField(of: ValuePlace, given: [String])
            /// A value that is not in quotes. `$` counts as typed.
            case value(of: ValuePlace)
            /// Inside the quotes of a string.
            case string(of: ValuePlace, StringContent)
            /// The name of a variable that is declared.
            case variable
            /// A variable's type.
            case type
            /// A directive, of a field or fragment in a selection set or of a definition. `@` counts as typed.
            case directive(ofSelection: Bool)
        }

        /// What may stand there.
        package let place: Place
        /// The selection set it is in.
        package let path: Path
        /// What is typed up to the cursor, in UTF-8 bytes of the document; empty between words.
        package let typed: Range<Int>
        /// The operation it is in, by its place in the outline; nil in a fragment and between definitions.
        package let operation: Int?
        /// The variable whose declaration it is in; nil outside of declarations.
        package let variable: String?
        /// The fragment whose definition's head it is in.
        package let definedFragment: String?
        /// The whole document.
        package let outline: Outline

        /// Finds out where a place is.
        ///
        /// - Parameter offset: in UTF-8 bytes; outside the text or inside a character it is moved back.
        package init(_ text: String, offset: Int) {
            let bytes = Array(text.utf8)
            var offset = min(max(offset, 0), bytes.count)
            while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
            var reader = OutlineReader(bytes)
            let next = reader.tokens.firstIndex { !$0.isBehind(offset) }
            for index in 0..<(next ?? reader.tokens.count) { reader.read(index) }
            let here = reader.top
            let declared = reader.declaredVariable
            definedFragment = here.frame == 0 ? reader.outline.fragments.last?.name : nil
            let token = next.map { reader.tokens[$0] }
            let previous = next.map { $0 - 1 } ?? reader.tokens.count - 1
            let before = previous >= 0 ? reader.tokens[previous] : nil
            for index in (next ?? reader.tokens.count)..<reader.tokens.count { reader.read(index) }
            let outline = reader.outline
            self.outline = outline
            path = outline.path(of: here.frame)
            operation = outline.operation(of: here.frame)
            let variable = declared.map { outline.operations[$0.operation].variables[$0.index] }
            self.variable = variable?.name
            /// Of a default it is known only here whose it is.
            func place(_ value: ValuePlace) -> ValuePlace {
                guard case .variable = value.callee, let variable else { return value }
                return ValuePlace(.variable(variable.name, type: variable.type), value.argument, keys: value.keys)
            }

            let touched = token.flatMap { $0.range.lowerBound < offset ? $0 : nil }
            var typed = (touched?.kind == .name ? touched?.range.lowerBound ?? offset : offset)..<offset
            if let before, before.range.upperBound == typed.lowerBound,
                before.kind == .punctuator(UInt8(ascii: "$")) || before.kind == .punctuator(UInt8(ascii: "@"))
            {
                typed = before.range.lowerBound..<offset
            }
            // Something that is no name ends or goes on at the cursor.
            let isBlocked = before?.kind == nil && before?.range.upperBound == typed.lowerBound && before != nil
            if let touched, touched.kind != .name {
                self.typed = offset..<offset
                let value = outline.valuePlace(here.state.argument, in: here.frame).map(place)
                let content = StringContent(bytes, touched, upTo: offset)
                self.place = content.flatMap { content in value.map { .string(of: $0, content) } } ?? .nothing
                return
            }
            self.typed = typed
            let found = outline.place(here.state, in: here.frame, except: touched == nil ? nil : next)
            switch found {
            case _ where isBlocked: self.place = .nothing
            case .value(let value): self.place = .value(of: place(value))
            case .objectField(let value, let given): self.place = .objectField(of: place(value), given: given)
            default: self.place = found
            }
        }
    }
}

extension GraphQL.LooseToken {
    /// Whether nothing that is typed at the offset, at which it ends, could be a part of it.
    fileprivate func isBehind(_ offset: Int) -> Bool {
        guard range.upperBound == offset else { return range.upperBound < offset }
        switch kind {
        case .name, .int, .float, .comment: return false
        case .string, .blockString: return isClosed
        case .punctuator, .spread, nil: return true
        }
    }
}

extension GraphQL.OutlineReader.State {
    /// The argument whose value is next.
    var argument: String {
        switch self {
        case .colon(let name), .dollar(let name): name
        default: ""
        }
    }
}

extension GraphQL.OutlineReader {
    /// The variable whose declaration is being read.
    fileprivate var declaredVariable: (operation: Int, index: Int)? {
        for (index, _) in stack.reversed() {
            let frame = outline.frames[index]
            guard frame.kind == .variables, case .operation(let operation) = frame.owner else { continue }
            let count = outline.operations[operation].variables.count
            return count > 0 ? (operation, count - 1) : nil
        }
        return nil
    }
}
