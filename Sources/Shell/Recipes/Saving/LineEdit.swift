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
        let bytes = Array(step.line.utf8)
        var text: [UInt8] = []
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
        let edited = Word(pieces: word.pieces.flatMap { pieces(of: $0, edits) }, span: word.span)
        return [spliced(word, edits, bytes), requoted(edited)].compactMap(\.self).first { candidate in
            // A GraphQL document is the rest of the line as one word.
            ["x ", "graphql "].contains { command in
                guard let read = try? Parser.parse(command + candidate), read.words.count == 2 else { return false }
                return RecipeTemplate.text(of: read.words[1]) == RecipeTemplate.text(of: edited)
            }
        }
    }

    private static func pieces(of piece: Word.Piece, _ edits: [LineEdit]) -> [Word.Piece] {
        guard case .text(let text, let span, let quoted) = piece, text.utf8.count == span.count else { return [piece] }
        let bytes = Array(text.utf8)
        var pieces: [Word.Piece] = []
        var place = span.lowerBound
        func add(to end: Int) {
            guard place < end else { return }
            let part = bytes[place - span.lowerBound..<end - span.lowerBound]
            pieces.append(.text(String(decoding: part, as: UTF8.self), span: place..<end, quoted: quoted))
        }
        for edit in edits where place <= edit.range.lowerBound && edit.range.upperBound <= span.upperBound {
            add(to: edit.range.lowerBound)
            pieces.append(.variable(edit.name, span: edit.range))
            place = edit.range.upperBound
        }
        add(to: span.upperBound)
        return pieces
    }

    /// Replaces the edited bytes in place.
    private static func spliced(_ word: Word, _ edits: [LineEdit], _ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var place = word.span.lowerBound
        for edit in edits {
            text += bytes[place..<edit.range.lowerBound] + Array("{{\(edit.name)}}".utf8)
            place = edit.range.upperBound
        }
        return String(decoding: text + bytes[place..<word.span.upperBound], as: UTF8.self)
    }

    /// The word in double quotes, since single quotes have no variables; nil for a flag.
    private static func requoted(_ word: Word) -> String? {
        let bare = word.barePrefix
        let head = bare.firstIndex(of: "=").map { String(bare[...$0]) } ?? ""
        guard !head.isEmpty || !bare.hasPrefix("-") else { return nil }
        let body = word.dropping(head.utf8.count).pieces.map { piece in
            switch piece {
            case .text(let text, _, _): Quoting.inDoubleQuotes(text)
            case .variable(let name, _): "{{\(name)}}"
            }
        }
        return head + "\"" + body.joined() + "\""
    }
}
