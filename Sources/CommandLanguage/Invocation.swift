import Notation
/// A command as it was typed: its words, and where its output goes. The command's definition gives the words their meaning.
package struct Invocation: Sendable, Hashable {
    package let text: String
    /// The command's name and its arguments, flags included.
    package let words: [Word]
    /// `=> name` and `=> name = .path`, in the order they were typed.
    package let captures: [Capture]
    /// Where standard output goes; nil when it goes where it always does.
    package let destination: Destination?

    package init(text: String, words: [Word], captures: [Capture] = [], destination: Destination? = nil) {
        self.text = text
        self.words = words
        self.captures = captures
        self.destination = destination
    }

    /// Where `| less` or `> page.txt` is in the text.
    package var destinationSpan: Range<Int>? {
        switch destination {
        case .pipeline(_, let span)?, .file(_, _, let span)?: span
        case nil: nil
        }
    }

    /// `| less`, `> page.txt`, as it was typed.
    package var destinationText: String? {
        destinationSpan.map { String(decoding: text.utf8.dropFirst($0.lowerBound).prefix($0.count), as: UTF8.self) }
    }

    package var isEmpty: Bool { words.isEmpty }
}

/// `=> name = .path`: keeps a value of the command's answer in a variable.
package struct Capture: Sendable, Hashable {
    package let name: String
    /// Which value; nil keeps the whole output.
    package let path: FieldPath?
    /// All of it, in UTF-8 bytes of the line.
    package let span: Range<Int>

    package init(name: String, path: FieldPath?, span: Range<Int>) {
        self.name = name
        self.path = path
        self.span = span
    }
}

/// Where a command's standard output goes.
package enum Destination: Sendable, Hashable {
    /// The system's shell, which gets the pipeline exactly as it was typed.
    case pipeline(String, span: Range<Int>)
    /// A file, which is replaced (`>`) or added to (`>>`).
    case file(Word, appends: Bool, span: Range<Int>)
}

/// What a variable may be called.
package enum VariableName {
    /// A letter or `_`, then letters, digits, `_` and `-`.
    package static func isValid(_ name: String) -> Bool {
        guard let first = name.utf8.first, ASCII.isLetter(first) || first == .underscore else { return false }
        return name.utf8.allSatisfy { $0.isNameByte || $0 == .dash }
    }
}
