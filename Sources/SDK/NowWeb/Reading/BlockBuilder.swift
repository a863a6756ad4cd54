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
    private(set) var blocks: [Block] = []
    private var items: [[Block]] = []
    /// Whether the last item is of blocks outside any item.
    private var hasLooseItem = false
    private var definitions: [Block.Definition] = []
    private var rows: [[Grid.Cell]] = []
    /// The caption of a table, the legend of a group.
    private var title: [Inline] = []
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
            if !hasLooseItem { items.append([]) }
            items[items.count - 1].append(block)
            hasLooseItem = true
        case .definitions:
            if definitions.isEmpty { definitions.append(Block.Definition(term: [], meaning: [])) }
            definitions[definitions.count - 1].meaning.append(block)
        case .table: add(Grid.Cell([block]))
        default:
            endText()
            blocks.append(block)
        }
    }

    private mutating func add(_ cell: Grid.Cell) {
        if rows.isEmpty { openRow() }
        rows[rows.count - 1].append(cell)
    }

    mutating func openRow() { rows.append([]) }

    // Preformatted text.

    mutating func append(text bytes: some Sequence<UInt8>) { text += bytes }

    /// A block boundary in preformatted text is a line break.
    mutating func endLine() { if let last = text.last, last != 0x0A { text.append(0x0A) } }

    mutating func endText() {
        if text.last == 0x0A { text.removeLast() }
        if !text.isEmpty { blocks.append(.preformatted(String(decoding: text, as: UTF8.self))) }
        text = []
    }

    /// Adds a finished child block. `line` is the child's text if it holds one line.
    mutating func take(_ child: BlockBuilder, line: [Inline]) {
        let blocks = child.blocks
        switch child.kind {
        case .item:
            items.append(blocks)
            hasLooseItem = false
        case .term: definitions.append(Block.Definition(term: line, meaning: []))
        case .cell(let isHeader, let columns, let rows):
            add(Grid.Cell(isHeader: isHeader, columns: columns, rows: rows, blocks))
        case .caption where title.isEmpty, .legend where title.isEmpty: title = line
        case .caption, .legend: if !line.isEmpty { append(.paragraph(line)) }
        case .heading(let level): if !line.isEmpty { append(.heading(level: level, line)) }
        case .list(let start): if !child.items.isEmpty { append(.list(start: start, items: child.items)) }
        case .definitions: if !child.definitions.isEmpty { append(.definitions(child.definitions)) }
        case .table:
            let grid = Grid(caption: child.title, rows: child.rows.filter { !$0.isEmpty })
            if !grid.rows.isEmpty || !grid.caption.isEmpty { append(.table(grid)) }
        case .group: if !blocks.isEmpty || !child.title.isEmpty { append(.group(legend: child.title, blocks)) }
        case .root, .meaning, .preformatted: blocks.forEach { append($0) }
        case .quote: if !blocks.isEmpty { append(.quote(blocks)) }
        case .notice: if !blocks.isEmpty { append(.notice(blocks)) }
        case .form(let number): if !blocks.isEmpty { append(.form(number, blocks)) }
        }
    }
}

/// The current line: its parts, each with the links that it is in, and white space collapsed across elements.
struct LineBuilder {
    private var parts: [(inline: Inline, links: ArraySlice<Int>)] = []
    private var links: [Int] = []
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
        trim(breaks: false)
        append(.lineBreak)
        isAtStart = true
    }

    mutating func append(_ part: Inline) {
        closeRun()
        add(part)
        isAtStart = false
        endsInSpace = false
    }

    mutating func open(link number: Int) {
        closeRun()
        links.append(number)
    }

    mutating func closeLink() {
        closeRun()
        links.removeLast()
    }

    /// Returns the line and starts an empty one with the same open links.
    mutating func take() -> [Inline] {
        trim(breaks: true)
        let line = Self.nested(parts[...], 0)
        parts = []
        isAtStart = true
        endsInSpace = false
        return line
    }

    /// The parts, with those of a link in it.
    private static func nested(
        _ parts: ArraySlice<(inline: Inline, links: ArraySlice<Int>)>, _ depth: Int
    ) -> [Inline] {
        var nested: [Inline] = [], rest = parts
        while let part = rest.first {
            guard part.links.count > depth else {
                nested.append(part.inline)
                rest.removeFirst()
                continue
            }
            let number = part.links[depth]
            let inside = rest.prefix { $0.links.count > depth && $0.links[depth] == number }
            nested.append(.link(number, Self.nested(inside, depth + 1)))
            rest = rest[inside.endIndex...]
        }
        return nested
    }

    private mutating func add(_ part: Inline) {
        count += 1
        let links = links.prefix(Self.deepest)
        if case .text(let text, let emphasis) = part, let last = parts.last, last.links == links,
            case .text(let before, emphasis) = last.inline
        {
            parts[parts.count - 1].inline = .text(before + text, emphasis)
        } else {
            parts.append((part, links))
        }
    }

    private mutating func closeRun() {
        guard !run.isEmpty else { return }
        add(.text(String(decoding: run, as: UTF8.self), emphasis))
        run.removeAll(keepingCapacity: true)
    }

    /// Removes the space at the end, and line breaks there.
    private mutating func trim(breaks: Bool) {
        closeRun()
        while let last = parts.popLast() {
            switch last.inline {
            case .lineBreak where breaks, .text(" ", _): continue
            case .text(let text, let emphasis) where text.utf8.last == 0x20:
                parts.append((.text(String(text.unicodeScalars.dropLast()), emphasis), last.links))
            default: parts.append(last)
            }
            return
        }
    }
}
