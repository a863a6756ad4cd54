import Database
import ExchangeModel

/// The records of the instance in one SQLite database. Not thread-safe: `SandboxInstance` serializes access.
final class RecordStore {
    let schema: Schema
    let connection: Connection
    let userZone: ZoneRule
    /// Whether a query with an invalid part finds nothing (`glide.invalid_query.returns_no_rows`).
    var invalidQueriesFindNothing = false
    let seed: UInt64
    let clock: any Clock
    let time: SandboxOptions.Time
    private var filled: Set<String> = []
    private var createdStorage: Set<String> = []
    private let start: Timestamp

    private static let applicationID = 0x536E_7742
    /// Incremented when the SQL tables or indexes change.
    private static let version = 5
    /// The first row number of created records, so that seed records precede them whenever they are written.
    static let firstCreatedRow = 1_000_000_000

    /// Opens the records: in memory, or in a file, which is created and filled if needed. In-memory records are written
    /// when a request first needs their table. New identifiers depend on the seed and on the number of earlier ones,
    /// also in the file.
    init(schema: Schema, options: SandboxOptions) throws(SandboxError) {
        (self.schema, seed, clock) = (schema, options.seed, options.clock)
        (time, start) = (options.time, options.start)
        let path = options.file
        do {
            connection = try Connection(path: path ?? "", mode: path == nil ? .memory : .create)
            connection.setBusyTimeout(milliseconds: RecordStore.patience)
            userZone = options.userZone ?? .sandbox
            try prepare(options)
            if !options.rows.isEmpty {
                try connection.execute("PRAGMA temp_store = MEMORY")
                try RecordGenerator(store: self).grow(options.rows)
            }
        } catch {
            throw SandboxError(path: path, error)
        }
    }

    private static let patience: Int32 = 5000
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
            if options.file != nil { try fill(Set(schema.names)) }
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

    func createStorage(_ name: String) throws {
        guard let root = schema.root(of: name), createdStorage.insert(root).inserted else { return }
        try connection.execute(StorageLayout.statements(for: root, in: schema).joined(separator: ";"))
    }

    func record(_ sysID: String, in table: Table) throws -> [String: SQLValue]? {
        let plan = JoinPlan(table, in: schema)
        let columns = StorageLayout.columns(of: table.root, in: schema)
        let list = columns.map { plan.alias + "." + $0.sqlName }.joined(separator: ", ")
        let sql = "SELECT \(list) FROM \(plan.source) WHERE \(plan.alias).\"sys_id\" = ?"
        return try connection.row(sql + (plan.classCondition.map { " AND " + $0 } ?? ""), [.text(sysID)]) { row in
            Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($0.element.name, row.value($0.offset)) })
        }
    }

    func insert(_ values: [(column: Column, value: SQLValue)], into table: Table) throws {
        let names = values.map { ", " + $0.column.sqlName }.joined()
        let marks = values.map { _ in ", ?" }.joined()
        let row = "max(\(RecordStore.firstCreatedRow), (SELECT ifnull(max(\"_row\"), 0) + 1 FROM \(table.storage)))"
        let sql = "INSERT INTO \(table.storage) (\"_row\"\(names)) VALUES (\(row)\(marks))"
        _ = try connection.rows(of: SQLFragment(sql, values.map(\.value))) { _ in true }
    }

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

    /// A window of a selection. The total is computed only if `counted`, and ignores access rules.
    func window(of selection: RowSelection, limit: Int, offset: Int = 0, counted: Bool = true) throws -> RowWindow {
        let limit = max(limit, 0), statement = selection.rows
        // The limit is literal: a parameter keeps the planner from using a covering index.
        let rows = try connection.rows(
            of: SQLFragment(statement.text + " LIMIT \(limit) OFFSET \(offset)", statement.values)
        ) { $0.integer(0) }
        guard counted else { return RowWindow(rows: rows, total: nil) }
        if offset == 0, rows.count < limit { return RowWindow(rows: rows, total: rows.count) }
        return RowWindow(rows: rows, total: try connection.rows(of: selection.count) { Int($0.integer(0)) }.first ?? 0)
    }

    /// How many steps a request may take: enough for a list of everything, in any order.
    func steps(atLeast base: Int) throws -> Int {
        let pages = try connection.row("PRAGMA page_count") { $0.integer(0) } ?? 0
        return base + Int(pages) * RecordStore.stepsPerPage
    }

    /// A page has about five records, and sorting one of a million takes some hundred steps.
    private static let stepsPerPage = 5000

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
    func rows<Row>(of sql: SQLFragment, _ read: (Statement) throws -> Row) throws -> [Row] {
        let statement = try ownStatement(sql.text)
        try statement.bind(sql.values)
        var rows: [Row] = []
        while try statement.step() { rows.append(try read(statement)) }
        return rows
    }
}

extension RecordStore {
    func nextNumber(of table: TableDefinition) throws -> String? {
        guard let prefix = table.numberPrefix else { return nil }
        return prefix + (try count(prefix, by: 1, after: table.lastNumber)).padded(to: 7)
    }

    func nextIdentifier() throws -> String {
        let count = UInt64(try count("sys_id", by: 1))
        var random = SeededRandom(seed: seed &+ count &* 0xD129_0B2D_4C3E_8F57)
        return random.sysID()
    }

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

/// Copies the records of a table until it has the requested number. A copy has its own sys_id, number and names, and
/// earlier times.
struct RecordGenerator {
    let store: RecordStore

    func grow(_ rows: [String: Int]) throws {
        for (name, count) in rows.sorted(by: { $0.key < $1.key }) {
            guard let table = store.schema[name], !TableDefinition.derived.contains(name) else {
                throw SandboxError(.cannotGrow, reason: "\(name) lists the tables and cannot have more records")
            }
            try store.fill([name])
            try store.connection.transaction { try grow(table, to: count) }
        }
    }

    private func grow(_ table: Table, to count: Int) throws {
        func number(_ sql: String) throws -> Int { try store.connection.row(sql) { Int($0.integer(0)) } ?? 0 }
        let plan = JoinPlan(table, in: store.schema)
        let condition = plan.classCondition.map { " WHERE " + $0 } ?? ""
        let missing = count - (try number("SELECT count(*) FROM \(plan.source)\(condition)"))
        guard missing > 0 else { return }
        let isOneOfSeveral = table.sharesStorage || table.classNames.count > 1
        try store.connection.execute(
            """
            CREATE TEMP TABLE growth AS SELECT row_number() OVER (ORDER BY "_row") - 1 AS "_n", *
                FROM \(table.storage)\(isOneOfSeveral ? " WHERE \"sys_class_name\" = '\(table.name)'" : "");
            CREATE UNIQUE INDEX temp.growth_n ON growth ("_n");
            """)
        defer { try? store.connection.execute("DROP TABLE temp.growth") }
        let models = try number("SELECT count(*) FROM growth")
        guard models > 0 else {
            throw SandboxError(.cannotGrow, reason: "\(table.name) has no records of its own that more could be like")
        }
        let row = max(RecordStore.firstCreatedRow, try number("SELECT max(\"_row\") + 1 FROM \(table.storage)"))
        let numbering = try table.definition.numberPrefix.map { prefix in
            let last = try store.count(prefix, by: missing, after: table.definition.lastNumber)
            return "printf('\(prefix)%07d', \(last - missing + 1) + c.i)"
        }
        let columns = StorageLayout.columns(of: table.root, in: store.schema)
        let values = columns.map { value(of: $0, in: table, numbering, row: "\(row) + c.i") }
        try store.connection.execute(
            """
            WITH RECURSIVE c(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM c WHERE i < \(missing - 1))
            INSERT INTO \(table.storage) ("_row", \(columns.map(\.sqlName).joined(separator: ", ")))
            SELECT \(row) + c.i, \(values.joined(separator: ", ")) FROM c JOIN growth AS t ON t."_n" = c.i % \(models)
            """)
    }

    private func value(of column: ColumnDefinition, in table: Table, _ numbering: String?, row: String) -> String {
        let model = "t." + column.sqlName
        return switch column.name {
        case "sys_id": "substr(\(model), 1, 24) || printf('%08x', \(row))"
        case "number", "task_effective_number": numbering ?? model
        case "user_name": "\(model) || '.' || c.i"
        case "email": "replace(\(model), '@', '.' || c.i || '@')"
        case "user_password": "NULL"
        case "name" where table.displayColumn?.name == "name": "\(model) || ' ' || c.i"
        default:
            switch column.type {
            case .dateTime: "strftime('%Y-%m-%d %H:%M:%S', \(model), -c.i || ' minutes')"
            case .date: "strftime('%Y-%m-%d', \(model), -c.i || ' minutes')"
            default: model
            }
        }
    }
}

extension RecordStore {
    /// The value of a property. Nil if it has no record, or the properties have not been written yet.
    func property(_ name: String) throws -> String? {
        guard isFilled("sys_properties"), let table = schema["sys_properties"] else { return nil }
        let sql = "SELECT \"value\" FROM \(table.storage) WHERE \"name\" = ? AND \"sys_class_name\" = 'sys_properties'"
        return try connection.row(sql, [.text(name)]) { $0.text(0) }
    }

    func isTrue(_ name: String, shipped: Bool = false) throws -> Bool {
        try property(name).map { $0 == "true" } ?? shipped
    }

    /// Whether a query with an invalid part finds nothing. Default: that part is ignored.
    var invalidQueryReturnsNoRows: Bool { get throws { try isTrue("glide.invalid_query.returns_no_rows") } }
}
