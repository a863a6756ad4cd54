import Database
import Notation

/// Writes the pieces of a row from the row that a statement stands on.
final class RecordPieceWriter {
    private let execution: GraphQLExecution
    private let lookup: DisplayLookup

    init(_ execution: GraphQLExecution) {
        self.execution = execution
        lookup = execution.lookup
    }

    func write(_ pieces: [RecordPiece], _ row: Statement, into out: inout JSONText) throws {
        for piece in pieces {
            try GraphQLOverrun.check(out)
            switch piece {
            case .fixed(let bytes): out.raw(bytes)
            case .cell(let cell): try write(cell, row, into: &out)
            case .reference(let isThere, let below):
                if row.integer(isThere) == 1 { try write(below, row, into: &out) } else { out.raw("null") }
            case .further(let key, let record): try record.write(row.text(key), into: &out)
            case .query(let fields, let table, let sysID):
                let (parent, call) = (ParentRow(table: table, sysID: row.text(sysID)), execution.call)
                try execution.write(fields, inside: { try parent.value(of: $0, call) }, into: &out)
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
