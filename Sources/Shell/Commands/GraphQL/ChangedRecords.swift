import NowData

/// The records that the mutations of a document name by sys_id, read before it is sent.
struct ChangedRecords: Sendable {
    /// All changes of the document.
    let changes: [GraphQLChange]
    /// In the order in which they are first named; those that are new are not here.
    private(set) var all: [ChangedRecord] = []
    private var columns: [String: [ColumnDescription]] = [:]

    /// Asks once for each record, once more for what a deletion takes away with columns of its own table, and for the
    /// columns of tables that the session does not know yet.
    static func read(_ changes: [GraphQLChange], _ session: isolated ShellSession) async throws -> ChangedRecords {
        var records = ChangedRecords(changes: changes)
        guard changes.contains(where: { $0.record != nil }) else { return records }
        let tables = try session.tables()
        for (table, sysID, places) in records.named {
            var record = ChangedRecord(table, sysID, changes: places)
            try await record.read(
                wholly: places.contains { changes[$0].record?.action == .delete }, tables)
            if let place = records.all.firstIndex(where: { $0.isSame(as: record) }) {
                records.all[place].join(record)
            } else {
                records.all.append(record)
            }
        }
        let written = changes.compactMap { $0.record?.table } + records.all.map(\.ownTable)
        for table in written where records.columns[table] == nil {
            records.columns[table] = try await session.connected().schema.columnsIfTold(of: table)
        }
        return records
    }

    /// The columns of a table that one of the records is of; none when the instance does not tell them.
    func columns(of table: String) -> [ColumnDescription] { columns[table] ?? [] }

    /// The record that a change is about; nil for a new one, and for one without a name.
    func record(of change: Int) -> ChangedRecord? { all.first { $0.changes.contains(change) } }

    /// How many records are changed; what a scripted mutation does counts as one.
    var count: Int {
        all.count + changes.indices.count { place in !all.contains { $0.changes.contains(place) } }
    }

    /// What a change is called in a sentence: `update incident INC0010021`.
    func label(of place: Int) -> String {
        let change = changes[place]
        guard let (action, table) = change.record else { return "run the mutation \(change.name)" }
        switch action {
        case .create: return "insert into \(table)"
        case .update, .delete:
            let name = record(of: place).map { SingleLine.of($0.title, limit: 40) } ?? "an unnamed record"
            return "\(action.rawValue) \(table) \(name)"
        }
    }

    private init(changes: [GraphQLChange]) { self.changes = changes }

    /// Those that an update or a deletion names, with all changes that name them.
    private var named: [(table: String, sysID: String, changes: [Int])] {
        struct Key: Hashable { let table, sysID: String }
        var keys: [Key] = [], places: [Key: [Int]] = [:], isThere: Set<Key> = [], given: [Key: String] = [:]
        for (place, change) in changes.enumerated() {
            guard let (action, table) = change.record, let sysID = change.sysID else { continue }
            let key = Key(table: table, sysID: sysID.lowercased())
            if places[key] == nil { keys.append(key) }
            places[key, default: []].append(place)
            given[key] = given[key] ?? sysID
            if action != .create { isThere.insert(key) }
        }
        return keys.filter(isThere.contains).map { ($0.table, given[$0] ?? $0.sysID, places[$0] ?? []) }
    }
}

/// A record that a document changes, once or more than once, as it was before the document was sent.
struct ChangedRecord: Sendable {
    /// The table that changes name it by.
    private(set) var table: String
    /// As it was given.
    let sysID: String
    /// Places of its changes among those of the document, in their order.
    private(set) var changes: [Int]
    /// The record as it was; nil when there was none, or it may not be read.
    private(set) var before: TableRow?
    /// The table of `before` when that is to be made again: a record is made as what it was.
    private(set) var ownTable: String
    /// As it was with the columns of its own table; nil where that was not read.
    private var whole: TableRow?

    init(_ table: String, _ sysID: String, changes: [Int]) {
        self.table = table
        ownTable = table
        self.sysID = sysID
        self.changes = changes
    }

    /// Reads it; with the columns of its own table too when it may be deleted.
    mutating func read(wholly: Bool, _ tables: TableClient) async throws {
        before = try await Self.row(sysID, of: table, tables)
        guard wholly, let own = before?["sys_class_name"]?.value, !own.isEmpty, own != table else { return }
        guard let row = try await Self.row(sysID, of: own, tables) else { return }
        (ownTable, whole) = (own, row)
    }

    /// What a deletion takes away.
    var lost: TableRow? { whole ?? before }

    /// Whether another table's name stands for the same record: a task is an incident.
    func isSame(as other: ChangedRecord) -> Bool {
        guard let sysID = before?.sysID, let own = before?["sys_class_name"]?.value, !own.isEmpty else { return false }
        return sysID == other.before?.sysID && own == other.before?["sys_class_name"]?.value
    }

    /// Takes in what is changed by the other name; the name of its own table counts, which knows all columns.
    mutating func join(_ other: ChangedRecord) {
        if other.table == before?["sys_class_name"]?.value { (table, before) = (other.table, other.before) }
        if whole == nil { (ownTable, whole) = (other.ownTable, other.whole) }
        changes = (changes + other.changes).sorted()
    }

    /// What people call it; the sys_id when it has no other name.
    var title: String { before.flatMap(FoundRecord.name)?.text ?? sysID }

    /// A record as it is now; nil when there is none, it may not be read, or the tape does not hold it.
    static func row(_ sysID: String, of table: String, _ tables: TableClient) async throws(RequestFailure) -> TableRow?
    {
        do throws(RequestFailure) {
            return try await tables.get(sysID, TableRead(table))
        } catch {
            switch error {
            case .refused(let refusal) where [.notFound, .forbidden, .invalid].contains(refusal.kind): return nil
            case .unaskable: return nil
            default:
                if ProblemMaking.tapeError(in: error) != nil { return nil }
                throw error
            }
        }
    }
}
