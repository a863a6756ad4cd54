import Notation

/// Puts values in the place of variables, after the line has been cut: a value is never cut, quoted or expanded again.
package struct Expansion: Sendable {
    /// The names that are known, for completing and for "did you mean".
    package let names: [String]
    /// The value of a name, nil when there is none.
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
        /// The length of each variable's value in bytes, in order: lets a place in the text be traced to the line.
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
