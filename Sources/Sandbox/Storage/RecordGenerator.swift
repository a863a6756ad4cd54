import Database

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
