import Database
import Notation

/// Makes the pieces of a row and the columns of the statement that reads it.
final class RecordTemplateBuilder {
    /// The most columns of one statement before references are read by others; SQLite allows 2000.
    private static let mostColumns = 1200

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

    /// The statement's column for an expression; one for equal ones.
    func select(_ fragment: SQLFragment) -> Int {
        if let known = places[fragment] { return known }
        places[fragment] = columns.count
        columns.append(fragment)
        return columns.count - 1
    }

    /// The statement's column that says whether a condition holds; for none it does.
    func select(truthOf condition: SQLFragment?) -> Int {
        guard let condition else { return select(SQLFragment("1")) }
        return select(SQLFragment("CASE WHEN " + condition.text + " THEN 1 ELSE 0 END", condition.values))
    }

    /// Adds text that is the same in every row.
    func add(_ write: (inout JSONText) -> Void) { write(&text) }

    /// Adds what differs from row to row.
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

    /// Adds an object: `write` adds the value of each field but `__typename`.
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

    /// Adds a row of a table that stands in the statement at the end of a walk: `path` ends with a dot or is empty.
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

    /// Adds whether the user may do something with the row.
    func addAccess(_ operation: AccessRules.Operation, to table: Table, alias: String) throws {
        guard call.rules.may(operation, in: table) || table.classNames.count > 1, let column = table.columns.first
        else {
            return add { $0.flag(false) }
        }
        let index = select(truthOf: try call.access(operation, to: table, alias: alias))
        add(.cell(RecordCell(form: .flag, column: column, index: index)))
    }

    /// Adds the record that a reference leads to, joined where that is possible.
    func addReference(_ field: GraphQLField, _ place: RecordColumn) throws {
        guard let name = place.column.reference, let target = call.schema[name], call.rules.mayRead(place.column) else {
            return add { $0.raw("null") }
        }
        let type = GraphQL.RecordNames.rowPrefix + target.name
        let fields = try execution.fields(below: field, on: type)
        let path = place.path + place.column.name + "."
        if columns.count < RecordTemplateBuilder.mostColumns, let operand = try joined(path) {
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
            let record = try FurtherRecord(fields, of: target, key: key, execution)
            add(.further(key: select(SQLFragment(place.alias + "." + place.column.sqlName)), record))
        }
    }

    /// The record at the end of a walk, in this statement. Nil when that would be a walk, or a join, too many.
    private func joined(_ path: String) throws -> JoinPlan.Operand? {
        do throws(QueryTooComplex) {
            return try plan.operand(at: path + "sys_id")
        } catch {
            return nil
        }
    }
}
