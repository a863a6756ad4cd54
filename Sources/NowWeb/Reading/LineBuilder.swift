import Notation

/// The current line: text with white space collapsed across elements, and inline content.
struct LineBuilder {
    private enum Piece {
        case text(String, Inline.Emphasis)
        case lineBreak
        case image(String)
        case field(form: Int, field: Int)
        case opened(Int)
        case closed
        /// A link without content.
        case bare(Int)
    }

    private var pieces: [Piece] = []
    private var run: [UInt8] = []
    private var emphasis: Inline.Emphasis = []
    private var isAtStart = true
    private var endsInSpace = false
    private var links: [Int] = []

    /// The number of pieces created.
    private(set) var count = 0

    mutating func append(_ text: some Sequence<UInt8>, _ emphasis: Inline.Emphasis) {
        for byte in text {
            let isSpace = HTMLWhitespace.isSpace(byte)
            if isSpace, isAtStart || endsInSpace { continue }
            if emphasis != self.emphasis {
                closeRun()
                self.emphasis = emphasis
            }
            run.append(isSpace ? 0x20 : byte)
            endsInSpace = isSpace
            isAtStart = false
        }
    }

    /// Separates words without ending the line.
    mutating func part() { append([0x20], emphasis) }

    mutating func breakLine() {
        endText()
        add(.lineBreak)
        isAtStart = true
    }

    mutating func append(image alternative: String) { add(mark: .image(alternative)) }

    mutating func append(form: Int, field: Int) { add(mark: .field(form: form, field: field)) }

    mutating func append(bareLink number: Int) { add(mark: .bare(number)) }

    mutating func open(link number: Int) {
        closeRun()
        links.append(number)
        add(.opened(number))
    }

    mutating func closeLink() {
        guard links.popLast() != nil else { return }
        closeRun()
        add(.closed)
    }

    /// Returns the line and starts an empty one with the same open links.
    mutating func take() -> [Inline] {
        endText()
        closeRun()
        endBreaks()
        for _ in links { pieces.append(.closed) }
        let line = Self.inlines(pieces)
        pieces = links.map { .opened($0) }
        isAtStart = true
        endsInSpace = false
        return line
    }

    private mutating func add(_ piece: Piece) {
        pieces.append(piece)
        count += 1
    }

    private mutating func add(mark: Piece) {
        closeRun()
        add(mark)
        isAtStart = false
        endsInSpace = false
    }

    private mutating func closeRun() {
        guard !run.isEmpty else { return }
        add(.text(String(decoding: run, as: UTF8.self), emphasis))
        run.removeAll(keepingCapacity: true)
    }

    private mutating func endBreaks() {
        for index in pieces.indices.reversed() {
            switch pieces[index] {
            case .opened, .closed: continue
            case .lineBreak: pieces.remove(at: index)
            default: return
            }
        }
    }

    private mutating func endText() {
        guard endsInSpace else { return closeRun() }
        endsInSpace = false
        if run.last == 0x20 {
            run.removeLast()
            return closeRun()
        }
        closeRun()
        for index in pieces.indices.reversed() {
            guard case .text(var text, let emphasis) = pieces[index] else { continue }
            text.unicodeScalars.removeLast()
            if text.isEmpty { pieces.remove(at: index) } else { pieces[index] = .text(text, emphasis) }
            return
        }
    }

    /// The line as a value, with content nested in its links and empty links dropped.
    private static func inlines(_ pieces: [Piece]) -> [Inline] {
        var lines: [(link: Int, parts: [Inline])] = [(-1, [])]
        func add(_ part: Inline) {
            let last = lines.count - 1
            if case .text(let text, let emphasis) = part, case .text(let before, emphasis)? = lines[last].parts.last {
                lines[last].parts[lines[last].parts.count - 1] = .text(before + text, emphasis)
            } else {
                lines[last].parts.append(part)
            }
        }
        for piece in pieces {
            switch piece {
            case .text(let text, let emphasis): add(.text(text, emphasis))
            case .lineBreak: add(.lineBreak)
            case .image(let alternative): add(.image(alternative: alternative))
            case .field(let form, let field): add(.field(form: form, field: field))
            case .bare(let number): add(.link(number, []))
            case .opened(let number): lines.append((number, []))
            case .closed:
                guard lines.count > 1, let link = lines.popLast(), !link.parts.isEmpty else { continue }
                // Nested links are not valid HTML; deep ones are flattened.
                if lines.count > deepest { link.parts.forEach(add) } else { add(.link(link.link, link.parts)) }
            }
        }
        return lines[0].parts
    }

    private static let deepest = 8
}
