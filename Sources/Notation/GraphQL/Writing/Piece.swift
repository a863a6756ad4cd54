extension GraphQL {
    /// What a text is laid out from: tokens, and where lines may or must end. Commas are no tokens here; the layout writes them.
    enum Piece {
        case word(Word)
        /// Items begin: the token in front of it is the opening bracket, if there is one.
        case open(Group)
        /// The next item of the innermost group begins.
        case item
        /// The items are over; the closing bracket is the next token.
        case close
    }

    /// How the items of a group stand.
    enum Group {
        /// One a line, further in: selections.
        case lines
        /// On one line with commas while the line fits, otherwise one a line: arguments, lists.
        case list
        /// One after the other with an empty line between them.
        case definitions
    }

    /// A token with what stands around it.
    struct Word {
        /// As it is written; nothing for a block string.
        var text: String
        /// The text that a block string means, when it is one.
        var block: String?
        /// Whether a blank stands in front of it when it does not begin a line or an item.
        var isApart: Bool
        /// The comments on lines of their own in front of it.
        var comments: [Comment] = []
        /// Whether the author left an empty line in front of it.
        var hasGap = false
        /// The comment behind it on its line.
        var remark: String?

        init(_ text: String, isApart: Bool) {
            self.text = text
            self.isApart = isApart
        }
    }

    /// A comment on a line of its own.
    struct Comment {
        /// `#` and what follows it.
        var text: String
        /// Whether the author left an empty line in front of it.
        var hasGap: Bool
    }
}
