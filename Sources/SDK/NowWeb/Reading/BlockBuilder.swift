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
    /// Whether the list was created implicitly for items outside any list.
    var isLoose = false
    private var blocks: [Block] = []
    private var items: [[Block]] = []
    private var hasLooseItem = false
    /// Consecutive items outside any list; they become a list as soon as something else follows.
    private var looseItems: [[Block]] = []
    private var definitions: [Block.Definition] = []
    private var grid = Grid()
    private var foot: [[Grid.Cell]] = []
    private var row: [Grid.Cell]?
    private var legend: [Inline] = []
    private var text: [UInt8] = []

    init(_ kind: Kind) { self.kind = kind }

    /// Whether it holds one line and no blocks.
    var isLine: Bool {
        switch kind {
        case .heading, .caption, .legend, .term: true
        default: false
        }
    }

    /// The number of the next block; nil if blocks are not numbered.
    var next: Int? {
        switch kind {
        case .root, .quote, .notice, .group, .form: blocks.count + (looseItems.isEmpty ? 0 : 1)
        default: nil
        }
    }

    var isList: Bool { if case .list = kind { true } else { false } }

    mutating func append(_ block: Block) {
        endLooseItems()
        place(block)
    }

    private mutating func endLooseItems() {
        guard !looseItems.isEmpty else { return }
        place(.list(start: nil, items: looseItems))
        looseItems = []
    }

    private mutating func place(_ block: Block) {
        switch kind {
        case .list:
            if hasLooseItem { items[items.count - 1].append(block) } else { items.append([block]) }
            hasLooseItem = true
        case .definitions:
            if definitions.isEmpty { definitions.append(Block.Definition(term: [], meaning: [])) }
            definitions[definitions.count - 1].meaning.append(block)
        case .table:
            if row == nil { grid.rows.append([Grid.Cell([block])]) } else { row?.append(Grid.Cell([block])) }
        case .preformatted:
            endText()
            blocks.append(block)
        default: blocks.append(block)
        }
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
        closeRow(isFoot: false)
        row = []
    }

    mutating func closeRow(isFoot: Bool) {
        guard let row else { return }
        if isFoot { foot.append(row) } else { grid.rows.append(row) }
        self.row = nil
    }

    /// Adds a finished child block. `line` is the child's text if it holds one line.
    mutating func take(_ frame: BlockBuilder, line: [Inline]) {
        if frame.isLoose {
            looseItems += frame.items
            return
        }
        endLooseItems()
        var frame = frame
        frame.endLooseItems()
        switch frame.kind {
        case .item where isList:
            items.append(frame.blocks)
            hasLooseItem = false
        case .term where kind == .definitions: definitions.append(Block.Definition(term: line, meaning: []))
        case .meaning where kind == .definitions:
            if definitions.isEmpty { definitions.append(Block.Definition(term: [], meaning: [])) }
            definitions[definitions.count - 1].meaning += frame.blocks
        case .cell(let isHeader, let columns, let rows) where kind == .table:
            let cell = Grid.Cell(isHeader: isHeader, columns: columns, rows: rows, frame.blocks)
            if row == nil { grid.rows.append([cell]) } else { row?.append(cell) }
        case .caption where kind == .table && grid.caption.isEmpty: grid.caption = line
        case .legend where kind == .group && legend.isEmpty: legend = line
        default: frame.finished(line: line).forEach { append($0) }
        }
    }

    /// The finished blocks; empty if there is no content.
    func finished(line: [Inline]) -> [Block] {
        var whole = self
        whole.endLooseItems()
        return whole.ended(line: line)
    }

    private func ended(line: [Inline]) -> [Block] {
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
            grid.rows += foot
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
