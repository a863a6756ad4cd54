import Database
import ExchangeModel
import Notation

/// Writes the initial records of an instance when a request first needs their table: those in
/// `Sources/C/CSandboxTables/tables`, and those derived from other records.
struct SeedRecords {
    let store: RecordStore
    /// The start of the instance's time.
    let start: Timestamp

    /// The texts by table, in order.
    static let sections = Dictionary(grouping: TextSection.all(".records", ["first", "records"]), by: \.name)

    /// Writes those of the given tables. The result does not depend on which tables were written before.
    func write(_ names: Set<String>) throws {
        if names.contains("sys_dictionary") { try DerivedRecords(store: store).write() }
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
        let names = Array(section.heading.dropFirst(2))
        let hasIdentifier = names.first == "sys_id"
        let batch = try SeedBatch(
            name, (hasIdentifier ? "" : "sys_id ") + names.joined(separator: " "), from: row, store: store)
        let columns = names.map { table[$0] }, first = hasIdentifier ? 1 : 0
        let created = names.firstIndex(of: "sys_created_on"), author = names.firstIndex(of: "sys_created_by")
        let usual = SeedBatch.Stamp(created: start.advanced(bySeconds: -9_000 * 3600).glideText)
        var row = row
        var values: [SeedBatch.Value] = []
        try section.forEachRow { cells in
            let sysID = SeedRecords.identifier(of: TableCells.text(cells[0]), in: name, isGiven: hasIdentifier)
            values.removeAll(keepingCapacity: true)
            values.append(.made(sysID))
            for place in cells.indices.dropFirst(first) {
                values.append(columns[place].map { value(cells[place], of: $0, sysID) } ?? .written(cells[place]))
            }
            var stamp = usual
            if let created { stamp.created = values[created + 1 - first] }
            if let author { stamp.author = values[author + 1 - first] }
            try batch.add(values, stamp)
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

    private func value(_ cell: TableCells.Bytes, of column: Column, _ sysID: String) -> SeedBatch.Value {
        guard !cell.isEmpty else { return .written(cell) }
        switch column.type {
        case .password: return .made(AccountStore.digest(of: TableCells.text(cell), for: sysID))
        case .password2: return .made(ObfuscatedText.hidden(TableCells.text(cell)))
        case .dateTime, .date:
            if let moment = moment(cell) {
                return .made(column.type == .date ? moment.civil.dateText : moment.glideText)
            }
        case .list:
            let parts = cell.split(separator: UInt8(ascii: ",")).map { part in
                let part = TableCells.Bytes(rebasing: part)
                return reference(part) ?? TableCells.text(part)
            }
            return .made(parts.joined(separator: ","))
        default:
            if let sysID = reference(cell) { return .made(sysID) }
        }
        return TableCells.isEscaped(cell) ? .made(TableCells.text(cell)) : .written(cell)
    }

    /// `@sys_user:Abel` is the sys_id of the record with that first cell, `@sys_user#3` that of the record at a
    /// position.
    private func reference(_ cell: TableCells.Bytes) -> String? {
        guard cell.first == UInt8(ascii: "@") else { return nil }
        func parts(at sign: Unicode.Scalar) -> (table: String, rest: String)? {
            cell.firstIndex(of: UInt8(ascii: sign)).map {
                (
                    String(decoding: cell[1..<$0], as: UTF8.self),
                    TableCells.text(TableCells.Bytes(rebasing: cell[($0 + 1)...]))
                )
            }
        }
        if let (table, name) = parts(at: ":") { return SeedIdentity.named(table, name) }
        guard let (table, place) = parts(at: "#"), let place = Int(place) else { return nil }
        return SeedIdentity.sysID(table, place)
    }

    /// `-90d`: that long before the start, in seconds, hours or days.
    private func moment(_ cell: TableCells.Bytes) -> Timestamp? {
        guard let sign = cell.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+"),
            let count = Int64(String(decoding: cell.dropLast(), as: UTF8.self))
        else { return nil }
        switch cell.last {
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
    /// A value in wire form; times are in stored form. An empty text is an empty column.
    enum Value {
        /// As in the embedded text, without escapes.
        case written(TableCells.Bytes)
        case made(String)
    }

    /// The creator and time of a record, which was not updated since.
    struct Stamp {
        var created: Value
        var author: Value

        init(created: String, author: String = "admin") {
            (self.created, self.author) = (.made(created), .made(author))
        }
    }

    private let statement: Statement
    /// The given columns, then those of the stamp.
    private let columns: [Column]
    /// Up to how many bytes a text is stored as it is; nil for other columns.
    private let lengths: [Int?]
    private var row: Int?

    private static let times = ["sys_created_on", "sys_updated_on"]
    private static let authors = ["sys_created_by", "sys_updated_by"]

    /// `names` are the columns that `add` gets, in order, `sys_id` first. Rows are numbered from `row`, which
    /// determines the natural order; default: after the existing ones.
    init(_ tableName: String, _ names: String, from row: Int? = nil, store: RecordStore) throws {
        guard let table = store.schema[tableName] else {
            throw SandboxError(.unusable, reason: "no table \(tableName)")
        }
        try store.createStorage(tableName)
        let names = TableCells.words(names[...])
        columns = (names + (SeedBatch.times + SeedBatch.authors).filter { !names.contains($0) }).compactMap {
            table[$0]
        }
        guard columns.starts(with: names, by: { $0.name == $1 }) else {
            throw SandboxError(.unusable, reason: "a seed of \(tableName) names an unknown column")
        }
        lengths = columns.map { column in
            column.type.isTemporal ? .max : column.type.storage == .text ? column.definition.length : nil
        }
        let variable = Set(columns.map(\.name))
        let constant = table.columns.filter { column in
            !column.isJournal && column.defaultValue != nil && !variable.contains(column.name)
        }
        self.row = row
        let list = columns.map(\.sqlName) + (row == nil ? [] : ["\"_row\""]) + constant.map(\.sqlName)
        let values =
            columns.map { _ in "?" } + (row == nil ? [] : ["?"])
            + constant.map { SeedBatch.literal($0.stored($0.defaultValue ?? "")) }
        statement = try store.connection.ownStatement(
            """
            INSERT OR IGNORE INTO \(table.storage) (\(list.joined(separator: ", "))) \
            VALUES (\(values.joined(separator: ", ")))
            """)
    }

    func add(_ values: [String], _ stamp: Stamp) throws { try add(values.map(Value.made), stamp) }

    func add(_ values: [Value], _ stamp: Stamp) throws {
        defer { statement.reset() }
        for place in columns.indices {
            if place < values.count {
                try bind(values[place], at: place)
            } else {
                try bind(SeedBatch.times.contains(columns[place].name) ? stamp.created : stamp.author, at: place)
            }
        }
        if let row {
            try statement.bind(.integer(Int64(row)), at: columns.count + 1)
            self.row = row + 1
        }
        while try statement.step() {}
    }

    private func bind(_ value: Value, at place: Int) throws {
        switch value {
        case .written(let bytes):
            if bytes.isEmpty { return }
            if let length = lengths[place], bytes.count <= length {
                return try statement.bind(lasting: bytes, at: place + 1)
            }
            try bind(.made(String(decoding: bytes, as: UTF8.self)), at: place)
        case .made(let text):
            if text.isEmpty { return }
            try statement.bind(
                columns[place].type.isTemporal ? .text(text) : columns[place].stored(text), at: place + 1)
        }
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

/// A deterministic random number generator (SplitMix64).
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

    /// A whole number from 0 to below `bound`.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
