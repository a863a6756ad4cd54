import NowData

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
