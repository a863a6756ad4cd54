extension GraphQL {
    /// How large selections become when fragments are inlined, worked out without inlining them: each fragment is looked at
    /// once, however often it is used.
    struct ExpandedSize {
        /// So much may be asked for by way of fragments, in bytes of text without layout.
        static let most = 400_000

        let fragments: [String: Fragment]

        /// How long the text is, and how deep braces and brackets are nested.
        private struct Size {
            var bytes = 0
            var height = 0

            static let boundless = Size(bytes: ExpandedSize.most + 1, height: Parser.deepest + 1)

            mutating func add(_ other: Size, levels: Int = 0) {
                bytes = min(bytes + other.bytes, ExpandedSize.most + 1)
                height = max(height, other.height + levels)
            }
        }

        private enum State {
            case open
            case known(Size)
        }

        private var states: [String: State] = [:]
        private var hasSpreads = false

        init(fragments: [String: Fragment]) { self.fragments = fragments }

        /// Whether the selections may be inlined. Those without fragments are what they are, however many.
        mutating func isBounded(_ selections: [Selection]) -> Bool {
            hasSpreads = false
            let size = size(of: selections, at: 0)
            return !hasSpreads || size.bytes <= Self.most && size.height <= Parser.deepest
        }

        private mutating func size(of selections: [Selection], at level: Int) -> Size {
            // A chain of fragments can be longer than a document may be deep.
            guard level <= Parser.deepest else { return .boundless }
            var size = Size(bytes: 2, height: 1)
            for selection in selections {
                switch selection {
                case .field(let field):
                    size.add(Size(bytes: (field.alias?.text.utf8.count ?? 0) + field.name.text.utf8.count + 2))
                    size.add(Self.size(of: field.arguments), levels: 1)
                    size.add(Self.size(of: field.directives), levels: 1)
                    if let below = field.selections { size.add(self.size(of: below, at: level + 1), levels: 1) }
                case .inline(let fragment):
                    size.add(Size(bytes: (fragment.typeCondition?.text.utf8.count ?? 0) + 8))
                    size.add(Self.size(of: fragment.directives), levels: 1)
                    size.add(self.size(of: fragment.selections, at: level + 1), levels: 1)
                case .spread(let spread):
                    size.add(Size(bytes: spread.name.text.utf8.count + 4))
                    size.add(Self.size(of: spread.directives), levels: 1)
                    size.add(self.size(ofFragment: spread.name.text, at: level + 1), levels: 1)
                }
            }
            return size
        }

        private mutating func size(ofFragment name: String, at level: Int) -> Size {
            guard let fragment = fragments[name] else { return Size() }
            hasSpreads = true
            switch states[name] {
            case .open: return .boundless
            case .known(let size): return size
            case nil:
                states[name] = .open
                var size = size(of: fragment.selections, at: level)
                size.add(Size(bytes: fragment.typeCondition.text.utf8.count + 8))
                size.add(Self.size(of: fragment.directives))
                states[name] = .known(size)
                return size
            }
        }

        private static func size(of directives: [Directive]) -> Size {
            var size = Size()
            for directive in directives {
                size.add(Size(bytes: directive.name.text.utf8.count + 2))
                size.add(Self.size(of: directive.arguments))
            }
            return size
        }

        private static func size(of arguments: [Argument]) -> Size {
            var size = Size()
            for argument in arguments {
                size.add(Size(bytes: argument.name.text.utf8.count + 3))
                size.add(Self.size(of: argument.value))
            }
            return size
        }

        private static func size(of value: Value) -> Size {
            switch value.kind {
            case .int(let text), .float(let text), .enumeration(let text), .variable(let text), .string(let text):
                return Size(bytes: text.utf8.count + 2)
            case .boolean, .null: return Size(bytes: 5)
            case .list(let values):
                var size = Size(bytes: 2, height: 1)
                for value in values { size.add(Self.size(of: value), levels: 1) }
                return size
            case .object(let fields):
                var size = Size(bytes: 2, height: 1)
                for field in fields {
                    size.add(Size(bytes: field.name.text.utf8.count + 3))
                    size.add(Self.size(of: field.value), levels: 1)
                }
                return size
            }
        }
    }
}
