import Database
import ExchangeModel

/// Writes the records that the texts of tables hold.
///
/// Without a `sys_id` of its own a record's follows from its table and its first cell. `@sys_user:Abel` is the sys_id of
/// such a record, `@sys_user#3` that of the later record in that place; `-90d`, `-3h` and `-10s` are moments before the
/// instance's start.
struct TextRecords {
    let seeds: LaterSeeds

    func write(_ name: String) throws {
        guard let table = seeds.store.schema[name], !table.definition.rows.isEmpty else { return }
        var row = LaterSeeds.firstRow(of: name, in: seeds.store.schema) + LaterSeeds.rowsOfATable / 4
        let stamp = SeedBatch.Stamp(Timestamp(seconds: seeds.world.start.seconds - 9_000 * 3600))
        for block in table.definition.rows {
            let hasIdentifier = block.columns.first == "sys_id"
            let names = hasIdentifier ? block.columns : ["sys_id"] + block.columns
            let batch = try SeedBatch(name, names.joined(separator: " "), from: row, store: seeds.store)
            for cells in block.cells {
                let sysID = hasIdentifier ? cells[0] : SeedIdentity.named(name, cells[0])
                let values = (hasIdentifier ? cells : [sysID] + cells).enumerated().map { offset, cell in
                    value(cell, of: table[names[offset]], sysID)
                }
                try batch.add(values, stamp)
            }
            row += block.cells.count
        }
    }

    private func value(_ cell: String, of column: Column?, _ sysID: String) -> String {
        guard let column, !cell.isEmpty else { return cell }
        switch column.type {
        case .password: return AccountBook.digest(of: cell, for: sysID)
        case .password2: return HiddenText.hidden(cell)
        case .dateTime, .date:
            guard let moment = TextRecords.moment(cell, from: seeds.world.start) else { return cell }
            return column.type == .date ? moment.civil.dateText : moment.glideText
        case .list: return cell.split(separator: ",").map { identifier(String($0)) }.joined(separator: ",")
        default: return identifier(cell)
        }
    }

    private func identifier(_ cell: String) -> String {
        guard cell.hasPrefix("@") else { return cell }
        let named = cell.dropFirst().split(separator: ":", maxSplits: 1).map(String.init)
        if named.count == 2 { return SeedIdentity.named(named[0], named[1]) }
        let placed = cell.dropFirst().split(separator: "#").map(String.init)
        guard placed.count == 2, let place = Int(placed[1]) else { return cell }
        return SeedIdentity.sysID(placed[0], place)
    }

    /// `-90d`: so long before a moment.
    private static func moment(_ cell: String, from start: Timestamp) -> Timestamp? {
        let units: [Character: Int64] = ["s": 1, "h": 3600, "d": 86_400]
        guard cell.hasPrefix("-"), let unit = cell.last.flatMap({ units[$0] }), let count = Int64(cell.dropLast())
        else { return nil }
        return start.advanced(bySeconds: count * unit)
    }
}
