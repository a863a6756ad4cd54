import Database
import Notation

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
            let index = select(truthOf: SQLFragment.joined([isThere] + [access].compactMap { $0 }, by: "AND"))
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
