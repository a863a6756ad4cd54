import Database
import ExchangeModel
import Synchronization

/// The records of the instance in one SQLite database. Not thread-safe: `SandboxInstance` serializes access.
final class RecordStore {
    let schema: Schema
    let wholeRecords = WholeRecords()
    let users = KnownUsers()
    let connection: Connection
    /// The users' default zone.
    let userZone: TimeZoneRule
    let selections: SelectionCache
    /// Whether a query with an invalid part finds nothing (`glide.invalid_query.returns_no_rows`).
    var invalidQueriesFindNothing = false
    let seed: UInt64
    let clock: any Clock
    let time: SandboxOptions.Time
    private var filled: Set<String> = [] { didSet { state += 1 } }
    /// Changes with the tables that are written.
    private var state = 0
    /// Differs after any change. Nil if it cannot tell: in a transaction, which may be rolled back, and for a file, which
    /// others may write.
    var version: [Int64]? {
        if case .readOnly = place.mode { return nil }
        return connection.isInTransaction ? nil : [connection.changeCount, Int64(state)]
    }

    /// What a reader opens.
    private let place: (path: String, mode: Connection.Mode)
    private let isReader: Bool
    private var createdStorage: Set<String> = []
    /// How many records were added to each hierarchy since opening.
    private var added: [String: Int] = [:]
    private let start: Timestamp

    /// Identifies the sandbox's files (`application_id`): "SnwB".
    private static let applicationID = 0x536E_7742
    /// Incremented when the SQL tables or indexes change.
    private static let version = 5
    /// How many added records make a table long.
    private static let manyRecords = 1000
    /// The first row number of created records, so that seed records precede them whenever they are written.
    static let firstCreatedRow = 1_000_000_000

    /// Opens the records: in memory, or in a file, which is created and filled if needed. In-memory records are written
    /// when a request first needs their table. New identifiers depend on the seed and on the number of earlier ones,
    /// also in the file.
    init(schema: Schema, options: SandboxOptions) throws(SandboxError) {
        (self.schema, seed, clock) = (schema, options.seed, options.clock)
        (time, start) = (options.time, options.start)
        isReader = false
        let path = options.file
        do {
            if let path {
                place = (path, .readOnly)
                connection = try Connection(path: path, mode: .create)
            } else {
                place = ("sandbox-\(RecordStore.number())", .sharedMemory(readOnly: true))
                let mode = options.hasReaders ? Connection.Mode.sharedMemory(readOnly: false) : .memory
                connection = try Connection(path: place.path, mode: mode)
            }
            selections = SelectionCache(connection)
            connection.setBusyTimeout(milliseconds: RecordStore.patience)
            userZone = options.userZone ?? .instance
            try prepare(options)
            if !options.rows.isEmpty {
                try connection.execute("PRAGMA temp_store = MEMORY")
                try RecordGenerator(store: self).grow(options.rows)
            }
        } catch {
            throw SandboxError(path: path, error)
        }
    }

    /// In milliseconds.
    private static let patience: Int32 = 5000
    private static let opened = Atomic(0)

    private static func number() -> Int { opened.add(1, ordering: .relaxed).newValue }

    /// Another connection to the records of a store, which only reads. It sees what is committed.
    init(reading store: RecordStore) throws(DatabaseError) {
        (schema, userZone) = (store.schema, store.userZone)
        (seed, clock, time, start, place) = (store.seed, store.clock, store.time, store.start, store.place)
        isReader = true
        connection = try Connection(path: place.path, mode: place.mode)
        connection.setBusyTimeout(milliseconds: RecordStore.patience)
        selections = SelectionCache(connection)
        follow(store)
    }

    /// Takes over what a store has added since.
    func follow(_ store: RecordStore) {
        guard state != store.state else { return }
        filled = store.filled
        invalidQueriesFindNothing = store.invalidQueriesFindNothing
        state = store.state
    }

    private func prepare(_ options: SandboxOptions) throws {
        let identity = try connection.row("PRAGMA application_id") { $0.integer(0) } ?? 0
        let tables = try connection.row("SELECT count(*) FROM sqlite_schema") { $0.integer(0) } ?? 0
        if identity == RecordStore.applicationID {
            let version = try connection.row("PRAGMA user_version") { $0.integer(0) } ?? 0
            if version == Int64(RecordStore.version) {
                createdStorage = Set(schema.names)
                filled = createdStorage.union([RoleInheritance.inheritedRows])
                return
            }
            throw SandboxError(version < RecordStore.version ? .olderVersion : .newerVersion)
        }
        guard tables == 0 else { throw SandboxError(.foreignFile) }
        try connection.transaction {
            try connection.execute(
                """
                \(StorageLayout.bookkeeping.joined(separator: ";"));
                PRAGMA application_id = \(RecordStore.applicationID);
                PRAGMA user_version = \(RecordStore.version);
                """)
            try connection.run("INSERT INTO sandbox_clock VALUES (?)", [.integer(start.seconds)])
            // In the same transaction: a file of the sandbox has every table, even if the process was killed.
            if options.file != nil {
                try fill(Set(schema.names))
                for name in schema.names { try index(name) }
            }
        }
    }

    /// Makes sure that every record of these tables and their descendants is written. Must be called before a table is
    /// read or written.
    func fill(_ names: Set<String>) throws {
        // Inherited roles are written before a table that changes them is used.
        guard !names.isDisjoint(with: RoleInheritance.sources) else { return try write(names) }
        try write(names.union(RoleInheritance.tables).union([RoleInheritance.inheritedRows]))
    }

    /// Makes sure that the users and their roles are written, except for inherited ones.
    func fillAccounts() throws { try write(RoleInheritance.tables.union(["sys_user"])) }

    private func write(_ wanted: Set<String>) throws {
        guard !wanted.isSubset(of: filled) else { return }
        if isReader { throw ReaderError() }
        var missing = Set(wanted.subtracting(filled).flatMap { schema[$0]?.classNames ?? [] }).subtracting(filled)
        if !missing.isDisjoint(with: TableDefinition.derived) { missing.formUnion(TableDefinition.derived) }
        let before = (filled, createdStorage)
        func write() throws {
            for name in schema.names where missing.contains(name) { try createStorage(name) }
            try SeedRecords(store: self, start: start).write(missing)
            filled.formUnion(missing)
            if wanted.contains(RoleInheritance.inheritedRows), filled.insert(RoleInheritance.inheritedRows).inserted {
                try RoleInheritance(store: self).refresh(now: start)
            }
        }
        do {
            if connection.isInTransaction { try write() } else { try connection.transaction(write) }
        } catch {
            (filled, createdStorage) = before
            throw error
        }
    }

    /// Whether the records of a table are written. Before that they are as shipped.
    func isFilled(_ name: String) -> Bool { filled.contains(name) }

    /// Runs `body` as one transaction. A rollback also resets which tables are filled, so requests must use this and
    /// not the connection's.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        let before = (filled, createdStorage)
        do {
            return try connection.transaction(body)
        } catch {
            (filled, createdStorage) = before
            throw error
        }
    }

    /// Creates the SQL table of a table if needed.
    func createStorage(_ name: String) throws {
        guard let root = schema.root(of: name), createdStorage.insert(root).inserted else { return }
        try connection.execute(StorageLayout.statements(for: root, in: schema).joined(separator: ";"))
    }

    /// Every stored column of a record. Nil if neither the table nor its descendants have it.
    func record(_ sysID: String, in table: Table) throws -> [String: SQLValue]? {
        let plan = JoinPlan(table, in: schema)
        let columns = StorageLayout.columns(of: table.root, in: schema)
        let list = columns.map { plan.alias + "." + $0.sqlName }.joined(separator: ", ")
        let sql = "SELECT \(list) FROM \(plan.source) WHERE \(plan.alias).\"sys_id\" = ?"
        return try connection.row(sql + (plan.classCondition.map { " AND " + $0 } ?? ""), [.text(sysID)]) { row in
            Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($0.element.name, row.value($0.offset)) })
        }
    }

    /// Inserts a record; other columns are empty.
    func insert(_ values: [(column: Column, value: SQLValue)], into table: Table) throws {
        let names = values.map { ", " + $0.column.sqlName }.joined()
        let marks = values.map { _ in ", ?" }.joined()
        let row = "max(\(RecordStore.firstCreatedRow), (SELECT ifnull(max(\"_row\"), 0) + 1 FROM \(table.storage)))"
        let sql = "INSERT INTO \(table.storage) (\"_row\"\(names)) VALUES (\(row)\(marks))"
        _ = try connection.rows(of: SQLFragment(sql, values.map(\.value))) { _ in true }
        added[table.root, default: 0] += 1
        // After every thousand, because a rollback also drops the indexes.
        if added[table.root, default: 0] % RecordStore.manyRecords == 0 { try index(table.root) }
    }

    /// The same with the values of some columns as text, in the order of the table's columns.
    func insert(_ texts: [String: String], into table: Table) throws {
        try insert(
            table.columns.compactMap { column in texts[column.name].map { (column, column.stored($0)) } }, into: table)
    }

    func update(_ sysID: String, _ values: [(column: Column, value: SQLValue)], in table: Table) throws {
        let changes = values.map { $0.column.sqlName + " = ?" }.joined(separator: ", ")
        let sql = "UPDATE \(table.storage) SET \(changes) WHERE \"sys_id\" = ?"
        _ = try connection.rows(of: SQLFragment(sql, values.map(\.value) + [.text(sysID)])) { _ in true }
    }

    func delete(_ sysID: String, from table: Table) throws {
        try connection.run("DELETE FROM \(table.storage) WHERE \"sys_id\" = ?", [.text(sysID)])
        try AttachmentFiles(store: self).forget(sysID, of: table)
    }

    /// How many steps a request may take: enough for a list of everything, in any order.
    func steps(atLeast base: Int) throws -> Int {
        let pages = try connection.row("PRAGMA page_count") { $0.integer(0) } ?? 0
        return base + Int(pages) * RecordStore.stepsPerPage
    }

    /// A page has about five records, and sorting one of a million takes some hundred steps.
    private static let stepsPerPage = 5000

    /// Whether a record of a plan's table exists and meets a condition.
    func holds(_ condition: SQLFragment?, for sysID: String, in plan: JoinPlan) throws -> Bool {
        let own = SQLFragment(plan.alias + ".\"sys_id\" = ?", [.text(sysID)])
        let parts = [plan.classCondition.map { SQLFragment($0) }, own, condition].compactMap { $0 }
        let found = try connection.rows(
            of: SQLFragment(
                "SELECT 1 FROM \(plan.source) WHERE " + parts.map(\.text).joined(separator: " AND ") + " LIMIT 1",
                parts.flatMap(\.values))
        ) { _ in true }
        return !found.isEmpty
    }
}

extension Connection {
    /// The rows of a statement that depends on the request and is not cached.
    func rows<Row>(of sql: SQLFragment, _ read: (Statement) throws -> Row) throws -> [Row] {
        let statement = try ownStatement(sql.text)
        try statement.bind(sql.values)
        var rows: [Row] = []
        while try statement.step() { rows.append(try read(statement)) }
        return rows
    }
}

/// What every new record needs: a number, a sys_id and the time.
extension RecordStore {
    /// The next number of a table with numbered records: `INC0010202`. Nil for any other.
    func nextNumber(of table: TableDefinition) throws -> String? {
        guard let prefix = table.numberPrefix else { return nil }
        return prefix + (try count(prefix, by: 1, after: table.lastNumber)).padded(to: 7)
    }

    func nextIdentifier() throws -> String {
        let count = UInt64(try count("sys_id", by: 1))
        var random = SeededRandom(seed: seed &+ count &* 0xD129_0B2D_4C3E_8F57)
        return random.sysID()
    }

    /// Increases a counter, which begins after `first`, and returns it.
    func count(_ name: String, by step: Int, after first: Int = 10_000) throws -> Int {
        let last = try connection.row(
            """
            INSERT INTO sandbox_counter VALUES (?1, ?3 + ?2) ON CONFLICT (prefix) DO UPDATE SET last = last + ?2
            RETURNING last
            """, [.text(name), .integer(Int64(step)), .integer(Int64(first))]
        ) { $0.integer(0) }
        return Int(last ?? 0)
    }

    /// The instance's time, which is never before the last write.
    var now: Timestamp {
        get throws {
            let last = try connection.row("SELECT seconds FROM sandbox_clock") { $0.integer(0) } ?? 0
            guard case .running(let ahead) = time else { return Timestamp(seconds: last) }
            return Timestamp(seconds: max(last, clock.now.seconds + ahead))
        }
    }

    /// The time of a write: frozen time advances by a second.
    func tick() throws -> Timestamp {
        let moment = try time == .frozen ? now.advanced(bySeconds: 1) : now
        try connection.run("UPDATE sandbox_clock SET seconds = ?", [.integer(moment.seconds)])
        return moment
    }
}

/// Generates records until a table has the requested number.
///
/// A new record is a copy of an existing one, with its own sys_id, number and names, and earlier times. One statement
/// creates all of them: a hundred thousand take about a second.
struct RecordGenerator {
    let store: RecordStore

    /// The maximum number of records in a table.
    static let most = 2_000_000

    /// How much earlier, in seconds, the times of each round of copies are.
    private static let roundTime = 190_800

    func grow(_ rows: [String: Int]) throws {
        for (name, count) in rows.sorted(by: { $0.key < $1.key }) {
            guard let table = store.schema[name] else {
                throw SandboxError(.cannotGrow, reason: "There is no table \(name)")
            }
            guard !TableDefinition.derived.contains(name) else {
                throw SandboxError(
                    .cannotGrow, reason: "\(name) lists the tables and cannot have more records")
            }
            try store.fill([name])
            try store.connection.transaction {
                try grow(table, to: min(count, RecordGenerator.most))
                try store.index(table.root)
            }
        }
    }

    private func grow(_ table: Table, to count: Int) throws {
        let connection = store.connection
        let classes = SQLFragment.list(table.classNames)
        let isOneOfSeveral = table.sharesStorage || table.classNames.count > 1
        let own = isOneOfSeveral ? " WHERE \"sys_class_name\" IN (\(classes))" : ""
        let present = try connection.row("SELECT count(*) FROM \(table.storage)\(own)") { $0.integer(0) } ?? 0
        let missing = count - Int(present)
        guard missing > 0 else { return }
        let models = isOneOfSeveral ? " WHERE \"sys_class_name\" = '\(table.name)'" : ""
        try connection.execute(
            """
            DROP TABLE IF EXISTS temp.growth;
            CREATE TEMP TABLE growth AS SELECT row_number() OVER (ORDER BY "_row") - 1 AS "_n", *
                FROM \(table.storage)\(models);
            CREATE UNIQUE INDEX temp.growth_n ON growth ("_n");
            """)
        defer { try? connection.execute("DROP TABLE temp.growth") }
        let modelCount = try connection.row("SELECT count(*) FROM growth") { $0.integer(0) } ?? 0
        guard modelCount > 0 else {
            throw SandboxError(.cannotGrow, reason: "\(table.name) has no records of its own that more could be like")
        }
        let base = SeedRecords.firstRow(of: table.name, in: store.schema) + SeedRecords.rowsOfATable / 2
        let last = try connection.row(
            "SELECT max(\"_row\") FROM \(table.storage) WHERE \"_row\" >= ? AND \"_row\" < ?",
            [.integer(Int64(base)), .integer(Int64(base + SeedRecords.rowsOfATable / 2))]
        ) { $0.isNull(0) ? nil : Int($0.integer(0)) }
        // The file may have been grown before.
        let start = last.flatMap { $0 }.map { $0 + 1 - base } ?? 0
        let columns = try StorageLayout.columns(of: table.root, in: store.schema).filter {
            try connection.row("SELECT count(\($0.sqlName)) FROM growth") { $0.integer(0) } ?? 0 > 0
        }
        let numbering = try numbering(of: table, missing, from: start)
        let values = columns.map { value(of: $0, in: table, numbering) }
        try connection.execute(
            """
            WITH RECURSIVE places(i) AS (SELECT \(start) UNION ALL SELECT i + 1 FROM places WHERE i < \(start + missing - 1)),
                c(i, back) AS (
                    SELECT i, '-' || ((i / \(modelCount) + 1) * \(RecordGenerator.roundTime) + i % 977) || ' seconds' FROM places)
            INSERT INTO \(table.storage) ("_row", \(columns.map(\.sqlName).joined(separator: ", ")))
            SELECT \(base) + c.i, \(values.joined(separator: ", "))
            FROM c JOIN growth AS t ON t."_n" = c.i % \(modelCount)
            """)
    }

    /// The SQL for the number of the record at index `c.i`; nil for tables without numbers. Numbering continues.
    private func numbering(of table: Table, _ count: Int, from start: Int) throws -> String? {
        guard let prefix = table.definition.numberPrefix else { return nil }
        let last = try store.count(prefix, by: count, after: table.definition.lastNumber)
        return "'\(prefix)' || printf('%07d', \(last - count + 1 - start) + c.i)"
    }

    private func value(of column: ColumnDefinition, in table: Table, _ numbering: String?) -> String {
        let model = "t." + column.sqlName
        switch column.name {
        case "sys_id":
            var random = SeedIdentity.random("growth." + table.name, 0)
            let salt = random.next() >> 32
            let head = table.definition.ordering == .sysID ? "fff" : ""
            // Multiplication by an odd number modulo a power of two is a bijection, so identifiers are unique.
            return "substr(printf('\(head)%08x%08x%08x%08x', (c.i * 2654435761 + \(salt)) & 4294967295, "
                + "(c.i * 40503 + \(salt / 3)) & 4294967295, (c.i * 2246822519 + \(salt / 5)) & 4294967295, "
                + "(c.i * 3266489917 + \(salt / 7)) & 4294967295), 1, 32)"
        case "number", "task_effective_number": return numbering ?? model
        case "user_name": return model + " || '.' || c.i"
        case "email": return "replace(\(model), '@', '.' || c.i || '@')"
        case "user_password": return "NULL"
        case "name" where table.displayColumn?.name == "name": return model + " || ' ' || c.i"
        default:
            switch column.type {
            case .dateTime: return "strftime('%Y-%m-%d %H:%M:%S', \(model), c.back)"
            case .date: return "strftime('%Y-%m-%d', \(model), c.back)"
            default: return model
            }
        }
    }
}

/// The instance's properties (`sys_properties`).
extension RecordStore {
    /// The value of a property. Nil if it has no record, or the properties have not been written yet.
    func property(_ name: String) throws -> String? {
        guard isFilled("sys_properties"), let table = schema["sys_properties"] else { return nil }
        let sql = "SELECT \"value\" FROM \(table.storage) WHERE \"name\" = ? AND \"sys_class_name\" = 'sys_properties'"
        return try connection.row(sql, [.text(name)]) { $0.text(0) }
    }

    /// Whether a property is `true`; `shipped` is the default.
    func isTrue(_ name: String, shipped: Bool = false) throws -> Bool {
        try property(name).map { $0 == "true" } ?? shipped
    }

    /// Whether a query with an invalid part finds nothing. Default: that part is ignored.
    var invalidQueryReturnsNoRows: Bool { get throws { try isTrue("glide.invalid_query.returns_no_rows") } }
}

/// Further connections to the records, for requests that only read: they are answered at the same time.
final class RecordReaders: Sendable {
    /// A connection. It is used by one request at a time, which makes it safe to send.
    final class Reader: @unchecked Sendable {
        let store: RecordStore

        fileprivate init(_ store: RecordStore) { self.store = store }
    }

    private struct State {
        var idle: [Reader] = []
        var count = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) { self.limit = limit }

    /// A reader of what `store` has now; nil if all are in use, or none can be opened. `give` takes it back.
    func take(of store: RecordStore) -> Reader? {
        let idle = state.withLock { state -> Reader?? in
            if let idle = state.idle.popLast() { return .some(idle) }
            guard state.count < limit else { return nil }
            state.count += 1
            return .some(nil)
        }
        guard let found = idle, let reader = found ?? (try? Reader(RecordStore(reading: store))) else { return nil }
        reader.store.follow(store)
        return reader
    }

    func give(_ reader: Reader) { state.withLock { $0.idle.append(reader) } }
}

/// A reader was to read a table that is not written yet.
struct ReaderError: Error {
    /// Whether a request that failed with the error must be answered by the connection that writes.
    static func isReason(_ error: any Error) -> Bool {
        error is ReaderError || (error as? DatabaseError)?.code == .readOnly
    }
}
