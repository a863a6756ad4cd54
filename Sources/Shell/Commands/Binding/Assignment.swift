/// `name=value`.
package struct Assignment: Sendable, Hashable {
    /// What stands before the `=`.
    package let name: String
    /// Where that stands in the line, in UTF-8 bytes.
    package let nameSpan: Range<Int>
    /// What stands after the `=`; empty when nothing does.
    package let value: BoundValue

    /// The length in bytes of the name of an assignment, nil when a word is none. Names are unquoted.
    static func nameLength(in word: Word) -> Int? { word.assignedNameLength }

    /// How an assignment that is quoted as a whole is written; nil when a word is none.
    static func unquotedName(of word: Word) -> String? {
        guard let text = word.literal, let equals = text.firstIndex(of: "="), equals > text.startIndex,
            text[..<equals].utf8.allSatisfy({ $0.isNameByte || $0 == .dot || $0 == .dash })
        else { return nil }
        return "\(text[...equals])\(Quoting.word(String(text[text.index(after: equals)...])))"
    }
}
