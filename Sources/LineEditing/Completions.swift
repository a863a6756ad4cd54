/// What may stand at the cursor.
package struct Completions: Sendable, Hashable {
    /// One of the texts that may.
    package struct Candidate: Sendable, Hashable {
        /// What takes the place of the replaced part.
        package var text: String
        /// What it is, shown beside it; may be empty.
        package var description: String
        /// Whether a space follows when it is the only one.
        package var appendsSpace: Bool

        /// A candidate.
        package init(_ text: String, _ description: String = "", appendsSpace: Bool = true) {
            self.text = text
            self.description = description
            self.appendsSpace = appendsSpace
        }
    }

    /// The part of the line that a candidate takes the place of, in UTF-8 bytes; it ends at the cursor or after it.
    package var replaced: Range<Int>
    /// In the order in which they are shown.
    package var candidates: [Candidate]
    /// Whether there are no others: of some only, what they have in common is not what all have.
    package var isWhole: Bool

    /// Candidates for a part of the line.
    package init(replacing replaced: Range<Int>, with candidates: [Candidate], isWhole: Bool = true) {
        self.replaced = replaced
        self.candidates = candidates
        self.isWhole = isWhole
    }
}
