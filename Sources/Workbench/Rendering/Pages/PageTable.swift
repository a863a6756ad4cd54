import Notation

extension PageLayout {
    /// A table with its columns next to each other, or if they do not fit, a block for each row.
    func lines(of grid: Grid) -> [Line] {
        guard grid.isTable else { return lines(of: grid.rows.flatMap(LayoutCells.blocks)) }
        let placed = PlacedGrid(grid)
        if let placed, placed.columns * 4 <= width + 4, let lines = columns(of: placed) { return lines }
        guard grid.isNamed else { return lines(of: grid.rows.flatMap(LayoutCells.blocks)) }
        let rows = placed?.records() ?? grid.rows.map { $0.flatMap(\.blocks) }
        return Self.joined(rows.map { lines(of: $0, isTight: true) }, isTight: false)
    }

    private static let gap = 2

    private func columns(of grid: PlacedGrid) -> [Line]? {
        let natural = grid.rows.map { $0.map { self.lines(of: $0.cell, width: Self.naturalWidth) } }
        guard let widths = widths(of: grid, natural) else { return nil }
        let offsets = widths.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1 + Self.gap) }
        var lines: [Line] = [], lastHadSeveral: Bool?
        for (number, row) in grid.rows.enumerated() {
            var height = 0
            let cells = zip(row, natural[number]).map { placed, natural -> (start: Int, lines: [Line]) in
                let width = offsets[placed.columns.upperBound] - offsets[placed.columns.lowerBound] - Self.gap
                let fits = natural.allSatisfy { $0.width <= width }
                let lines = fits ? natural : self.lines(of: placed.cell, width: width)
                height = max(height, lines.count)
                return (offsets[placed.columns.lowerBound], lines)
            }
            if height == 0 { continue }
            // Rows with several lines are separated.
            if let lastHadSeveral, lastHadSeveral || height > 1, !grid.isHeader[number] { lines.append(Line()) }
            lastHadSeveral = height > 1
            for place in 0..<height {
                var line = Line()
                for cell in cells where place < cell.lines.count && !cell.lines[place].isEmpty {
                    line.pad(to: cell.start)
                    line.append(cell.lines[place])
                }
                line.trim()
                lines.append(line)
            }
            if grid.isHeader[number], number + 1 < grid.rows.count, !grid.isHeader[number + 1] {
                var rule = Line()
                for (width, offset) in zip(widths, offsets) {
                    rule.pad(to: offset)
                    rule.append(Span(String(repeating: "─", count: width), .faint, width: width))
                }
                lines.append(rule)
                lastHadSeveral = nil
            }
        }
        return lines
    }

    /// The width of each column; nil if they do not fit. Short columns get their preferred width, long ones share the
    /// rest evenly, and none is narrower than its longest word.
    private func widths(of grid: PlacedGrid, _ natural: [[[Line]]]) -> [Int]? {
        var least = [Int](repeating: 2, count: grid.columns), wanted = least
        let cells = zip(grid.rows.joined(), natural.joined()).sorted { $0.0.columns.count < $1.0.columns.count }
        for (placed, lines) in cells {
            // What a cell needs beyond its columns, the last of them gets.
            let last = placed.columns.upperBound - 1, others = placed.columns.dropLast()
            func need(_ total: Int, _ widths: [Int]) -> Int {
                total - others.reduce(0) { $0 + widths[$1] + Self.gap }
            }
            let words = lines.flatMap { $0.spans.map(\.text).joined().utf8.split(separator: 0x20) }
            let longest = words.map { DisplayWidth.of(String(Substring($0))) }.max() ?? 0
            least[last] = max(least[last], need(longest, least))
            wanted[last] = max(wanted[last], need(lines.map(\.width).max() ?? 0, wanted))
        }
        let room = width - Self.gap * (grid.columns - 1)
        var widths = zip(least, wanted).map { min($0, $1, max(16, room / 3)) }
        var left = room - widths.reduce(0, +)
        guard left >= 0 else { return nil }
        while left > 0,
            let narrowest = widths.indices.filter({ widths[$0] < wanted[$0] }).min(by: { widths[$0] < widths[$1] })
        {
            widths[narrowest] += 1
            left -= 1
        }
        return widths
    }

    private func lines(of cell: Grid.Cell, width: Int) -> [Line] {
        let layout = PageLayout(width: width, parts: parts)
        guard cell.blocks.count == 1, let inlines = cell.blocks[0].paragraph else {
            return layout.lines(of: cell.blocks)
        }
        return layout.flow(inlines, cell.isHeader ? .strong : .text)
    }
}

extension Grid {
    /// Whether it has columns, and does not only place things next to each other.
    var isTable: Bool {
        let inner = Block.table(self).children
        if inner.everyBlock.contains(where: { if case .table = $0 { true } else { false } }) { return false }
        return isNamed || rows.contains { $0.count > 1 } && !inner.contains(where: \.isPart)
    }

    fileprivate var isNamed: Bool { rows.contains { $0.contains(where: \.isHeader) } }
}

extension Block {
    fileprivate var isPart: Bool {
        switch self {
        case .heading, .form, .group, .rule, .preformatted, .notice: true
        case .paragraph, .list, .definitions, .quote, .table: false
        }
    }
}

/// A row of a layout table, which only places things next to each other.
enum LayoutCells {
    static func blocks(of row: [Grid.Cell]) -> [Block] {
        let paragraphs = row.filter { !$0.blocks.isEmpty }.map { $0.blocks.count == 1 ? $0.blocks[0].paragraph : nil }
        // Labels and fields are matched as paragraphs.
        func isOfForm(_ inline: Inline) -> Bool { if case .field = inline { true } else { inline.isLabel } }
        guard !paragraphs.isEmpty, paragraphs.allSatisfy({ $0.map { !$0.contains(where: isOfForm) } ?? false }) else {
            return row.flatMap(\.blocks)
        }
        return [.paragraph(Array(paragraphs.compactMap(\.self).joined(separator: [.text(" · ", [])])))]
    }
}

struct PlacedGrid {
    struct Cell {
        let cell: Grid.Cell
        var columns: Range<Int>
    }

    private(set) var rows: [[Cell]] = []
    let columns: Int
    let isHeader: [Bool]

    private static let most = 1000

    /// Nil if it is too wide. Only columns in which a cell begins count: a title that spans a thousand takes as many as
    /// the widest row has. A cell that spans rows is shown in the first of them.
    init?(_ grid: Grid) {
        // The first row in which each column is free again.
        var free = [Int](repeating: 0, count: Self.most + 1)
        for (number, row) in grid.rows.enumerated() {
            var column = 0
            var cells: [Cell] = []
            for cell in row {
                while column < Self.most, free[column] > number { column += 1 }
                guard column < Self.most else { return nil }
                let columns = column..<min(column + min(max(cell.columns, 1), Self.most), Self.most)
                if cell.rows > 1 {
                    for taken in columns { free[taken] = number + min(cell.rows, grid.rows.count) }
                }
                cells.append(Cell(cell: cell, columns: columns))
                column = columns.upperBound
            }
            rows.append(cells)
        }
        let starts = Set(rows.joined().map(\.columns.lowerBound))
        columns = starts.count
        // How many columns begin before each place.
        var rank = [0]
        for place in 0..<Self.most { rank.append(rank[place] + (starts.contains(place) ? 1 : 0)) }
        for (number, row) in rows.enumerated() {
            for (place, cell) in row.enumerated() {
                rows[number][place].columns = rank[cell.columns.lowerBound]..<rank[cell.columns.upperBound]
            }
        }
        isHeader = rows.map { row in !row.isEmpty && row.allSatisfy(\.cell.isHeader) }
    }

    /// The blocks of each row, with the name of its column before each cell.
    func records() -> [[Block]] {
        var names = [String](repeating: "", count: columns)
        var records: [[Block]] = []
        for (number, row) in rows.enumerated() {
            // A header across the whole table is a title, not a column's name.
            if isHeader[number], row.count > 1 || columns == 1 {
                for cell in row {
                    for column in cell.columns { names[column] = cell.cell.blocks.first?.paragraph?.text() ?? "" }
                }
            } else {
                records.append(row.flatMap { Self.named($0.cell, names[$0.columns.lowerBound]) })
            }
        }
        return records
    }

    private static func named(_ cell: Grid.Cell, _ name: String) -> [Block] {
        guard let first = cell.blocks.first else { return [] }
        if cell.isHeader { return cell.blocks.map { $0.paragraph.map { .paragraph($0.strong) } ?? $0 } }
        if name.isEmpty { return cell.blocks }
        guard let inlines = first.paragraph else { return [.paragraph([.text(name + ":", .strong)])] + cell.blocks }
        return [.paragraph([.text(name + ": ", .strong)] + inlines)] + cell.blocks.dropFirst()
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
}
