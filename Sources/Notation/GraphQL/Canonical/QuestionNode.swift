extension GraphQL {
    /// Where the parts of a selection's head stand in a text, in bytes.
    struct QuestionHead: Sendable {
        var start: Int
        /// The end of what the answer calls it.
        var nameEnd: Int
        /// Where the name in the schema begins; at the start when there is no alias.
        var fieldStart: Int
        /// Where it ends, and arguments begin.
        var fieldEnd: Int
        /// Where arguments end, and directives begin.
        var argumentsEnd: Int
        var end: Int

        var name: Range<Int> { start..<nameEnd }
        var field: Range<Int> { fieldStart..<fieldEnd }
        var directives: Range<Int> { argumentsEnd..<end }
        var range: Range<Int> { start..<end }

        /// The same in a text where it begins elsewhere.
        func moved(to place: Int) -> Self {
            let by = place - start
            return Self(
                start: place, nameEnd: nameEnd + by, fieldStart: fieldStart + by, fieldEnd: fieldEnd + by,
                argumentsEnd: argumentsEnd + by, end: end + by)
        }
    }

    /// A selection of a question, by its places in the text.
    struct QuestionNode: Sendable {
        var head: QuestionHead
        /// Which of the question's arguments are its own.
        var arguments: Int?
        var hasBraces: Bool
        /// Where it ends in the text, braces included.
        var end: Int
        /// The number of the node behind everything in its braces.
        var next: Int
    }
}
