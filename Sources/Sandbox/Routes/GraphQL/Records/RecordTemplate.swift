import Database
import Notation

/// What a document asks of the rows of one table, made ready once: the statement that reads the rows, with every
/// reference that is followed joined to it, and the text around its values.
final class RecordTemplate {
    private let execution: GraphQLExecution
    private let plan: JoinPlan
    private let columns: [SQLFragment]
    private let pieces: [RecordPiece]
    private let isReadable: Int
    private let writer: RecordPieceWriter

    /// Makes the template for the selections of a field, whose value are rows of a table.
    ///
    /// - Parameters:
    ///   - type: the name of the row's type; that of rows unless told.
    ///   - isWithheld: whether rows are left out that the user may not read.
    ///   - own: what the type has beside columns and the fields of every row: the JSON text of such a field's value, nil
    ///     for others.
    convenience init(
        _ field: GraphQLField, of table: Table, _ execution: GraphQLExecution, type: String? = nil,
        isWithheld: Bool = true, own: (GraphQLField) throws -> [UInt8]? = { _ in nil }
    ) throws {
        let type = type ?? GraphQL.RecordNames.rowPrefix + table.name
        let fields = try execution.fields(below: field, on: type)
        try self.init(fields, of: table, execution, type: type, isWithheld: isWithheld, own: own)
    }

    /// The same for fields that are collected already.
    init(
        _ fields: [GraphQLField], of table: Table, _ execution: GraphQLExecution, type: String,
        isWithheld: Bool = true, own: (GraphQLField) throws -> [UInt8]? = { _ in nil }
    ) throws {
        self.execution = execution
        plan = JoinPlan(table, in: execution.call.schema)
        let builder = RecordTemplateBuilder(execution, plan)
        let access = isWithheld ? try execution.call.access(.read, to: table, alias: plan.alias) : nil
        isReadable = builder.select(access ?? SQLFragment("1"))
        try builder.addRow(fields, of: table, type: type, path: "", own: own)
        columns = builder.columns
        pieces = builder.finished()
        writer = RecordPieceWriter(execution)
    }

    /// A reader of rows by their numbers, for `write`.
    func reader(of rows: [Int64]) throws -> RowReader {
        try RowReader(rows, columns, plan: plan, store: execution.call.store)
    }

    /// Writes the row that a reader of these stands on. False, with nothing written, when it is withheld.
    func write(_ reader: RowReader, into out: inout JSONText) throws -> Bool {
        guard reader.statement.integer(isReadable) == 1 else { return false }
        try writer.write(pieces, reader.statement, into: &out)
        return true
    }

    /// Writes a record. False, with nothing written, when there is none or it is withheld.
    func write(sysID: String, into out: inout JSONText) throws -> Bool {
        let table = plan.table
        try execution.call.store.fill([table.name])
        let row = try execution.call.store.connection.row(
            "SELECT \"_row\" FROM \(table.storage) WHERE \"sys_id\" = ?", [.text(sysID)]
        ) { $0.integer(0) }
        let reader = try reader(of: row.map { [$0] } ?? [])
        return try reader.next() && write(reader, into: &out)
    }
}
