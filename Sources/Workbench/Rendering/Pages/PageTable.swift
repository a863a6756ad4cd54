import Notation

/// A table with its columns next to each other, row by row.
struct TableLayout {
    private let grid: PlacedGrid
    private let parts: PageParts
    private let widths: [Int]
    private let offsets: [Int]
    private var natural: [[[Line]]]
    private let alignsRight: [Bool]
    private var row = 0
    private var open: [Open] = []
    private var lastHadSeveral: Bool?

    private struct Open {
        let columns: Range<Int>
        var lines: ArraySlice<Line>
        var rowsLeft: Int
    }

    init?(_ grid: PlacedGrid, width: Int, parts: PageParts) {
        var demands: [TableWidths.Demand] = []
        var natural: [[[Line]]] = []
        var numbers = [Bool?](repeating: nil, count: grid.columns)
        // One demand for each column, and one for each cell that spans several.
        var least = [Int](repeating: 0, count: grid.columns), wanted = least
        for row in grid.rows {
            natural.append(
                row.map { placed in
                    let lines = Self.lines(of: placed.cell, width: 10_000, parts: parts, isNatural: true)
                    let size = lines.reduce((0, 0)) { (max($0.0, $1.longest), max($0.1, $1.width)) }
                    if placed.columns.count > 1 {
                        demands.append(.init(columns: placed.columns, least: size.0, wanted: size.1))
                        return lines
                    }
                    let column = placed.columns.lowerBound
                    least[column] = max(least[column], size.0)
                    wanted[column] = max(wanted[column], size.1)
                    if !placed.cell.isHeader, size.1 > 0 {
                        numbers[column] = numbers[column] ?? true && Self.isNumber(lines)
                    }
                    return lines
                })
        }
        for column in 0..<grid.columns {
            demands.append(.init(columns: column..<column + 1, least: least[column], wanted: wanted[column]))
        }
        guard let widths = TableWidths.shared(demands, columns: grid.columns, width: width) else { return nil }
        self.grid = grid
        self.parts = parts
        self.widths = widths
        self.natural = natural
        alignsRight = numbers.map { $0 ?? false }
        offsets = widths.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1 + TableWidths.gap) }
    }

    mutating func next() -> [Line]? {
        guard row < grid.rows.count else { return nil }
        defer { row += 1 }
        for (number, placed) in grid.rows[row].enumerated() {
            let width = span(placed.columns)
            var lines = natural[row][number]
            if lines.contains(where: { $0.width > width }) {
                lines = Self.lines(of: placed.cell, width: width, parts: parts, isNatural: false)
            }
            if placed.columns.count == 1, alignsRight[placed.columns.lowerBound] {
                lines = lines.map { line in
                    var moved = Line()
                    if !line.isEmpty { moved.pad(to: width - line.width) }
                    moved.append(line)
                    return moved
                }
            }
            open.append(Open(columns: placed.columns, lines: lines[...], rowsLeft: placed.rows))
        }
        natural[row] = []
        let height = open.reduce(0) { $1.rowsLeft <= 1 ? max($0, $1.lines.count) : $0 }
        open.sort { $0.columns.lowerBound < $1.columns.lowerBound }
        var lines = (0..<height).map { _ in line() }
        for index in open.indices { open[index].rowsLeft -= 1 }
        open.removeAll { $0.rowsLeft <= 0 }
        if lines.isEmpty { return [] }
        if grid.isHeader[row], row + 1 < grid.rows.count, !grid.isHeader[row + 1] {
            lines.append(rule())
            lastHadSeveral = nil
            return lines
        }
        // Rows with several lines are separated.
        let hasSeveral = height > 1
        if let lastHadSeveral, hasSeveral || lastHadSeveral, !grid.isHeader[row] { lines.insert(Line(), at: 0) }
        lastHadSeveral = open.isEmpty ? hasSeveral : nil
        return lines
    }

    private mutating func line() -> Line {
        var line = Line()
        for index in open.indices {
            guard let part = open[index].lines.popFirst(), !part.isEmpty else { continue }
            line.pad(to: offsets[open[index].columns.lowerBound])
            line.append(part)
        }
        line.trim()
        return line
    }

    private func rule() -> Line {
        var line = Line()
        for column in widths.indices {
            line.pad(to: offsets[column])
            line.append(Span(String(repeating: "─", count: widths[column]), .faint, width: widths[column]))
        }
        return line
    }

    private func span(_ columns: Range<Int>) -> Int {
        widths[columns].reduce(0, +) + TableWidths.gap * (columns.count - 1)
    }

    private static func lines(of cell: Grid.Cell, width: Int, parts: PageParts, isNatural: Bool) -> [Line] {
        if cell.blocks.isEmpty { return [] }
        if cell.blocks.count == 1, let inlines = cell.blocks[0].paragraph {
            return PageFlow.lines(
                of: inlines, width: width, parts: parts, isNatural: isNatural, style: cell.isHeader ? .strong : .text)
        }
        return PageLayout.lines(of: cell.blocks, width: width, parts: parts, isNatural: isNatural)
    }

    private static func isNumber(_ lines: [Line]) -> Bool {
        guard lines.count == 1, lines[0].spans.count == 1, let span = lines[0].spans.first else { return false }
        let text = span.text.utf8
        return text.contains { 0x30...0x39 ~= $0 }
            && text.allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x2E || $0 == 0x2C || $0 == 0x20 || $0 == 0x25 }
            && text.first != 0x2E
    }
}

enum TableForm {
    case columns(TableLayout)
    /// A block for each row, because the columns do not fit.
    case records(RecordRows)
    case loose

    init(_ grid: Grid, width: Int, parts: PageParts) {
        self = .loose
        guard Self.isTable(grid) else { return }
        let placed = PlacedGrid(grid)
        if let placed, placed.columns * 4 <= width + 4, let run = TableLayout(placed, width: width, parts: parts) {
            self = .columns(run)
        } else if Self.isNamed(grid) {
            self = .records(RecordRows(grid, placed))
        }
    }

    static func isTable(_ grid: Grid) -> Bool {
        if Block.table(grid).children.everyBlock.contains(where: \.isTable) { return false }
        if isNamed(grid) { return true }
        return grid.rows.contains { $0.count > 1 } && !grid.rows.contains { $0.contains { isPart($0.blocks) } }
    }

    private static func isNamed(_ grid: Grid) -> Bool { grid.rows.contains { $0.contains { $0.isHeader } } }

    private static func isPart(_ blocks: [Block]) -> Bool {
        blocks.contains { block in
            switch block {
            case .heading, .form, .group, .rule, .preformatted, .notice: true
            case .paragraph, .list, .definitions, .quote, .table: false
            }
        }
    }
}

/// Distributes the width of a page's table among its columns.
enum TableWidths {
    /// The preferred and the minimum width of a column, or of several together.
    struct Demand {
        let columns: Range<Int>
        let least: Int
        let wanted: Int
    }

    static let gap = 2
    private static let longestWord = 16

    /// The width of each column; nil if they do not fit. Short columns get their preferred width, long ones share the
    /// rest evenly, and none is narrower than its longest word.
    static func shared(_ demands: [Demand], columns: Int, width: Int) -> [Int]? {
        if columns == 0 { return [] }
        var least = [Int](repeating: 2, count: columns), wanted = least
        for demand in demands where demand.columns.count == 1 {
            let column = demand.columns.lowerBound
            least[column] = max(least[column], demand.least)
            wanted[column] = max(wanted[column], demand.wanted)
        }
        let wide = demands.filter { $0.columns.count > 1 }.sorted { $0.columns.count < $1.columns.count }
        for demand in wide {
            let gaps = gap * (demand.columns.count - 1)
            raise(&least, demand.columns, to: demand.least - gaps)
            raise(&wanted, demand.columns, to: demand.wanted - gaps)
        }
        let room = width - gap * (columns - 1)
        let most = max(longestWord, room / 3)
        least = zip(least, wanted).map { min($0, $1, most) }
        if wanted.reduce(0, +) <= room { return wanted }
        guard least.reduce(0, +) <= room else { return nil }
        return leveled(least, wanted, room)
    }

    private static func raise(_ widths: inout [Int], _ columns: Range<Int>, to total: Int) {
        var lack = total - widths[columns].reduce(0, +)
        guard lack > 0 else { return }
        for (passed, column) in columns.enumerated() {
            let share = lack / (columns.count - passed)
            widths[column] += share
            lack -= share
        }
    }

    private static func leveled(_ least: [Int], _ wanted: [Int], _ room: Int) -> [Int] {
        func widths(_ level: Int) -> [Int] { zip(least, wanted).map { max($0, min($1, level)) } }
        var low = 0, high = room
        while low < high {
            let middle = (low + high + 1) / 2
            if widths(middle).reduce(0, +) <= room { low = middle } else { high = middle - 1 }
        }
        var shared = widths(low)
        var left = room - shared.reduce(0, +)
        for column in shared.indices
        where left > 0 && shared[column] < wanted[column] && shared[column] >= least[column] {
            shared[column] += 1
            left -= 1
        }
        return shared
    }
}

/// The rows of a table whose columns do not fit: a line for each cell, after its column's name.
struct RecordRows {
    private let rows: [[(name: [Inline], cell: Grid.Cell)]]

    var count: Int { rows.count }

    init(_ grid: Grid, _ placed: PlacedGrid?) {
        guard let placed else {
            rows = grid.rows.map { row in row.map { ([], $0) } }
            return
        }
        var names: [[Inline]] = Array(repeating: [], count: placed.columns)
        var rows: [[(name: [Inline], cell: Grid.Cell)]] = []
        for (number, row) in placed.rows.enumerated() {
            // A header across the whole table is a title, not a column's name.
            if placed.isHeader[number], row.count > 1 || placed.columns == 1 {
                for cell in row {
                    for column in cell.columns { names[column] = cell.cell.blocks.first?.paragraph ?? [] }
                }
                continue
            }
            rows.append(row.map { ($0.cell.isHeader ? [] : names[$0.columns.lowerBound], $0.cell) })
        }
        self.rows = rows
    }

    /// The blocks for a row; empty for an empty row.
    func blocks(ofRow number: Int) -> [Block] {
        rows[number].flatMap { name, cell -> [Block] in
            if cell.blocks.isEmpty { return [] }
            if cell.isHeader { return cell.blocks.map { $0.paragraph.map { .paragraph($0.strong) } ?? $0 } }
            let label = name.unlinked
            guard !label.isEmpty else { return cell.blocks }
            if let first = cell.blocks[0].paragraph {
                return [.paragraph(label + [.text(": ", .strong)] + first)] + cell.blocks.dropFirst()
            }
            return [.paragraph(label + [.text(":", .strong)])] + cell.blocks
        }
    }
}

extension [Inline] {
    fileprivate var strong: [Inline] {
        map { inline in
            switch inline {
            case .text(let text, let emphasis): .text(text, emphasis.union(.strong))
            case .link(let number, let inner): .link(number, inner.strong)
            case .lineBreak, .image, .field: inline
            }
        }
    }

    fileprivate var unlinked: [Inline] {
        flatMap { inline -> [Inline] in
            switch inline {
            case .text(let text, let emphasis): [.text(text, emphasis.union(.strong).subtracting(.label))]
            case .link(_, let inner): inner.unlinked
            case .lineBreak: [.text(" ", [])]
            case .image, .field: []
            }
        }
    }
}

/// A table with the column of every cell resolved.
struct PlacedGrid {
    struct Cell {
        let cell: Grid.Cell
        let columns: Range<Int>
        let rows: Int
    }

    private(set) var rows: [[Cell]] = []
    private(set) var columns = 0
    private(set) var isHeader: [Bool] = []

    private static let most = 1000

    /// Nil if it is too wide. Only columns in which a cell begins count: a title that spans a thousand takes as many as
    /// the widest row has.
    init?(_ grid: Grid) {
        var placed: [[(cell: Grid.Cell, start: Int, end: Int)]] = []
        // The first row in which each column is free again.
        var free = [Int](repeating: 0, count: Self.most * 2)
        var starts: Set<Int> = []
        for (number, row) in grid.rows.enumerated() {
            var column = 0
            var cells: [(cell: Grid.Cell, start: Int, end: Int)] = []
            for cell in row {
                while column < Self.most, free[column] > number { column += 1 }
                guard column < Self.most else { return nil }
                let end = min(column + min(max(cell.columns, 1), Self.most), Self.most)
                if cell.rows > 1 {
                    let until = number + min(cell.rows, grid.rows.count - number)
                    for taken in column..<end { free[taken] = until }
                }
                starts.insert(column)
                cells.append((cell, column, end))
                column = end
            }
            placed.append(cells)
        }
        let order = starts.sorted()
        columns = order.count
        var rank = [Int](repeating: 0, count: Self.most + 1)
        var passed = 0
        for place in 0...Self.most {
            rank[place] = passed
            if passed < order.count, order[passed] == place { passed += 1 }
        }
        rows = placed.enumerated().map { number, cells in
            cells.map {
                Cell(
                    cell: $0.cell, columns: rank[$0.start]..<max(rank[$0.end], rank[$0.start] + 1),
                    rows: min(max($0.cell.rows, 1), placed.count - number))
            }
        }
        isHeader = rows.map { row in !row.isEmpty && row.allSatisfy(\.cell.isHeader) }
    }
}
