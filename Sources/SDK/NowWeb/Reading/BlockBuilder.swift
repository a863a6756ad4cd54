import Notation

/// A block whose end has not been read yet.
struct BlockBuilder {
    enum Kind: Equatable {
        case root, quote, item, meaning, notice, group
        case list(start: Int?)
        case definitions
        case table
        case cell(isHeader: Bool, columns: Int, rows: Int)
        case form(Int)
        // Blocks that hold one line.
        case heading(Int)
        case caption, legend, term
        case preformatted
    }

    let kind: Kind
    private var blocks: [Block] = []
    private var items: [[Block]] = []
    private var hasLooseItem = false
    private var definitions: [Block.Definition] = []
    private var grid = Grid()
    private var row: [Grid.Cell]?
    private var legend: [Inline] = []
    private var text: [UInt8] = []

    init(_ kind: Kind) { self.kind = kind }

    var isLine: Bool {
        switch kind {
        case .heading, .caption, .legend, .term: true
        default: false
        }
    }

    var isList: Bool { if case .list = kind { true } else { false } }

    mutating func append(_ block: Block) {
        switch kind {
        case .list:
            if hasLooseItem { items[items.count - 1].append(block) } else { items.append([block]) }
            hasLooseItem = true
        case .definitions:
            if definitions.isEmpty { definitions.append(Block.Definition(term: [], meaning: [])) }
            definitions[definitions.count - 1].meaning.append(block)
        case .table:
            add(Grid.Cell([block]))
        case .preformatted:
            endText()
            blocks.append(block)
        default: blocks.append(block)
        }
    }

    private mutating func add(_ cell: Grid.Cell) {
        if row == nil { grid.rows.append([cell]) } else { row?.append(cell) }
    }

    // Preformatted text.

    mutating func append(text bytes: some Sequence<UInt8>) { text += bytes }

    /// A block boundary in preformatted text is a line break.
    mutating func endLine() { if let last = text.last, last != 0x0A { text.append(0x0A) } }

    private mutating func endText() {
        if text.last == 0x0A { text.removeLast() }
        if !text.isEmpty { blocks.append(.preformatted(String(decoding: text, as: UTF8.self))) }
        text = []
    }

    mutating func openRow() {
        closeRow()
        row = []
    }

    mutating func closeRow() {
        if let row { grid.rows.append(row) }
        row = nil
    }

    /// Adds a finished child block. `line` is the child's text if it holds one line.
    mutating func take(_ frame: BlockBuilder, line: [Inline]) {
        switch frame.kind {
        case .item where isList:
            items.append(frame.blocks)
            hasLooseItem = false
        case .term where kind == .definitions: definitions.append(Block.Definition(term: line, meaning: []))
        case .cell(let isHeader, let columns, let rows) where kind == .table:
            add(Grid.Cell(isHeader: isHeader, columns: columns, rows: rows, frame.blocks))
        case .caption where kind == .table && grid.caption.isEmpty: grid.caption = line
        case .legend where kind == .group && legend.isEmpty: legend = line
        default: frame.finished(line: line).forEach { append($0) }
        }
    }

    func finished(line: [Inline]) -> [Block] {
        switch kind {
        case .root, .item, .meaning, .cell: return blocks
        case .quote: return blocks.isEmpty ? [] : [.quote(blocks)]
        case .notice: return blocks.isEmpty ? [] : [.notice(blocks)]
        case .group: return blocks.isEmpty && legend.isEmpty ? [] : [.group(legend: legend, blocks)]
        case .form(let number): return blocks.isEmpty ? [] : [.form(number, blocks)]
        case .list(let start): return items.isEmpty ? [] : [.list(start: start, items: items)]
        case .definitions: return definitions.isEmpty ? [] : [.definitions(definitions)]
        case .table:
            var grid = grid
            if let row { grid.rows.append(row) }
            // Empty rows are not shown.
            grid.rows.removeAll(where: \.isEmpty)
            return grid.rows.isEmpty && grid.caption.isEmpty ? [] : [.table(grid)]
        case .heading(let level): return line.isEmpty ? [] : [.heading(level: level, line)]
        case .caption, .legend, .term: return line.isEmpty ? [] : [.paragraph(line)]
        case .preformatted:
            var whole = self
            whole.endText()
            return whole.blocks
        }
    }
}

/// The current line: text with white space collapsed across elements, and inline content.
struct LineBuilder {
    /// The content of the line, and of each open link in it.
    private var levels: [(link: Int, parts: [Inline])] = [(-1, [])]
    private var run: [UInt8] = []
    private var emphasis: Inline.Emphasis = []
    private var isAtStart = true
    private var endsInSpace = false

    private(set) var count = 0

    /// Nested links are not valid HTML; deep ones are flattened.
    private static let deepest = 8

    mutating func append(_ text: some Sequence<UInt8>, _ emphasis: Inline.Emphasis) {
        for byte in text {
            let isSpace = ASCII.isSpace(byte)
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

    mutating func part() { append([0x20], emphasis) }

    mutating func breakLine() {
        closeRun()
        Self.trim(&levels[levels.count - 1].parts, breaks: false)
        add(.lineBreak)
        isAtStart = true
        endsInSpace = false
    }

    mutating func append(_ part: Inline) {
        closeRun()
        add(part)
        isAtStart = false
        endsInSpace = false
    }

    mutating func open(link number: Int) {
        closeRun()
        levels.append((number, []))
    }

    mutating func closeLink() {
        closeRun()
        guard levels.count > 1, let link = levels.popLast(), !link.parts.isEmpty else { return }
        if levels.count > Self.deepest { link.parts.forEach { add($0) } } else { add(.link(link.link, link.parts)) }
    }

    /// Returns the line and starts an empty one with the same open links.
    mutating func take() -> [Inline] {
        let links = levels.dropFirst().map(\.link)
        repeat { closeLink() } while levels.count > 1
        var line = levels[0].parts
        Self.trim(&line, breaks: true)
        levels = [(-1, [])] + links.map { ($0, []) }
        isAtStart = true
        endsInSpace = false
        return line
    }

    private mutating func add(_ part: Inline) {
        count += 1
        let last = levels.count - 1
        if case .text(let text, let emphasis) = part, case .text(let before, emphasis)? = levels[last].parts.last {
            levels[last].parts[levels[last].parts.count - 1] = .text(before + text, emphasis)
        } else {
            levels[last].parts.append(part)
        }
    }

    private mutating func closeRun() {
        guard !run.isEmpty else { return }
        add(.text(String(decoding: run, as: UTF8.self), emphasis))
        run.removeAll(keepingCapacity: true)
    }

    /// Removes the space at the end, and line breaks there.
    private static func trim(_ parts: inout [Inline], breaks: Bool) {
        while let last = parts.popLast() {
            switch last {
            case .lineBreak where breaks: continue
            case .text(let text, let emphasis) where text.utf8.last == 0x20:
                if text.utf8.count == 1 { continue }
                parts.append(.text(String(text.unicodeScalars.dropLast()), emphasis))
            case .link(let number, var inner) where !inner.isEmpty:
                trim(&inner, breaks: breaks)
                if inner.isEmpty { continue }
                parts.append(.link(number, inner))
            default: parts.append(last)
            }
            return
        }
    }
}
