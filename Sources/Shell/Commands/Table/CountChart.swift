import Rendering
import TapeDeck

/// `table count --by … --chart`: the share of each group and, for people, a bar.
struct CountChart {
    /// The terminal's width in columns; nil draws no bars.
    let width: Int?
    /// Whether the terminal shows block characters.
    let hasBlocks: Bool
    let side: CellSide?

    private static let least = 10
    private static let gap = 2

    init(_ session: isolated ShellSession, _ arguments: BoundArguments) async throws {
        side = CellSide(rawValue: arguments.string("display") ?? session.settings["display"])
        guard !session.format(of: arguments).isForPrograms else {
            (width, hasBlocks) = (nil, false)
            return
        }
        width = session.settings.width ?? 80
        hasBlocks =
            try await session.input(.setting, "characters") { [host = session.host] in
                let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(host.variable).first ?? ""
                return locale.lowercased().filter { $0 != "-" }.hasSuffix("utf8") ? "utf-8" : "ascii"
            } == "utf-8"
    }

    /// - Parameter place: the index of the column of counts.
    func charted(_ table: Table, count place: Int) -> Table {
        var table = table
        let counts = table.rows.map { Int($0[place].value) ?? 0 }
        let total = max(counts.reduce(0, +), 1), most = max(counts.max() ?? 0, 1)
        table.columns.append(Column("share"))
        for (row, count) in counts.enumerated() {
            let tenths = (count * 1000 + total / 2) / total
            let share = "\(tenths / 10).\(tenths % 10)"
            table.rows[row].append(Cell(share, display: share + "%"))
        }
        guard let width else { return table }
        let room = max(width - taken(by: table), Self.least)
        table.columns.append(Column("chart"))
        for (row, count) in counts.enumerated() { table.rows[row].append(Cell(bar(count, of: most, room))) }
        return table
    }

    private func taken(by table: Table) -> Int {
        table.columns.indices.reduce(0) { sum, column in
            let cells = table.rows.map { DisplayWidth.of(text(of: $0[column])) }
            return sum + max(cells.max() ?? 0, DisplayWidth.of(table.columns[column].name)) + Self.gap
        }
    }

    private func text(of cell: Cell) -> String {
        switch side {
        case .value: cell.value
        case .both: "\(cell.shown) (\(cell.value))"
        case .display, nil: cell.shown
        }
    }

    /// A bar in eighths of a cell, or in whole cells. A non-empty group always has a bar.
    private func bar(_ count: Int, of most: Int, _ room: Int) -> String {
        guard hasBlocks else {
            let cells = (count * room + most / 2) / most
            return String(repeating: "#", count: count > 0 ? max(cells, 1) : 0)
        }
        let eighths = max((count * room * 8 + most / 2) / most, count > 0 ? 1 : 0)
        let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        return String(repeating: "█", count: eighths / 8) + rest
    }
}
