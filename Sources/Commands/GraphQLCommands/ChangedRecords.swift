import Notation
import NowData
import Redactors
import Tables
import Workbench

/// The records that a document's mutations name by sys_id, read before the document is sent.
struct ChangedRecords: Sendable {
    let changes: [GraphQLChange]
    /// In order of first mention; without records to be created.
    private(set) var all: [ChangedRecord] = []
    private var columns: [String: [ColumnDescription]] = [:]

    /// Requests each record once, and again with the columns of its own table if it is to be deleted. Also requests the
    /// columns of tables that the session does not know.
    static func read(_ changes: [GraphQLChange], _ run: isolated Run) async throws -> ChangedRecords {
        var records = ChangedRecords(changes: changes)
        guard changes.contains(where: { $0.record != nil }) else { return records }
        let tables = try run.tables()
        for (table, sysID, places) in records.named {
            var record = ChangedRecord(table, sysID, changes: places)
            try await record.read(wholly: places.contains { changes[$0].record?.action == .delete }, tables)
            if let place = records.all.firstIndex(where: { $0.isSame(as: record) }) {
                records.all[place].join(record)
            } else {
                records.all.append(record)
            }
        }
        let written = changes.compactMap { $0.record?.table } + records.all.map(\.ownTable)
        for table in written where records.columns[table] == nil {
            records.columns[table] = try await run.connected().schema.columnsIfDescribed(of: table)
        }
        return records
    }

    func columns(of table: String) -> [ColumnDescription] { columns[table] ?? [] }

    func record(of change: Int) -> ChangedRecord? { all.first { $0.changes.contains(change) } }

    var count: Int {
        all.count + changes.indices.count { place in !all.contains { $0.changes.contains(place) } }
    }

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

struct ChangedRecord: Sendable {
    private(set) var table: String
    let sysID: String
    private(set) var changes: [Int]
    /// The record before the changes; nil if it did not exist or is not readable.
    private(set) var before: TableRow?
    private(set) var ownTable: String
    /// `before` with the columns of its own class; nil if not read.
    private var whole: TableRow?

    init(_ table: String, _ sysID: String, changes: [Int]) {
        self.table = table
        ownTable = table
        self.sysID = sysID
        self.changes = changes
    }

    mutating func read(wholly: Bool, _ tables: TableClient) async throws {
        before = try await Self.row(sysID, of: table, tables)
        guard wholly, let own = before?["sys_class_name"]?.value, !own.isEmpty, own != table else { return }
        guard let row = try await Self.row(sysID, of: own, tables) else { return }
        (ownTable, whole) = (own, row)
    }

    var lost: TableRow? { whole ?? before }

    /// Whether two records are the same although their tables differ: an incident is a task.
    func isSame(as other: ChangedRecord) -> Bool {
        guard let sysID = before?.sysID, let own = before?["sys_class_name"]?.value, !own.isEmpty else { return false }
        return sysID == other.before?.sysID && own == other.before?["sys_class_name"]?.value
    }

    /// Merges the changes under another table name. The record's own class wins, because it knows all columns.
    mutating func join(_ other: ChangedRecord) {
        if other.table == before?["sys_class_name"]?.value { (table, before) = (other.table, other.before) }
        if whole == nil { (ownTable, whole) = (other.ownTable, other.whole) }
        changes = (changes + other.changes).sorted()
    }

    var title: String { before.flatMap(PlannedRecord.name)?.text ?? sysID }

    /// The current record; nil if it does not exist, is not readable, or is not on the tape.
    static func row(_ sysID: String, of table: String, _ tables: TableClient) async throws(RequestFailure) -> TableRow?
    {
        do throws(RequestFailure) {
            return try await tables.get(sysID, TableRead(table))
        } catch {
            switch error {
            case .errorResponse(let errorResponse) where [.notFound, .forbidden, .invalid].contains(errorResponse.kind):
                return nil
            case .invalidRequest: return nil
            default:
                if ProblemMapper.tapeError(in: error) != nil { return nil }
                throw error
            }
        }
    }
}

struct GraphQLPlan {
    private let records: ChangedRecords

    init(_ records: ChangedRecords) { self.records = records }

    var plan: WritePlan {
        let changes = records.changes
        let table = changes.first?.record?.table ?? ""
        guard changes.count != 1 else {
            var plan = WritePlan(doing: words(0), table: table)
            plan.lines = detail(of: 0).map { [$0] } ?? []
            return plan
        }
        var plan = WritePlan(doing: "make \(changes.count) changes by GraphQL", table: table, count: records.count)
        plan.lines = changes.indices.prefix(Self.maxShown).map(line)
        plan.unlisted = changes.count - plan.lines.count
        return plan
    }

    private func words(_ place: Int) -> String {
        let label = records.label(of: place), change = records.changes[place]
        switch change.record?.action {
        case .create: return label + Self.setting(change.values, " with ")
        case .update: return label + Self.setting(change.values, ", setting ")
        case .delete, nil: return label
        }
    }

    private func line(_ place: Int) -> String {
        guard let record = records.record(of: place), let detail = detail(of: place) else { return words(place) }
        guard record.before != nil, let (action, table) = records.changes[place].record else {
            return "\(words(place))  \(detail)"
        }
        return "\(action == .create ? "insert into" : action.rawValue) \(table) \(detail)"
    }

    private func detail(of place: Int) -> String? {
        guard let record = records.record(of: place), records.changes[place].record?.action != .create else {
            return nil
        }
        // An earlier change of the document may create it.
        if record.before == nil, record.changes.contains(where: { $0 < place && isInsert($0) }) { return nil }
        let change = records.changes[place], columns = records.columns(of: record.table)
        guard let row = record.before, let found = PlannedRecord(row, columns: change.values.map(\.name)) else {
            return "no such record, or it may not be read"
        }
        return WritePlan.line(
            of: found,
            zip(change.values, change.fields).map { given, field in
                let column = columns.first { $0.name == field.name }
                return AssignedFields.Field(
                    name: field.name, value: field.value, typed: field.value, column: column,
                    label: column?.choices.first { $0.value == field.value }?.label)
            })
    }

    private func isInsert(_ place: Int) -> Bool { records.changes[place].record?.action == .create }

    private static func setting(_ values: [(name: String, value: JSON)], _ joint: String) -> String {
        guard !values.isEmpty else { return "" }
        return joint
            + values.map { "\($0.name)=\(Redaction.isSecret($0.name) ? Redaction.mask : text($0.value))" }
            .joined(separator: " ")
    }

    private static func text(_ value: JSON) -> String {
        if value == .null { return "null" }
        let text = value.scalarText ?? value.compact
        return Quoting.word(text.count > 40 ? String(text.prefix(40)) + "…" : text)
    }

    /// Longer plans are cut, because the document itself lists its changes.
    private static let maxShown = 20
}
