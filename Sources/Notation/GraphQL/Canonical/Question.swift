extension GraphQL {
    /// What a request asks, in the one form that all its spellings share: the chosen operation without its name, with
    /// fragments inlined, variables replaced by their values, conditions (`@include`, `@skip`) decided, equal selections put
    /// together, and fields and arguments in the order of their names.
    ///
    /// Fields of a mutation stay in their order on the levels that change something. To two questions with the same text
    /// a server answers the same members with the same values. Where variables and types are not in doubt, the text is a
    /// document, whose question has the same text.
    package struct Question: Sendable {
        /// What the operation does.
        package let kind: OperationKind
        /// The one text of this question; two questions are the same when it is.
        package let text: String
        /// Where the operation's head ends in the text, and its braces begin.
        let headEnd: Int
        /// The selections, each before those in its braces.
        let nodes: [QuestionNode]
        /// What nodes point at.
        let arguments: [[Argument]]

        /// What stands behind the operation's name with `@`, as text.
        package var directives: String { headEnd == 0 ? "" : part(kind.rawValue.utf8.count..<headEnd) }

        /// The selections of the outermost level, with everything below them. They are taken out of the text each time.
        package var selections: [Selection] { selections(in: nodes.indices) }

        private func selections(in range: Range<Int>) -> [Selection] {
            var selections: [Selection] = []
            var place = range.lowerBound
            while place < range.upperBound {
                let node = nodes[place]
                selections.append(
                    Selection(
                        name: part(node.head.name), field: part(node.head.field),
                        arguments: node.arguments.map { arguments[$0] } ?? [],
                        directives: part(node.head.directives),
                        selections: node.hasBraces ? self.selections(in: place + 1..<node.next) : nil,
                        text: part(node.head.start..<node.end)))
                place = node.next
            }
            return selections
        }

        private func part(_ range: Range<Int>) -> String {
            let utf8 = text.utf8
            let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
            return String(text[start..<utf8.index(start, offsetBy: range.count)])
        }
    }
}

extension GraphQL.Question: Hashable {
    /// Whether two texts are the same, byte by byte: to a `String`, an accented letter is equal to its parts.
    package static func == (one: Self, other: Self) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

    /// Of the text.
    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
