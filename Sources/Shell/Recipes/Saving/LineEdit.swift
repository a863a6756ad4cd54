import Notation

/// A part of a line that becomes a variable.
struct LineEdit: Hashable {
    /// In bytes of the line.
    let range: Range<Int>
    /// The variable.
    let name: String

    /// The line's command with variables in place of what is edited, without its captures and destination. Edits that would
    /// change what the line says are left out.
    static func command(of step: SessionStep, _ edits: [LineEdit]) -> (text: String, made: [LineEdit]) {
        guard let invocation = step.invocation, let end = invocation.words.last?.span.upperBound else {
            return (step.line, [])
        }
        var made: [LineEdit] = []
        var text: [UInt8] = []
        let bytes = Array(step.line.utf8)
        var done = invocation.words[0].span.lowerBound
        for word in invocation.words {
            let own = edits.filter {
                word.span.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= word.span.upperBound
            }
            .sorted { $0.range.lowerBound < $1.range.lowerBound }
            var apart: [LineEdit] = []
            for edit in own where edit.range.lowerBound >= apart.last?.range.upperBound ?? 0 { apart.append(edit) }
            text += bytes[done..<word.span.lowerBound]
            done = word.span.upperBound
            if let written = written(word, apart, bytes) {
                text += written.utf8
                made += apart
            } else {
                text += bytes[word.span]
            }
        }
        text += bytes[done..<end]
        return (String(decoding: text, as: UTF8.self), made)
    }

    /// A word with its edits; nil when it has none, or cannot be written so.
    private static func written(_ word: Word, _ edits: [LineEdit], _ bytes: [UInt8]) -> String? {
        guard !edits.isEmpty else { return nil }
        let wanted = expanded(word, edits)
        for candidate in [spliced(word, edits, bytes), requoted(word, edits)] {
            guard let candidate else { continue }
            // A GraphQL document is one word behind its command alone.
            for command in ["x ", "graphql "] {
                guard let read = try? Parser.parse(command + candidate), read.words.count == 2 else { continue }
                if pieces(of: read.words[1]) == wanted { return candidate }
            }
        }
        return nil
    }

    /// The word with the edited bytes replaced where they stand.
    private static func spliced(_ word: Word, _ edits: [LineEdit], _ bytes: [UInt8]) -> String? {
        var text: [UInt8] = [], place = word.span.lowerBound
        for edit in edits {
            text += bytes[place..<edit.range.lowerBound] + Array("{{\(edit.name)}}".utf8)
            place = edit.range.upperBound
        }
        text += bytes[place..<word.span.upperBound]
        return String(decoding: text, as: UTF8.self)
    }

    /// The word with its value in double quotes: single ones hold no variables.
    private static func requoted(_ word: Word, _ edits: [LineEdit]) -> String? {
        let bare = word.barePrefix
        var head = ""
        if let equals = bare.firstIndex(of: "=") {
            head = String(bare[...equals])
        } else if bare.hasPrefix("-") {
            return nil
        }
        var parts = expanded(word, edits)
        if case .text(let text)? = parts.first {
            guard text.hasPrefix(head) else { return nil }
            parts[0] = .text(String(text.dropFirst(head.count)))
        } else if !head.isEmpty {
            return nil
        }
        let body = parts.map { part in
            switch part {
            case .text(let text): Quoting.inDoubleQuotes(text)
            case .variable(let name): "{{\(name)}}"
            }
        }
        return head + "\"" + body.joined() + "\""
    }

    /// What a word says: its texts, joined, and its variables.
    private enum Part: Hashable {
        case text(String)
        case variable(String)
    }

    private static func expanded(_ word: Word, _ edits: [LineEdit]) -> [Part] {
        var parts: [Part] = []
        for piece in word.pieces {
            switch piece {
            case .variable(let name, let span):
                let renamed = edits.first { $0.range == span }
                parts.append(.variable(renamed?.name ?? name))
            case .text(let text, let span, _):
                let bytes = Array(text.utf8)
                var place = 0
                for edit in edits
                where span.lowerBound <= edit.range.lowerBound && edit.range.upperBound <= span.upperBound {
                    let start = edit.range.lowerBound - span.lowerBound, end = edit.range.upperBound - span.lowerBound
                    guard end <= bytes.count, start >= place else { continue }
                    parts.append(.text(String(decoding: bytes[place..<start], as: UTF8.self)))
                    parts.append(.variable(edit.name))
                    place = end
                }
                parts.append(.text(String(decoding: bytes[place...], as: UTF8.self)))
            }
        }
        return joined(parts)
    }

    private static func pieces(of word: Word) -> [Part] {
        joined(
            word.pieces.map { piece in
                switch piece {
                case .text(let text, _, _): .text(text)
                case .variable(let name, _): .variable(name)
                }
            })
    }

    private static func joined(_ parts: [Part]) -> [Part] {
        var joined: [Part] = []
        for part in parts {
            if case .text(let text) = part {
                if text.isEmpty { continue }
                if case .text(let before)? = joined.last {
                    joined[joined.count - 1] = .text(before + text)
                    continue
                }
            }
            joined.append(part)
        }
        return joined
    }
}
