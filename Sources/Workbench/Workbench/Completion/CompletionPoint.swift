package import LineEditing
package import Notation

/// The context of the cursor in a partial line.
package struct CompletionPoint {
    enum Place { case word, file, captureName, path, program, variable, nothing }

    let place: Place
    /// The words before the one at the cursor.
    package let words: [Word]
    /// The word at the cursor, up to the cursor; empty between words.
    package let current: Word
    let bytes: [UInt8]
    private let line: [UInt8]
    /// The index at which the command at the cursor begins.
    private let commandStart: Int
    /// The quote or bracket that is open at the cursor.
    let opening: LexedCommand.Opening

    /// - Parameter cursor: in UTF-8 bytes. An offset outside the line or inside a character is moved back.
    init(_ line: String, cursor: Int) {
        let whole = Array(line.utf8)
        var end = min(max(cursor, 0), whole.count)
        while end > 0, end < whole.count, whole[end] & 0xC0 == 0x80 { end -= 1 }
        let bytes = Array(whole[..<end])
        self.bytes = bytes
        self.line = whole

        var lexed = Lexer.lex(bytes)
        while lexed.span.upperBound < bytes.count { lexed = Lexer.lex(bytes, from: lexed.span.upperBound + 1) }
        commandStart = lexed.span.lowerBound
        opening = lexed.opening
        var tokens = lexed.tokens
        let hereAndNow = Word(pieces: [], span: end..<end)
        var typed = hereAndNow
        if case .word(let word)? = tokens.last, word.span.upperBound == end {
            typed = word
            tokens.removeLast()
        }
        var place = CompletionPoint.place(bytes, opening, before: tokens)
        if place != .variable, let program = CompletionPoint.program(in: bytes, opening, tokens) {
            (place, typed) = (.program, program)
        } else if place == .captureName || place == .nothing, let path = CompletionPoint.path(typed, after: tokens) {
            (place, typed) = (.path, path)
            tokens = Array(tokens.prefix { $0.isWord })
        }
        self.place = place
        current = typed
        words = Array(tokens.compactMap { if case .word(let word) = $0 { word } else { nil } })
    }

    private static func place(_ bytes: [UInt8], _ opening: LexedCommand.Opening, before tokens: [Token]) -> Place {
        if opening == .comment || opening == .pipeline { return .nothing }
        if opening != .singleQuote, variableStart(in: bytes) != nil { return .variable }
        switch tokens.last {
        case .redirect: return .file
        case .capture: return .captureName
        case .pipeline: return .nothing
        case .word, nil:
            let isTail = tokens.contains { if case .word = $0 { false } else { true } }
            return isTail ? .nothing : .word
        }
    }

    /// The path of `=> name = .path` at the cursor; nil elsewhere.
    private static func path(_ current: Word, after tokens: [Token]) -> Word? {
        guard let arrow = tokens.lastIndex(where: { if case .capture = $0 { true } else { false } }) else { return nil }
        let words = tokens[(arrow + 1)...].compactMap { if case .word(let word) = $0 { word.literal } else { nil } }
        guard words.count == tokens.count - arrow - 1 else { return nil }
        switch words.count {
        case 0:
            let name = current.barePrefix.utf8.prefix { $0 != .equals }.count
            return name > 0 && name < current.barePrefix.utf8.count ? current.dropping(name + 1) : nil
        case 1 where words[0].hasSuffix("="): return current
        case 1: return current.barePrefix.utf8.first == .equals ? current.dropping(1) : nil
        case 2 where words[1] == "=": return current
        default: return nil
        }
    }

    /// The partial program name at the end of a pipeline; nil after the name, and in quotes.
    private static func program(in bytes: [UInt8], _ opening: LexedCommand.Opening, _ tokens: [Token]) -> Word? {
        guard opening == .pipeline, case .pipeline(_, let bar, _)? = tokens.last else { return nil }
        var start: Int?, quote: UInt8?
        var isName = true, isPlain = true, place = bar.upperBound
        while place < bytes.count {
            let byte = bytes[place]
            switch byte {
            case _ where quote != nil: if byte == quote { quote = nil }
            case .space, .tab, .lineFeed, .carriageReturn:
                // Variable assignments may precede a program's name: `LC_ALL=C sort`.
                if let begun = start { isName = isName && bytes[begun..<place].contains(.equals) }
                (start, isPlain) = (nil, true)
            case .bar, UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "("):
                (start, isName, isPlain) = (nil, true, true)
            default:
                start = start ?? place
                if !(ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-_.+".utf8.contains(byte)) { isPlain = false }
                if byte == .singleQuote || byte == .doubleQuote { quote = byte }
                if byte == .backslash { place += 1 }
            }
            place += 1
        }
        guard isName, isPlain, quote == nil else { return nil }
        let span = (start ?? bytes.count)..<bytes.count
        let pieces: [Word.Piece] =
            start == nil ? [] : [.text(String(decoding: bytes[span], as: UTF8.self), span: span, quoted: false)]
        return Word(pieces: pieces, span: span)
    }

    /// The start of the name in an unclosed `{{name` that ends at the cursor.
    static func variableStart(in bytes: [UInt8]) -> Int? {
        let start = (bytes.lastIndex { !($0.isNameByte || $0 == .dash) } ?? -1) + 1
        guard start >= 2, bytes[start - 1] == .openBrace, bytes[start - 2] == .openBrace else { return nil }
        return start >= 3 && bytes[start - 3] == .backslash ? nil : start
    }

    /// The text of the word at the cursor, unquoted and without variables.
    var typed: String { CompletionPoint.text(of: current) }

    package static func text(of word: Word) -> String {
        word.pieces.map { if case .text(let text, _, _) = $0 { text } else { "" } }.joined()
    }

    /// The word at the cursor including the part after the cursor; nil if that parses as a different word.
    func wholeWord(_ word: Word) -> Word? {
        for case .word(let found) in Lexer.lex(line, from: commandStart).tokens
        where found.span.lowerBound == word.span.lowerBound && found.span.upperBound >= bytes.count {
            return found
        }
        return nil
    }

    /// Whether the cursor is inside brackets or a document.
    var isInBrackets: Bool { opening == .bracket || opening == .document }

    /// Offers names for the part of a word that begins `offset` bytes into its text, quoted as needed.
    ///
    /// - Parameters:
    ///   - word: the word at the cursor, or the value in it.
    ///   - mayRewrite: whether the whole word may be rewritten to fix its quoting; otherwise nothing is offered in that
    ///     case.
    package func offer(
        _ candidates: [Candidate], in word: Word, from offset: Int, mayRewrite: Bool = true
    ) -> Completions {
        let text = Array(CompletionPoint.text(of: word).utf8)
        let place = offset < text.count ? word.span(of: offset..<text.count).lowerBound : word.span.upperBound
        let tail = text[min(offset, text.count)...]
        // Closed quotes or backslashes require rewriting the whole word.
        guard Array(bytes[place...]) == Array(tail) else {
            guard mayRewrite else { return Completions(replacing: bytes.count..<bytes.count, with: []) }
            let head = String(decoding: text[..<min(offset, text.count)], as: UTF8.self)
            let fresh = candidates.map { $0.written(Quoting.word(head + $0.name)) }
            return Completions(replacing: word.span.lowerBound..<bytes.count, with: fresh)
        }
        let isWordStart = place == current.span.lowerBound
        let written = candidates.map { $0.written(spelled($0, isWordStart: isWordStart)) }
        return Completions(replacing: place..<bytes.count, with: written)
    }

    /// A candidate as inserted at the cursor; a complete one closes an open quote.
    private func spelled(_ candidate: Candidate, isWordStart: Bool) -> String {
        switch opening {
        case .doubleQuote: Quoting.inDoubleQuotes(candidate.name) + (candidate.appendsSpace ? "\"" : "")
        case .singleQuote: Quoting.inSingleQuotes(candidate.name) + (candidate.appendsSpace ? "'" : "")
        default: Quoting.withBackslashes(candidate.name, atWordStart: isWordStart)
        }
    }
}

extension Token {
    fileprivate var isWord: Bool { if case .word = self { true } else { false } }
}

extension Candidate {
    /// The candidate for the line editor.
    func written(_ text: String) -> Completions.Candidate {
        Completions.Candidate(text, label, appendsSpace: appendsSpace)
    }
}

/// The arguments and flags that the words before the cursor have already filled.
package struct ArgumentPlaces {
    package let command: Command
    package private(set) var arguments: [Word] = []
    package private(set) var usedFlags: Set<String> = []
    /// The plain-text value of each flag.
    package private(set) var flagTexts: [String: String] = [:]
    /// All plain-text values of each flag.
    package private(set) var flagTextsInOrder: [String: [String]] = [:]
    private(set) var flagsHaveEnded = false
    /// The flag whose value is at the cursor.
    private(set) var pendingFlag: FlagDefinition?

    init(_ words: some Sequence<Word>, of command: Command) {
        self.command = command
        var iterator = ArgumentIterator(words, of: command)
        while let part = iterator.next() {
            pendingFlag = nil
            switch part {
            case .argument(let word): arguments.append(word)
            case .flag(let flag, _, let values, _, _):
                usedFlags.insert(flag.name)
                flagTexts[flag.name] = values.first?.literal
                if let text = values.first?.literal { flagTextsInOrder[flag.name, default: []].append(text) }
                if values.count < flag.values.count { pendingFlag = flag }
            case .unknownFlag, .end: break
            }
        }
        flagsHaveEnded = iterator.flagsHaveEnded
    }

    /// The named table, or the one that the command implies.
    package var table: String? {
        if command.arguments.contains(where: { $0.kind == .task }) { return "task" }
        let tabled: (ArgumentDefinition) -> Bool = { $0.kind == .table || $0.kind == .page }
        guard let place = command.arguments.firstIndex(where: tabled), place < arguments.count else { return nil }
        return arguments[place].literal
    }

    /// The arguments that the word at the cursor may be; several if an optional argument precedes assignments.
    func next(for current: Word) -> [ArgumentDefinition] {
        var rest = arguments[...]
        var possible: [ArgumentDefinition] = []
        for argument in command.arguments {
            if argument.isRepeated { return possible + [argument] }
            if let word = rest.first {
                if argument.presence == .optional, Assignment.nameLength(in: word) != nil { continue }
                rest.removeFirst()
                continue
            }
            if argument.presence == .optional {
                if usedFlags.contains(where: { excludes($0, argument.name) })
                    || Assignment.nameLength(in: current) != nil
                {
                    continue
                }
                possible.append(argument)
                continue
            }
            return possible + [argument]
        }
        return possible
    }

    /// Whether a rule makes a flag and an argument mutually exclusive.
    private func excludes(_ flag: String, _ argument: String) -> Bool {
        command.rules.contains { rule in
            switch rule {
            case .exactlyOne(let those), .atMostOne(let those):
                those.contains { $0.name == flag } && those.contains { $0.name == argument }
            case .goesWith: false
            }
        }
    }
}

extension ArgumentPlaces {
    /// The typed document as far as it parses; nil for one in a file.
    package var outline: GraphQL.Outline? {
        guard let place = command.arguments.firstIndex(where: { $0.kind == .document }), place < arguments.count,
            arguments[place].barePrefix.utf8.first != .at
        else { return nil }
        return GraphQL.Outline(DocumentWord.document(in: arguments[place]))
    }
}

/// The argument that contains a document, at the cursor.
package struct DocumentWord {
    /// The document, including the text after the cursor. A variable of the prompt is replaced by as many `_` as it has
    /// bytes, because its value is not known.
    package let text: String
    /// The cursor's offset in the document, in UTF-8 bytes.
    package let offset: Int
    private let point: CompletionPoint
    private let word: Word
    /// The prompt variables before the cursor.
    private let variables: [Range<Int>]
    private let isBare: Bool

    package init(_ word: Word, at point: CompletionPoint) {
        self.word = word
        self.point = point
        let (before, variables, isBare) = DocumentWord.text(of: word)
        let all = point.wholeWord(word).map { DocumentWord.text(of: $0).text }
        self.variables = variables
        self.isBare = isBare
        offset = before.count
        text = String(decoding: all.flatMap { $0.starts(with: before) ? $0 : nil } ?? before, as: UTF8.self)
    }

    /// The document in a complete word.
    static func document(in word: Word) -> String { String(decoding: text(of: word).text, as: UTF8.self) }

    private static func text(of word: Word) -> (text: [UInt8], variables: [Range<Int>], isBare: Bool) {
        var found: [UInt8] = []
        var variables: [Range<Int>] = []
        var reached = word.span.lowerBound
        var isBare = true
        for piece in word.pieces {
            let start = found.count
            let span: Range<Int>
            switch piece {
            case .text(let text, let place, _):
                found += text.utf8
                span = place
            case .variable(_, let place):
                found += Array(repeating: .underscore, count: place.count)
                span = place
                variables.append(start..<found.count)
            }
            if span.lowerBound != reached || span.count != found.count - start { isBare = false }
            reached = span.upperBound
        }
        return (found, variables, isBare && reached == word.span.upperBound)
    }

    /// Whether the document's quotes are closed before the cursor, so that it cannot continue.
    var isOver: Bool {
        !isBare && point.opening != .singleQuote && point.opening != .doubleQuote && !word.pieces.isEmpty
    }

    /// Whether a colon follows the cursor.
    package var isBeforeColon: Bool {
        text.utf8.dropFirst(offset).first { !ASCII.isSpace($0) } == UInt8(ascii: ":")
    }

    /// Offers candidates for the part of the document from `start` to the cursor.
    package func offer(_ candidates: [Candidate], from start: Int) -> Completions {
        let none = point.offer([], in: word, from: CompletionPoint.text(of: word).utf8.count)
        // The value of a variable cannot be rewritten.
        guard !candidates.isEmpty, !isOver, !variables.contains(where: { $0.upperBound > start }) else { return none }
        if isBare {
            let place = word.span.lowerBound + start
            return Completions(replacing: place..<point.bytes.count, with: candidates.map { $0.written($0.name) })
        }
        let offset = start - variables.reduce(0) { $0 + $1.count }
        return point.offer(candidates, in: word, from: offset, mayRewrite: false)
    }
}
