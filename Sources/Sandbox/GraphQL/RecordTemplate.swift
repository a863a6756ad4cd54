import Database
import Notation

/// The selections on records of one table, compiled once: a statement that reads a record by a key, and what writes the
/// record's JSON from it. References have templates of their own.
final class RecordTemplate {
    private typealias Piece = (Statement, inout JSONText) throws -> Void

    private let execution: GraphQLExecution
    private let call: Call
    private let table: Table
    private let plan: JoinPlan
    private let key: String
    private var columns: [SQLFragment] = []
    private var places: [SQLFragment: Int] = [:]
    private var pieces: [Piece] = []
    private var statement: Statement?

    /// SQLite allows 2000.
    private static let maxColumns = 1200

    init(
        _ fields: [GraphQLField], of table: Table, by key: String = "_row", _ execution: GraphQLExecution,
        type: String? = nil, access: SQLFragment?, own: (GraphQLField) -> String? = { _ in nil }
    ) throws {
        self.execution = execution
        self.table = table
        self.key = key
        call = execution.call
        plan = JoinPlan(table, in: execution.call.schema)
        _ = try select(truthOf: access)
        try addRow(fields, type: type ?? GraphQL.RecordNames.rowPrefix + table.name, own)
    }

    func write(_ value: SQLValue, into out: inout JSONText) throws -> Bool {
        let statement: Statement
        if let known = self.statement {
            statement = known
        } else {
            try call.store.fill(plan.tables)
            let list = columns.map(\.text).joined(separator: ", ")
            statement = try call.store.connection.ownStatement(
                "SELECT \(list) FROM \(plan.source) WHERE \(plan.alias).\"\(key)\" = ?")
            self.statement = statement
        }
        statement.reset()
        try statement.bind(columns.flatMap(\.values) + [value])
        defer { statement.reset() }
        guard try statement.step(), statement.integer(0) == 1 else { return false }
        for piece in pieces {
            try GraphQLLimitError.check(out)
            try piece(statement, &out)
        }
        return true
    }

    private func select(_ fragment: SQLFragment) throws -> Int {
        if let known = places[fragment] { return known }
        guard columns.count < Self.maxColumns else {
            throw QueryComplexityError(limit: "columns", most: Self.maxColumns)
        }
        places[fragment] = columns.count
        columns.append(fragment)
        return columns.count - 1
    }

    private func select(truthOf condition: SQLFragment?) throws -> Int {
        guard let condition else { return try select(SQLFragment("1")) }
        return try select(SQLFragment("CASE WHEN " + condition.text + " THEN 1 ELSE 0 END", condition.values))
    }

    private func add(_ write: (inout JSONText) -> Void) {
        var text = JSONText(capacity: 64)
        write(&text)
        let bytes = text.bytes
        pieces.append { _, out in out.raw(bytes) }
    }

    private func addObject(_ fields: [GraphQLField], of type: String, _ write: (GraphQLField) throws -> Void) throws {
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

    private func addRow(_ fields: [GraphQLField], type: String, _ own: (GraphQLField) -> String?) throws {
        let definition = execution.schema.type(GraphQL.RecordNames.rowPrefix + table.name).value
        try addObject(fields, of: type) { field in
            if let text = own(field) {
                add { $0.raw(Array(text.utf8)) }
            } else if let column = table[field.name] {
                try addColumn(field, column, type: definition?.field(field.name).value?.type.innermost.text ?? "")
            } else if field.name == "_row_data" {
                try addRowData(field)
            } else {
                throw execution.undefined(field, in: type)
            }
        }
    }

    private func addRowData(_ field: GraphQLField) throws {
        let type = GraphQL.RecordNames.rowDataType
        try addObject(try execution.fields(below: field, on: type), of: type) { field in
            switch field.name {
            case "uniqueValue": try addCell(table["sys_id"]) { row, index, out in out.string(row.text(index)) }
            case "displayValue": try addDisplay(table.displayColumn) { $0 }
            case "canWrite": try addAccess(.update)
            case "canDelete": try addAccess(.delete)
            default: throw execution.undefined(field, in: type)
            }
        }
    }

    private func addAccess(_ operation: AccessRules.Operation) throws {
        guard call.rules.may(operation, in: table) || table.classNames.count > 1 else { return add { $0.flag(false) } }
        let index = try select(truthOf: try call.access(operation, to: table, alias: plan.alias))
        pieces.append { row, out in out.flag(row.integer(index) == 1) }
    }

    private func addReference(_ field: GraphQLField, _ column: Column) throws {
        guard let name = column.reference, let target = call.schema[name], call.rules.mayRead(column) else {
            return add { $0.raw("null") }
        }
        let fields = try execution.fields(below: field, on: GraphQL.RecordNames.rowPrefix + target.name)
        let template = try RecordTemplate(
            fields, of: target, by: column.definition.referenceKey ?? "sys_id", execution,
            access: call.readAccess(to: target, alias: plan.alias))
        let index = try select(SQLFragment(plan.alias + "." + column.sqlName))
        pieces.append { row, out in
            let value = row.text(index)
            let isThere = try !value.isEmpty && template.write(.text(value), into: &out)
            if !isThere { out.raw("null") }
        }
    }
}

/// Columns as wrapper objects: value, display value and metadata.
///
/// A column that the user may not read keeps its wrapper, as the type requires, without a value and with `canRead`
/// false. Where instances' responses are unknown, these are our choice: the value of a journal is its entries, as is
/// its display value; a boolean is `true` or `false`; an empty number is null and an empty string empty; `isArray` and
/// `isObject` are false, because every value is a string.
extension RecordTemplate {
    private func addColumn(_ field: GraphQLField, _ column: Column, type: String) throws {
        let isReadable = call.rules.mayRead(column), isEditable = call.rules.mayWrite(column)
        try addObject(try execution.fields(below: field, on: type), of: type) { field in
            switch field.name {
            case "value": try addValue(column, type: type, lines: field.arguments.integer("maxLines"))
            case "displayValue", "textAreaDisplayValue": try addDisplay(column) { $0 }
            case "htmlValue": try addDisplay(column) { column.type == .html ? $0 : Self.escaped($0) }
            case "currencyDisplayValue":
                try addCell(column) { row, index, out in
                    let value = RecordRenderer.sent(row.text(index), column)
                    if value.isEmpty { out.raw("null") } else { out.string("USD;" + value) }
                }
            case "hasValue", "isNil":
                let isEmptyFlag = field.name == "isNil"
                guard isReadable else { return add { $0.flag(isEmptyFlag) } }
                try addCell(column) { [execution] row, index, out in
                    let isEmpty =
                        try column.isJournal
                        ? Self.display(row.text(index), column, execution).isEmpty : row.byteCount(index) == 0
                    out.flag(isEmpty == isEmptyFlag)
                }
            case "canRead": add { $0.flag(isReadable) }
            case "canWrite":
                guard isEditable, !column.definition.isReadOnly else { return add { $0.flag(false) } }
                try addAccess(.update)
            case "canCreate":
                let isOpen = isEditable && !column.definition.isReadOnly && call.rules.may(.insert, in: table)
                add { $0.flag(isOpen) }
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
            case "_reference": try addReference(field, column)
            default: throw execution.undefined(field, in: type)
            }
        }
    }

    private func addCell(_ column: Column?, _ write: @escaping (Statement, Int, inout JSONText) throws -> Void) throws {
        guard let column, call.rules.mayRead(column) else { return add { $0.raw("null") } }
        let index = try select(SQLFragment(RecordFields.sql(column, plan.alias)))
        pieces.append { row, out in try write(row, index, &out) }
    }

    private func addDisplay(_ column: Column?, _ change: @escaping (String) -> String) throws {
        try addCell(column) { [execution] row, index, out in
            guard let column else { return }
            out.string(change(try Self.display(row.text(index), column, execution)))
        }
    }

    private func addValue(_ column: Column, type: String, lines: Int?) throws {
        switch type {
        case "GlideRecord_FieldType_Long", "GlideRecord_FieldType_Float", "GlideRecord_CurrencyFieldType":
            try addCell(column) { row, index, out in
                // What is not a number, such as an empty value, is null.
                let text = row.text(index)
                let isNumber = Double(text)?.isFinite == true && (try? JSONDocument(text)) != nil
                if isNumber { out.raw(Array(text.utf8)) } else { out.raw("null") }
            }
        case "GlideRecord_FieldType_Glide_Boolean":
            try addCell(column) { row, index, out in
                if row.isNull(index) { out.raw("null") } else { out.flag(row.integer(index) != 0) }
            }
        case _ where column.isJournal: try addDisplay(column) { text in lines.map { Self.first($0, of: text) } ?? text }
        default:
            try addCell(column) { row, index, out in
                if column.isSentAsStored {
                    out.string(row.utf8(index))
                } else {
                    out.string(RecordRenderer.sent(row.text(index), column))
                }
            }
        }
    }

    private static func display(_ stored: String, _ column: Column, _ execution: GraphQLExecution) throws -> String {
        try execution.lookup.display(stored, RecordRenderer.sent(stored, column), in: column)
    }

    private static func first(_ count: Int, of text: String) -> String {
        text.split(separator: "\n", maxSplits: max(count, 0), omittingEmptySubsequences: false)
            .prefix(max(count, 0)).joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        let signs: [UInt8: String] = [
            UInt8(ascii: "&"): "&amp;", UInt8(ascii: "<"): "&lt;", UInt8(ascii: ">"): "&gt;",
            UInt8(ascii: "\""): "&quot;", UInt8(ascii: "\n"): "<br/>",
        ]
        return String(decoding: text.utf8.replacing(signs), as: UTF8.self)
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
                add { $0.string(field.name == "value" ? choice.value : choice.label) }
            }
        }
        add { $0.raw("]") }
    }
}
