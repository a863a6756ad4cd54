import Database
import ExchangeModel
import Notation

/// Writes the initial records of an instance when a request first needs their table: those in
/// `Sources/C/CSandboxTables/tables`, and those derived from other records.
struct SeedRecords {
    let store: RecordStore
    let start: Timestamp

    /// The lines `records TABLE COLUMN …` and `first TABLE COLUMN …` by table, with their rows, in order.
    static let sections = Dictionary(grouping: TableFile.all(".records").flatMap(\.entries)) { $0.words[1] }

    /// Writes those of the given tables. The result does not depend on which tables were written before.
    func write(_ names: Set<String>) throws {
        if names.contains("sys_dictionary") { try DerivedRecords(store: store).write() }
        for name in store.schema.names where names.contains(name) {
            var row = SeedRecords.firstRow(of: name, in: store.schema)
            for section in SeedRecords.sections[name] ?? [] {
                if section.words[0] == "first" {
                    let place = row / SeedRecords.rowsOfATable
                    _ = try write(section, of: name, from: place * SeedRecords.firstRowsOfATable)
                } else {
                    row = try write(section, of: name, from: row)
                }
            }
        }
        if names.contains("sys_user") { try federate() }
    }

    private static func firstRow(of table: String, in schema: Schema) -> Int {
        (1 + (schema.names.firstIndex(of: table) ?? 0)) * rowsOfATable
    }

    /// The range of row numbers reserved for a table, and for its `first` section, which precedes all tables.
    private static let rowsOfATable = 5_000_000
    private static let firstRowsOfATable = 5_000

    private func write(_ section: TableLine, of name: String, from row: Int) throws -> Int {
        guard let table = store.schema[name] else { return row }
        let names = Array(section.words.dropFirst(2))
        let hasIdentifier = names.first == "sys_id"
        let batch = try SeedBatch(
            name, (hasIdentifier ? [] : ["sys_id"]) + names, from: row,
            created: start.advanced(bySeconds: -9_000 * 3600).glideText, store: store)
        let columns = names.map { table[$0] }
        for line in section.rows {
            var values = TableCells.read(line)
            let sysID = SeedRecords.identifier(of: values[0], in: name, isGiven: hasIdentifier)
            for (place, column) in columns.enumerated() where place < values.count {
                if let column { values[place] = value(values[place], of: column, sysID) }
            }
            if hasIdentifier { values[0] = sysID } else { values.insert(sysID, at: 0) }
            try batch.add(values)
        }
        return row + section.rows.count
    }

    /// The sys_id of a record: by its position (`#3`), a given one, or, without a column of sys_ids, one derived from
    /// its first cell.
    static func identifier(of cell: String, in table: String, isGiven: Bool) -> String {
        if !isGiven { return SeedIdentity.named(table, cell) }
        guard cell.utf8.first == UInt8(ascii: "#"), let place = Int(cell.dropFirst()) else { return cell }
        return SeedIdentity.sysID(table, place)
    }

    private func value(_ cell: String, of column: Column, _ sysID: String) -> String {
        if cell.isEmpty { return cell }
        switch column.type {
        case .password: return AccountStore.digest(of: cell, for: sysID)
        case .password2: return ObfuscatedText.hidden(cell)
        case .dateTime: return moment(cell)?.glideText ?? cell
        case .date: return moment(cell)?.civil.dateText ?? cell
        case .list: return cell.split(separator: ",").map { reference(String($0)) }.joined(separator: ",")
        default: return reference(cell)
        }
    }

    /// `@sys_user:Abel` is the sys_id of the record with that first cell, `@sys_user#3` that of the record at a
    /// position. Any other text is itself.
    private func reference(_ cell: String) -> String {
        guard cell.utf8.first == UInt8(ascii: "@"), let sign = cell.firstIndex(where: { $0 == ":" || $0 == "#" }) else {
            return cell
        }
        let table = String(cell[..<sign].dropFirst()), rest = String(cell[sign...].dropFirst())
        if cell[sign] == ":" { return SeedIdentity.named(table, rest) }
        return Int(rest).map { SeedIdentity.sysID(table, $0) } ?? cell
    }

    /// `-90d`: that long before the start, in seconds, hours or days.
    private func moment(_ cell: String) -> Timestamp? {
        let units: [Character: Int64] = ["s": 1, "h": 3600, "d": 86_400]
        guard cell.hasPrefix("-") || cell.hasPrefix("+"), let unit = cell.last.flatMap({ units[$0] }),
            let count = Int64(cell.dropLast())
        else { return nil }
        return start.advanced(bySeconds: count * unit)
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

final class SeedBatch {
    private let statement: Statement
    private let columns: [Column]
    private var row: Int?

    /// Rows are numbered from `row`, which determines the natural order; default: after the existing ones. Times are in
    /// stored form. The records were not updated since they were created.
    init(
        _ tableName: String, _ names: [String], from row: Int? = nil, created: String, author: String = "admin",
        store: RecordStore
    ) throws {
        guard let table = store.schema[tableName] else {
            throw SandboxError(.unusable, reason: "no table \(tableName)")
        }
        try store.createStorage(tableName)
        columns = names.compactMap { table[$0] }
        guard columns.count == names.count else {
            throw SandboxError(.unusable, reason: "a seed of \(tableName) names an unknown column")
        }
        let stamps = [
            "sys_created_on": created, "sys_updated_on": created, "sys_created_by": author, "sys_updated_by": author,
        ]
        // Values that all rows share are in the statement: binding them for each row takes longer than all else.
        var list = columns.map(\.sqlName), values = columns.indices.map { "?\($0 + 1)" }
        let twins = ["sys_updated_on": "sys_created_on", "sys_updated_by": "sys_created_by"]
        for column in table.columns where !names.contains(column.name) && !column.isJournal {
            if let place = twins[column.name].flatMap(names.firstIndex) {
                values.append(values[place])
            } else if let value = stamps[column.name].map(SQLValue.text) ?? column.defaultValue.map(column.stored) {
                values.append(Self.literal(value))
            } else {
                continue
            }
            list.append(column.sqlName)
        }
        self.row = row
        if row != nil {
            list.append("\"_row\"")
            values.append("?\(columns.count + 1)")
        }
        statement = try store.connection.ownStatement(
            "INSERT OR IGNORE INTO \(table.storage) (\(list.joined(separator: ", "))) "
                + "VALUES (\(values.joined(separator: ", ")))")
    }

    private static func literal(_ value: SQLValue) -> String {
        switch value {
        case .null, .blob: "NULL"
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .text(let text): "'" + text.replacing("'", with: "''") + "'"
        }
    }

    /// The values of the given columns in wire form; times are in stored form. An empty text is an empty column.
    func add(_ values: [String]) throws {
        defer { statement.reset() }
        for (place, column) in columns.enumerated() where !values[place].isEmpty {
            let text = values[place]
            try statement.bind(column.type.isTemporal ? .text(text) : column.stored(text), at: place + 1)
        }
        if let row { try statement.bind(.integer(Int64(row)), at: columns.count + 1) }
        row = row.map { $0 + 1 }
        while try statement.step() {}
    }
}

struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return StableHash.mixed(state)
    }

    mutating func hex(_ count: Int, upperCase: Bool = false) -> String {
        String(unsafeUninitializedCapacity: count) { text in
            var word: UInt64 = 0
            for place in 0..<count {
                if place % 16 == 0 { word = next() }
                let digit = UInt8(truncatingIfNeeded: word & 15)
                text[place] = digit + UInt8(ascii: digit < 10 ? "0" : upperCase ? "A" : "a") - (digit < 10 ? 0 : 10)
                word >>= 4
            }
            return count
        }
    }

    mutating func sysID() -> String { hex(32) }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
