import Database
import Notation

/// The selections on rows of one table, compiled once: the statement that reads the rows, with joins for references,
/// and the fixed text around its values.
final class RecordTemplate {
    private let execution: GraphQLExecution
    private let plan: JoinPlan
    private let columns: [SQLFragment]
    private let pieces: [RecordPiece]
    private let isReadable: Int
    private let writer: RecordPieceWriter

    /// Compiles the selections of a field whose value is rows of a table.
    ///
    /// - Parameters:
    /// - type: the name of the row's type; default: that of rows.
    /// - isWithheld: whether rows are left out that the user may not read.
    /// - own: the type's fields besides columns and those of every row: the JSON text of the field's value, nil for
    /// others.
    init(
        _ field: GraphQLField, of table: Table, _ execution: GraphQLExecution, type: String? = nil,
        isWithheld: Bool = true, own: (GraphQLField) throws -> [UInt8]? = { _ in nil }
    ) throws {
        let type = type ?? GraphQL.RecordNames.rowPrefix + table.name
        let fields = try execution.fields(below: field, on: type)
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

    /// A reader of rows by number, for `write`.
    func reader(of rows: [Int64]) throws -> RowReader {
        try RowReader(rows, columns, plan: plan, store: execution.call.store)
    }

    /// Writes the reader's current row. False, with nothing written, if it is withheld.
    func write(_ reader: RowReader, into out: inout JSONText) throws -> Bool {
        guard reader.statement.integer(isReadable) == 1 else { return false }
        try writer.write(pieces, reader.statement, into: &out)
        return true
    }

    /// Writes a record. False, with nothing written, if it does not exist or is withheld.
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

/// A part of a row's JSON text.
enum RecordPiece {
    case fixed([UInt8])
    case cell(RecordCell)
    /// A referenced record, from the same statement. `isThere` is the column that says whether it exists and the user
    /// may read it; otherwise it is null.
    case reference(isThere: Int, [RecordPiece])
    /// A referenced record that is read by its own statement, because this one has too many joins.
    case further(key: Int, ReferencedRecord)
    /// `_query` in this row: its table and the column with its sys_id.
    case query([GraphQLField], Table, sysID: Int)
}

/// The format of a column's value.
struct RecordCell {
    enum Form {
        /// As a string, number or boolean.
        case text, number, truth
        case display, html
        case hasValue, isNil
        /// `USD;509.5`.
        case currency
        /// The entries of a journal, limited to that many lines.
        case journal(lines: Int?)
        /// A computed number: 1 is true.
        case flag
    }

    let form: Form
    let column: Column
    let index: Int
}

/// Writes the pieces of a statement's current row.
final class RecordPieceWriter {
    private let execution: GraphQLExecution
    private let lookup: DisplayLookup

    init(_ execution: GraphQLExecution) {
        self.execution = execution
        lookup = execution.lookup
    }

    func write(_ pieces: [RecordPiece], _ row: Statement, into out: inout JSONText) throws {
        for piece in pieces {
            try GraphQLLimitError.check(out)
            switch piece {
            case .fixed(let bytes): out.raw(bytes)
            case .cell(let cell): try write(cell, row, into: &out)
            case .reference(let isThere, let below):
                if row.integer(isThere) == 1 { try write(below, row, into: &out) } else { out.raw("null") }
            case .further(let key, let record): try record.write(row.text(key), into: &out)
            case .query(let fields, let table, let sysID):
                let (call, sysID) = (execution.call, row.text(sysID))
                try execution.write(fields, inside: { try call.value(of: $0, in: table, sysID) }, into: &out)
            }
        }
    }

    private func write(_ cell: RecordCell, _ row: Statement, into out: inout JSONText) throws {
        let (column, index) = (cell.column, cell.index)
        switch cell.form {
        case .text:
            if column.isSentAsStored { out.string(row.utf8(index)) } else { out.string(value(column, row, index)) }
        case .number:
            // What is not a number, such as an empty value, is null.
            let text = row.text(index)
            if Double(text)?.isFinite == true, text.utf8.allSatisfy(RecordPieceWriter.isNumeric) {
                out.raw(Array(text.utf8))
            } else {
                out.raw("null")
            }
        case .truth: if row.isNull(index) { out.raw("null") } else { out.flag(row.integer(index) != 0) }
        case .flag: out.flag(row.integer(index) == 1)
        case .hasValue: out.flag(!(try isEmpty(column, row, index)))
        case .isNil: out.flag(try isEmpty(column, row, index))
        case .display: out.string(try display(column, row, index))
        case .html:
            let shown = try display(column, row, index)
            out.string(column.type == .html ? shown : RecordPieceWriter.escaped(shown))
        case .currency:
            let value = value(column, row, index)
            if value.isEmpty { out.raw("null") } else { out.string("USD;" + value) }
        case .journal(let lines):
            let text = try display(column, row, index)
            out.string(lines.map { RecordPieceWriter.first($0, linesOf: text) } ?? text)
        }
    }

    private func value(_ column: Column, _ row: Statement, _ index: Int) -> String {
        RecordRenderer.sent(row.text(index), column)
    }

    private func display(_ column: Column, _ row: Statement, _ index: Int) throws -> String {
        let stored = row.text(index)
        return try lookup.display(stored, RecordRenderer.sent(stored, column), in: column)
    }

    private func isEmpty(_ column: Column, _ row: Statement, _ index: Int) throws -> Bool {
        column.isJournal ? try display(column, row, index).isEmpty : row.byteCount(index) == 0
    }

    private static func isNumeric(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte)
            || [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e")].contains(byte)
    }

    private static func first(_ count: Int, linesOf text: String) -> String {
        let lines = text.split(separator: "\n", maxSplits: max(count, 0), omittingEmptySubsequences: false)
        return lines.prefix(max(count, 0)).joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        var out = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "\n": out += "<br/>"
            default: out.unicodeScalars.append(character)
            }
        }
        return out
    }
}
