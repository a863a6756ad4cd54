import Notation

/// Replaces variables with their values after the line is split into words: a value is never split, unquoted or
/// expanded again.
package struct Expansion: Sendable {
    /// The known names, for completion and suggestions.
    let names: [String]
    /// The value of a name; nil if it is undefined.
    package let value: @Sendable (String) -> String?

    package init(names: [String], value: @escaping @Sendable (String) -> String?) {
        self.names = names
        self.value = value
    }

    package init(_ values: [String: String]) {
        self.init(names: values.keys.sorted()) { values[$0] }
    }

    package static let none = Expansion([:])

    package struct Text {
        package var text = ""
        /// The length of each variable's value in bytes, in order: maps positions in the text back to the line.
        package var variableLengths: [Int] = []
    }

    package func expand(_ word: Word) throws(ParseError) -> Text {
        var expanded = Text()
        for piece in word.pieces {
            switch piece {
            case .text(let text, _, _): expanded.text += text
            case .variable(let name, let span):
                guard let value = value(name) else { throw unknown(name, span) }
                expanded.text += value
                expanded.variableLengths.append(value.utf8.count)
            }
        }
        return expanded
    }

    private func unknown(_ name: String, _ span: Range<Int>) -> ParseError {
        var hints = DidYouMean.hints(for: name, among: names) { "{{\($0)}}" }
        if hints.isEmpty {
            hints = ["set \(name)=VALUE gives it one; a line that ends in => \(name) keeps an answer in it."]
        }
        return ParseError("There is no variable {{\(name)}}.", at: span, hints: hints)
    }
}
