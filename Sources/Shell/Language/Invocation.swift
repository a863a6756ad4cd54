import Rendering

/// A command as it was typed: its words, and where its output goes. What the words mean is said by the command's grammar.
package struct Invocation: Sendable, Hashable {
    /// The text all spans count in.
    package let text: String
    /// The command's name and its arguments, flags included.
    package let words: [Word]
    /// `=> name` and `=> name = .path`, in the order they were typed.
    package let captures: [Capture]
    /// Where standard output goes; nil when it goes where it always does.
    package let destination: Destination?

    /// A command of its parts.
    package init(text: String, words: [Word], captures: [Capture] = [], destination: Destination? = nil) {
        self.text = text
        self.words = words
        self.captures = captures
        self.destination = destination
    }

    /// What `--format` says, for a line that is wrong elsewhere; nil when it says nothing that is a format.
    var askedFormat: Format? {
        let texts = words.map { $0.literal ?? "" }
        for (place, text) in texts.enumerated() where text.hasPrefix("--format") {
            if text == "--format" { return place + 1 < texts.count ? Format(texts[place + 1]) : nil }
            if text.hasPrefix("--format=") { return Format(String(text.dropFirst("--format=".count))) }
        }
        return nil
    }

    /// Where its output goes, as it was typed: `| less`, `> page.txt`; nil when it goes nowhere else.
    var destinationText: String? {
        switch destination {
        case .pipeline(_, let span)?, .file(_, _, let span)?:
            String(decoding: text.utf8.dropFirst(span.lowerBound).prefix(span.count), as: UTF8.self)
        case nil: nil
        }
    }

    /// Nothing but blanks and comments.
    package var isEmpty: Bool { words.isEmpty }
}
