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

/// Builds the pieces of a row and the columns of its statement.
final class RecordTemplateBuilder {
    /// The maximum number of columns before references are read by further statements; SQLite allows 2000.
    private static let maxColumns = 1200

    let execution: GraphQLExecution
    let call: Call
    private let plan: JoinPlan
    private(set) var columns: [SQLFragment] = []
    private var places: [SQLFragment: Int] = [:]
    private var pieces: [RecordPiece] = []
    private var text = JSONText(capacity: 64)

    init(_ execution: GraphQLExecution, _ plan: JoinPlan) {
        self.execution = execution
        self.plan = plan
        call = execution.call
    }

    /// The index of an expression's column; equal expressions share one.
    func select(_ fragment: SQLFragment) -> Int {
        if let known = places[fragment] { return known }
        places[fragment] = columns.count
        columns.append(fragment)
        return columns.count - 1
    }

    /// The index of the column that says whether a condition holds; nil always holds.
    func select(truthOf condition: SQLFragment?) -> Int {
        guard let condition else { return select(SQLFragment("1")) }
        return select(SQLFragment("CASE WHEN " + condition.text + " THEN 1 ELSE 0 END", condition.values))
    }

    func add(_ write: (inout JSONText) -> Void) { write(&text) }

    func add(_ piece: RecordPiece) {
        if text.count > 0 { pieces.append(.fixed(text.bytes)) }
        text = JSONText(capacity: 64)
        pieces.append(piece)
    }

    /// All pieces, in order.
    func finished() -> [RecordPiece] {
        if text.count > 0 { pieces.append(.fixed(text.bytes)) }
        text = JSONText(capacity: 0)
        return pieces
    }

    /// Adds an object: `write` adds the value of each field except `__typename`.
    func addObject(_ fields: [GraphQLField], of type: String, _ write: (GraphQLField) throws -> Void) throws {
        add { $0.raw("{") }
        for (offset, field) in fields.enumerated() {
            add { out in
                if offset > 0 { out.raw(",") }
                out.raw(field.key)
            }
            if field.name == "__typename" { add { $0.string(type) } } else { try write(field) }
        }
        add { $0.raw("}") }
    }

    /// Adds a row of a joined table: `path` is the dot-walk to it, empty or with a dot at its end.
    func addRow(
        _ fields: [GraphQLField], of table: Table, type: String, path: String,
        own: (GraphQLField) throws -> [UInt8]? = { _ in nil }
    ) throws {
        let alias = try alias(at: path)
        guard case .known(let definition) = execution.schema.type(GraphQL.RecordNames.rowPrefix + table.name) else {
            return add { $0.raw("null") }
        }
        try addObject(fields, of: type) { field in
            if let text = try own(field) {
                add { $0.raw(text) }
            } else if let column = table[field.name] {
                let wrapper = definition.field(field.name).value?.type.innermost.text ?? ""
                try addColumn(
                    field, RecordColumn(column: column, table: table, type: wrapper, alias: alias, path: path))
            } else if field.name == "_row_data" {
                try addRowData(field, of: table, alias: alias)
            } else if field.name == "_query" {
                let below = try execution.fields(below: field, on: GraphQLRoots.typeName(.query))
                add(.query(below, table, sysID: select(SQLFragment(alias + ".\"sys_id\""))))
            } else {
                throw execution.undefined(field, in: type)
            }
        }
    }

    private func alias(at path: String) throws -> String {
        path.isEmpty ? plan.alias : try plan.operand(at: path + "sys_id")?.alias ?? plan.alias
    }

    private func addRowData(_ field: GraphQLField, of table: Table, alias: String) throws {
        let type = GraphQL.RecordNames.rowDataType
        try addObject(try execution.fields(below: field, on: type), of: type) { field in
            switch field.name {
            case "uniqueValue":
                guard let column = table["sys_id"] else { return add { $0.raw("null") } }
                add(.cell(RecordCell(form: .text, column: column, index: select(SQLFragment(alias + ".\"sys_id\"")))))
            case "displayValue":
                guard let column = table.displayColumn, call.rules.mayRead(column) else {
                    return add { $0.raw("null") }
                }
                let index = select(SQLFragment(RecordFields.sql(column, alias)))
                add(.cell(RecordCell(form: .display, column: column, index: index)))
            case "canWrite": try addAccess(.update, to: table, alias: alias)
            case "canDelete": try addAccess(.delete, to: table, alias: alias)
            default: throw execution.undefined(field, in: type)
            }
        }
    }

    /// Adds whether the user may perform an operation on the row.
    func addAccess(_ operation: AccessRules.Operation, to table: Table, alias: String) throws {
        guard call.rules.may(operation, in: table) || table.classNames.count > 1, let column = table.columns.first
        else {
            return add { $0.flag(false) }
        }
        let index = select(truthOf: try call.access(operation, to: table, alias: alias))
        add(.cell(RecordCell(form: .flag, column: column, index: index)))
    }

    /// Adds a referenced record, joined if possible.
    func addReference(_ field: GraphQLField, _ place: RecordColumn) throws {
        guard let name = place.column.reference, let target = call.schema[name], call.rules.mayRead(place.column) else {
            return add { $0.raw("null") }
        }
        let type = GraphQL.RecordNames.rowPrefix + target.name
        let fields = try execution.fields(below: field, on: type)
        let path = place.path + place.column.name + "."
        if columns.count < RecordTemplateBuilder.maxColumns, let operand = try joined(path) {
            let access = try call.readAccess(to: operand.table, alias: operand.alias)
            let isThere = SQLFragment(operand.alias + ".\"sys_id\" IS NOT NULL")
            let index = select(truthOf: .all([isThere, access]))
            let outer = finished()
            pieces = []
            text = JSONText(capacity: 64)
            try addRow(fields, of: target, type: type, path: path)
            let inner = finished()
            pieces = outer
            text = JSONText(capacity: 64)
            add(.reference(isThere: index, inner))
        } else {
            let key = place.column.definition.referenceKey ?? "sys_id"
            let record = try ReferencedRecord(fields, of: target, key: key, execution)
            add(.further(key: select(SQLFragment(place.alias + "." + place.column.sqlName)), record))
        }
    }

    /// The record at the end of a dot-walk, in this statement. Nil if that would exceed the limits of dot-walks or
    /// joins.
    private func joined(_ path: String) throws -> JoinPlan.Operand? {
        do throws(QueryComplexityError) {
            return try plan.operand(at: path + "sys_id")
        } catch {
            return nil
        }
    }
}

/// A column of a statement.
struct RecordColumn {
    let column: Column
    let table: Table
    let type: String
    let alias: String
    /// The dot-walk to the table; empty, or with a dot at its end.
    let path: String
}

/// Columns as wrapper objects: value, display value and metadata.
///
/// A column that the user may not read keeps its wrapper, as the type requires, without a value and with `canRead`
/// false. Where instances' responses are unknown, these are our choice: the value of a journal is its entries, as is
/// its display value; a boolean is `true` or `false`; an empty number is null and an empty string empty; `isArray` and
/// `isObject` are false, because every value is a string.
extension RecordTemplateBuilder {
    func addColumn(_ field: GraphQLField, _ place: RecordColumn) throws {
        let column = place.column
        let isReadable = call.rules.mayRead(column)
        try addObject(try execution.fields(below: field, on: place.type), of: place.type) { field in
            switch field.name {
            case "value":
                let lines = field.arguments.integer("maxLines")
                addCell(RecordTemplateBuilder.form(of: place, lines: lines), place, isReadable)
            case "displayValue", "textAreaDisplayValue": addCell(.display, place, isReadable)
            case "htmlValue": addCell(.html, place, isReadable)
            case "currencyDisplayValue": addCell(.currency, place, isReadable)
            case "hasValue": if isReadable { addCell(.hasValue, place, true) } else { add { $0.flag(false) } }
            case "isNil": if isReadable { addCell(.isNil, place, true) } else { add { $0.flag(true) } }
            case "canRead": add { $0.flag(isReadable) }
            case "canWrite":
                if column.definition.isReadOnly || !call.rules.mayWrite(column) {
                    add { $0.flag(false) }
                } else {
                    try addAccess(.update, to: place.table, alias: place.alias)
                }
            case "canCreate":
                let isOpen = call.rules.may(.insert, in: place.table) && call.rules.mayWrite(column)
                add { $0.flag(isOpen && !column.definition.isReadOnly) }
            case "label": add { $0.string(column.definition.label) }
            case "internalType": add { $0.string(column.type.rawValue) }
            case "isChoice": add { $0.flag(!column.choices.isEmpty) }
            case "referenceTableName":
                add { out in if let name = column.definition.reference { out.string(name) } else { out.raw("null") } }
            case "isArray", "isObject", "isMandatory", "isDynamicCreate", "hasMapping": add { $0.flag(false) }
            case "style": add { $0.string("") }
            // Records here have no variables, mappings or document ids.
            case "valueMapping", "variable", "variables", "_documentIdRef", "_referenceTableName":
                add { $0.raw("null") }
            case "_choices": try addChoices(field, of: column)
            case "_reference": try addReference(field, place)
            default: throw execution.undefined(field, in: place.type)
            }
        }
    }

    private func addCell(_ form: RecordCell.Form, _ place: RecordColumn, _ isReadable: Bool) {
        guard isReadable else { return add { $0.raw("null") } }
        let index = select(SQLFragment(RecordFields.sql(place.column, place.alias)))
        add(.cell(RecordCell(form: form, column: place.column, index: index)))
    }

    private static func form(of place: RecordColumn, lines: Int?) -> RecordCell.Form {
        switch place.type {
        case "GlideRecord_FieldType_Long", "GlideRecord_FieldType_Float", "GlideRecord_CurrencyFieldType": .number
        case "GlideRecord_FieldType_Glide_Boolean": .truth
        case _ where place.column.isJournal: .journal(lines: lines)
        default: .text
        }
    }

    /// The choices of the column. If a new record leaves it empty, the first one is empty, as on a form.
    private func addChoices(_ field: GraphQLField, of column: Column) throws {
        let type = GraphQL.RecordNames.choiceType
        let fields = try execution.fields(below: field, on: type)
        let none = (column.defaultValue ?? "").isEmpty ? [Choice("", "-- None --")] : []
        add { $0.raw("[") }
        for (offset, choice) in (none + column.choices).enumerated() {
            if offset > 0 { add { $0.raw(",") } }
            try addObject(fields, of: type) { field in
                switch field.name {
                case "value": add { $0.string(choice.value) }
                case "displayValue": add { $0.string(choice.label) }
                default: throw execution.undefined(field, in: type)
                }
            }
        }
        add { $0.raw("]") }
    }
}
