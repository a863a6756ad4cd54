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

    /// A reader of rows by their numbers, for `write`.
    func reader(of rows: [Int64]) throws -> RowReader {
        try RowReader(rows, columns, plan: plan, store: execution.call.store)
    }

    /// Writes the reader's current row. False, with nothing written, when it is withheld.
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

/// A part of a row's text.
enum RecordPiece {
    case fixed([UInt8])
    case cell(RecordCell)
    /// A record that a reference leads to, from the same statement. `isThere` is the statement's column that says
    /// whether there is one that the user may read; without one it is null.
    case reference(isThere: Int, [RecordPiece])
    /// A record that is read by a statement of its own, because too many walks are one statement already.
    case further(key: Int, FurtherRecord)
    /// The outermost type, asked from this row: its table and the statement's column that has its sys_id.
    case query([GraphQLField], Table, sysID: Int)
}

/// How a column of the statement is written.
struct RecordCell {
    enum Form {
        /// The value as text, as a number, as a boolean.
        case text, number, truth
        case display, html
        case hasValue, isNil
        /// `USD;509.5`.
        case currency
        /// The entries of a journal; so many lines of them at most.
        case journal(lines: Int?)
        /// A number that the statement worked out: 1 is true.
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
        case .text: out.string(value(column, row, index))
        case .number:
            // What is no number, an empty value above all, is null.
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
        column.isJournal || column.type.isSecret ? "" : RecordRenderer.wire(row.text(index), column)
    }

    private func display(_ column: Column, _ row: Statement, _ index: Int) throws -> String {
        try lookup.display(row.text(index), value(column, row, index), in: column)
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
