import Notation
/// A parsed command: its words, captures and redirection. The command's definition gives the words their meaning.
package struct Invocation: Sendable, Hashable {
    package let text: String
    /// The command's name and its arguments, including flags.
    package let words: [Word]
    /// `=> name` and `=> name = .path`, in order.
    package let captures: [Capture]
    /// Where standard output is redirected; nil for no redirection.
    package let destination: Destination?

    package init(text: String, words: [Word], captures: [Capture] = [], destination: Destination? = nil) {
        self.text = text
        self.words = words
        self.captures = captures
        self.destination = destination
    }

    /// The range of `| less` or `> page.txt` in the text.
    package var destinationSpan: Range<Int>? {
        switch destination {
        case .pipeline(_, let span)?, .file(_, _, let span)?: span
        case nil: nil
        }
    }

    /// `| less`, `> page.txt`, as typed.
    package var destinationText: String? {
        destinationSpan.map { String(decoding: text.utf8.dropFirst($0.lowerBound).prefix($0.count), as: UTF8.self) }
    }

    package var isEmpty: Bool { words.isEmpty }
}

/// `=> name = .path`: stores a value of the command's result in a variable.
package struct Capture: Sendable, Hashable {
    package let name: String
    /// The path of the value; nil for the whole output.
    package let path: FieldPath?
    /// The range of the whole capture, in UTF-8 bytes of the line.
    package let span: Range<Int>
}

/// Where a command's standard output is redirected.
package enum Destination: Sendable, Hashable {
    /// A pipeline for the system's shell, exactly as typed.
    case pipeline(String, span: Range<Int>)
    /// A file, overwritten (`>`) or appended to (`>>`).
    case file(Word, appends: Bool, span: Range<Int>)
}

/// The syntax of variable names.
package enum VariableName {
    /// A letter or `_`, then letters, digits, `_` and `-`.
    package static func isValid(_ name: String) -> Bool {
        guard let first = name.utf8.first, ASCII.isLetter(first) || first == .underscore else { return false }
        return name.utf8.allSatisfy { $0.isNameByte || $0 == .dash }
    }
}
