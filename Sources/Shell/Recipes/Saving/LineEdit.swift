import Notation

/// A part of a line to replace by a variable.
struct LineEdit: Hashable {
    /// In bytes of the line.
    let range: Range<Int>
    let name: String

    /// The line's command with variables inserted, without captures and destination. Edits that would change the
    /// meaning of the line are left out.
    static func command(of step: SessionStep, _ edits: [LineEdit]) -> String {
        guard let invocation = step.invocation, let end = invocation.words.last?.span.upperBound else {
            return step.line
        }
        var text: [UInt8] = []
        let bytes = Array(step.line.utf8)
        var done = invocation.words[0].span.lowerBound
        for word in invocation.words {
            var own: [LineEdit] = []
            for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
            where word.span.lowerBound <= edit.range.lowerBound && edit.range.upperBound <= word.span.upperBound {
                if edit.range.lowerBound >= own.last?.range.upperBound ?? 0 { own.append(edit) }
            }
            text += bytes[done..<word.span.lowerBound]
            text += written(word, own, bytes).map { Array($0.utf8) } ?? Array(bytes[word.span])
            done = word.span.upperBound
        }
        return String(decoding: text + bytes[done..<end], as: UTF8.self)
    }

    /// A word with its edits; nil if there are none or they cannot be written.
    private static func written(_ word: Word, _ edits: [LineEdit], _ bytes: [UInt8]) -> String? {
        guard !edits.isEmpty else { return nil }
        let wanted = template(of: word, edits)
        return [spliced(word, edits, bytes), requoted(word, edits)].compactMap(\.self).first { candidate in
            // A GraphQL document is the rest of the line as one word.
            ["x ", "graphql "].contains { command in
                guard let read = try? Parser.parse(command + candidate), read.words.count == 2 else { return false }
                return template(of: read.words[1], []) == wanted
            }
        }
    }

    /// Replaces the edited bytes in place.
    private static func spliced(_ word: Word, _ edits: [LineEdit], _ bytes: [UInt8]) -> String? {
        var text: [UInt8] = []
        var place = word.span.lowerBound
        for edit in edits {
            text += bytes[place..<edit.range.lowerBound] + Array("{{\(edit.name)}}".utf8)
            place = edit.range.upperBound
        }
        return String(decoding: text + bytes[place..<word.span.upperBound], as: UTF8.self)
    }

    /// The word in double quotes, since single quotes have no variables.
    private static func requoted(_ word: Word, _ edits: [LineEdit]) -> String? {
        let bare = word.barePrefix
        let head = bare.firstIndex(of: "=").map { String(bare[...$0]) } ?? ""
        guard !head.isEmpty || !bare.hasPrefix("-") else { return nil }
        var parts = template(of: word, edits)
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

    /// A part of a word's value; adjacent texts are joined.
    private enum Part: Hashable {
        case text(String)
        case variable(String)
    }

    private static func template(of word: Word, _ edits: [LineEdit]) -> [Part] {
        var parts: [Part] = []
        func add(_ text: some Collection<UInt8>) {
            guard !text.isEmpty else { return }
            let text = String(decoding: text, as: UTF8.self)
            guard case .text(let before)? = parts.last else { return parts.append(.text(text)) }
            parts[parts.count - 1] = .text(before + text)
        }
        for piece in word.pieces {
            switch piece {
            case .variable(let name, let span):
                parts.append(.variable(edits.first { $0.range == span }?.name ?? name))
            case .text(let text, let span, _):
                let bytes = Array(text.utf8)
                var place = 0
                for edit in edits
                where span.lowerBound <= edit.range.lowerBound && edit.range.upperBound <= span.upperBound {
                    let start = edit.range.lowerBound - span.lowerBound
                    let end = edit.range.upperBound - span.lowerBound
                    guard end <= bytes.count, start >= place else { continue }
                    add(bytes[place..<start])
                    parts.append(.variable(edit.name))
                    place = end
                }
                add(bytes[place...])
            }
        }
        return parts
    }
}
