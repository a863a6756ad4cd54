import Database
import ExchangeModel
import Notation

/// Writes the initial records of an instance when a request first needs their table: those in
/// `Sources/CSandboxTables/tables`, and those derived from other records.
struct SeedRecords {
    let store: RecordStore
    /// The start of the instance's time.
    let start: Timestamp

    /// The texts by table, in order.
    static let sections = Dictionary(
        grouping: TextSection.all(".records", ["first", "records"]),
        by: { section in section.heading.dropFirst().first ?? "" })

    /// Writes those of the given tables. The result does not depend on which tables were written before.
    func write(_ names: Set<String>) throws {
        if names.contains("sys_dictionary") { try DerivedRecords(store: store).write() }
        // The records of an instance made from recordings are those of the recordings.
        if store.knowledge != nil { return }
        for name in store.schema.names where names.contains(name) {
            var row = SeedRecords.firstRow(of: name, in: store.schema)
            for section in SeedRecords.sections[name] ?? [] {
                if section.word == "first" {
                    let place = row / SeedRecords.rowsOfATable
                    _ = try write(section, of: name, from: place * SeedRecords.firstRowsOfATable)
                } else {
                    row = try write(section, of: name, from: row)
                }
            }
        }
        if names.contains("sys_user") { try federate() }
    }

    static func firstRow(of table: String, in schema: Schema) -> Int {
        (1 + (schema.names.firstIndex(of: table) ?? 0)) * rowsOfATable
    }

    /// The range of row numbers reserved for a table, and for its `first` section, which precedes all tables.
    static let rowsOfATable = 5_000_000
    private static let firstRowsOfATable = 5_000

    private func write(_ section: TextSection, of name: String, from row: Int) throws -> Int {
        guard let table = store.schema[name] else { return row }
        let columns = Array(section.heading.dropFirst(2))
        let hasIdentifier = columns.first == "sys_id"
        let names = hasIdentifier ? columns : ["sys_id"] + columns
        let batch = try SeedBatch(name, names.joined(separator: " "), from: row, store: store)
        let found = names.map { table[$0] }
        let created = names.firstIndex(of: "sys_created_on"), author = names.firstIndex(of: "sys_created_by")
        let usual = SeedBatch.Stamp(created: start.advanced(bySeconds: -9_000 * 3600).glideText)
        var row = row
        try section.forEachRow { cells in
            var cells = cells
            let sysID = SeedRecords.identifier(of: cells[0], in: name, isGiven: hasIdentifier)
            if hasIdentifier { cells[0] = sysID } else { cells.insert(sysID, at: 0) }
            for place in cells.indices.dropFirst() {
                if !cells[place].isEmpty, let column = found[place] {
                    cells[place] = value(cells[place], of: column, sysID)
                }
            }
            var stamp = usual
            if let created { stamp.created = cells[created] }
            if let author { stamp.author = cells[author] }
            try batch.add(cells, stamp)
            row += 1
        }
        return row
    }

    /// The sys_id of a record: by its position (`#3`), a given one, or, without a column of sys_ids, one derived from
    /// its first cell.
    static func identifier(of cell: String, in table: String, isGiven: Bool) -> String {
        if !isGiven { return SeedIdentity.named(table, cell) }
        guard cell.utf8.first == UInt8(ascii: "#"), let place = Int(cell.dropFirst()) else { return cell }
        return SeedIdentity.sysID(table, place)
    }

    private func value(_ cell: String, of column: Column, _ sysID: String) -> String {
        switch column.type {
        case .password: return AccountStore.digest(of: cell, for: sysID)
        case .password2: return ObfuscatedText.hidden(cell)
        case .dateTime, .date:
            guard let moment = moment(cell) else { return cell }
            return column.type == .date ? moment.civil.dateText : moment.glideText
        case .list: return cell.split(separator: ",").map { reference(String($0)) }.joined(separator: ",")
        default: return reference(cell)
        }
    }

    /// `@sys_user:Abel` is the sys_id of the record with that first cell, `@sys_user#3` that of the record at a
    /// position.
    private func reference(_ cell: String) -> String {
        guard cell.utf8.first == UInt8(ascii: "@") else { return cell }
        let start = cell.utf8.index(after: cell.startIndex)
        func parts(at sign: Unicode.Scalar) -> (table: String, rest: String)? {
            cell.utf8.firstIndex(of: UInt8(ascii: sign)).map {
                (String(cell[start..<$0]), String(cell[cell.utf8.index(after: $0)...]))
            }
        }
        if let (table, name) = parts(at: ":") { return SeedIdentity.named(table, name) }
        guard let (table, place) = parts(at: "#"), let place = Int(place) else { return cell }
        return SeedIdentity.sysID(table, place)
    }

    /// `-90d`: that long before the start, in seconds, hours or days.
    private func moment(_ cell: String) -> Timestamp? {
        guard let sign = cell.utf8.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+"),
            let count = Int64(cell.dropLast())
        else { return nil }
        switch cell.utf8.last {
        case UInt8(ascii: "s"): return start.advanced(bySeconds: count)
        case UInt8(ascii: "h"): return start.advanced(bySeconds: count * 3600)
        case UInt8(ascii: "d"): return start.advanced(bySeconds: count * 86_400)
        default: return nil
        }
    }

    private func federate() throws {
        let users = try store.connection.rows(
            "SELECT \"sys_id\" FROM \"sys_user\" WHERE \"last_login_time\" IS NOT NULL"
        ) { $0.text(0) }
        for user in users {
            try store.connection.run(
                "UPDATE \"sys_user\" SET \"federated_id\" = ? WHERE \"sys_id\" = ?",
                [.text(Base64.encode(SHA256.digest(Array(user.utf8)))), .text(user)])
        }
    }
}

/// The sys_ids of seed records, derived from the record's table and its position or name.
enum SeedIdentity {
    /// Tables whose records are ordered by sys_id: the sys_ids of later records sort after earlier ones.
    private static let ordered: Set<String> = ["sys_user", "sys_user_group", "sys_user_grmember"]

    static func sysID(_ table: String, _ index: Int) -> String {
        var random = random(table, index)
        return ordered.contains(table) ? "ffe" + random.hex(29) : random.sysID()
    }

    static func named(_ table: String, _ name: String) -> String {
        var random = random(table + ":" + name, 0)
        return ordered.contains(table) ? "ffe" + random.hex(29) : random.sysID()
    }

    static func random(_ purpose: String, _ index: Int) -> SeededRandom {
        let seed =
            UInt64(bitPattern: StableHash.of(purpose)) &+ UInt64(bitPattern: Int64(index)) &* 0xA24B_AED4_963E_E407
        return SeededRandom(seed: StableHash.mixed(seed))
    }
}

/// Writes the seed records of one table: the given columns, and the table's defaults.
final class SeedBatch {
    /// The creator and time of a record, which was not updated since.
    struct Stamp {
        var created: String
        var author = "admin"
    }

    private let statement: Statement
    private let columns: [Column]
    private let stampNames: [String]
    private var row: Int?

    /// `names` are the columns that `add` gets, in order, `sys_id` first. Rows are numbered from `row`, which
    /// determines the natural order; default: after the existing ones.
    init(_ tableName: String, _ names: String, from row: Int? = nil, store: RecordStore) throws {
        guard let table = store.schema[tableName] else {
            throw SandboxError(.unusable, reason: "no table \(tableName)")
        }
        try store.createStorage(tableName)
        let given = names.split(separator: " ").map(String.init)
        columns = given.compactMap { table[$0] }
        guard columns.count == given.count else {
            throw SandboxError(.unusable, reason: "a seed of \(tableName) names an unknown column")
        }
        stampNames = ["sys_created_on", "sys_created_by", "sys_updated_on", "sys_updated_by", "sys_mod_count"]
            .filter { table[$0] != nil && !given.contains($0) }
        let variable = given + stampNames
        let constant = table.columns.filter { column in
            !column.isJournal && column.defaultValue != nil && !variable.contains(column.name)
        }
        self.row = row
        let list = (variable.map { "\"" + $0 + "\"" } + (row == nil ? [] : ["\"_row\""]) + constant.map(\.sqlName))
            .joined(separator: ", ")
        let values =
            variable.map { _ in "?" } + (row == nil ? [] : ["?"])
            + constant.map { SeedBatch.literal($0.stored($0.defaultValue ?? "")) }
        let sql =
            "INSERT OR IGNORE INTO \(table.storage) (\(list)) VALUES (\(values.joined(separator: ", ")))"
        statement = try store.connection.ownStatement(sql)
    }

    /// Adds a record; an empty text is an empty column.
    func add(_ values: [String], _ stamp: Stamp) throws {
        defer { statement.reset() }
        for (offset, column) in columns.enumerated() {
            // Seed records contain times in stored form.
            let raw = values[offset]
            let value: SQLValue =
                raw.isEmpty ? .null : column.type.isTemporal ? .text(raw) : column.stored(raw)
            try statement.bind(value, at: offset + 1)
        }
        for (offset, name) in stampNames.enumerated() {
            let value: SQLValue =
                switch name {
                case "sys_created_on", "sys_updated_on": .text(stamp.created)
                case "sys_created_by", "sys_updated_by": .text(stamp.author)
                default: .integer(0)
                }
            try statement.bind(value, at: columns.count + offset + 1)
        }
        if let row {
            try statement.bind(.integer(Int64(row)), at: columns.count + stampNames.count + 1)
            self.row = row + 1
        }
        while try statement.step() {}
    }

    private static func literal(_ value: SQLValue) -> String {
        switch value {
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let text):
            "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
        case .null, .blob: "NULL"
        }
    }
}
