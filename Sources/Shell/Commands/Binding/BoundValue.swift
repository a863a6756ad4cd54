/// A value that was typed, with its variables replaced, and where it stands.
package struct BoundValue: Sendable, Hashable {
    /// Without quotes, variables replaced.
    package let text: String
    /// In the line, quotes included.
    package let span: Range<Int>
    /// Whether it begins with an unquoted `@`: then the rest names a file.
    package let namesFile: Bool
    /// Whether an unquoted `@` stands behind its first `=`: then what follows names a file.
    package let assignsFile: Bool
    /// As it was typed.
    let word: Word
    private let variableLengths: [Int]

    init(_ word: Word, _ expanded: Expansion.Text) {
        text = expanded.text
        span = word.span
        namesFile = word.barePrefix.utf8.first == .at
        let bare = Array(word.barePrefix.utf8)
        assignsFile = bare.firstIndex(of: .equals).map { $0 + 1 < bare.count && bare[$0 + 1] == .at } ?? false
        self.word = word
        variableLengths = expanded.variableLengths
    }

    /// Where a part of the text, in UTF-8 bytes, stands in the line: the caret of an error inside a value.
    package func span(of range: Range<Int>) -> Range<Int> { word.span(of: range, variableLengths: variableLengths) }

    /// The file that `@file` names.
    package var fileName: String? { namesFile ? String(text.dropFirst()) : nil }
}
