import ExchangeModel
import Notation

extension RESTResource {
    static let schemas = [
        RESTResource("now/ui/meta/{table}", [.get: { try SchemaRoutes(call: $0).columns(of: $0.table()) }]),
        RESTResource("now/ui/user/current_user", [.get: { SchemaRoutes(call: $0).currentUser() }]),
        RESTResource("now/doc/table/schema", [.get: { SchemaRoutes(call: $0).tables() }]),
    ]
}

/// Metadata: tables, columns, and the current user.
struct SchemaRoutes {
    let call: Call

    /// `GET /api/now/ui/meta/{table}`: the columns that the user may read, with type, reference and choices. Those the
    /// user may not write are read-only.
    func columns(of table: Table) throws -> Answer {
        let isReadOnly = !call.rules.may(.update, in: table) && !call.rules.may(.insert, in: table)
        let columns = table.columns.filter(call.rules.mayRead).map { column -> JSON.Member in
            var members: [JSON.Member] = [
                .init("name", .string(column.name)), .init("label", .string(column.definition.label)),
                .init("type", .string(column.type.rawValue)),
                .init("max_length", .number(String(column.definition.length))),
                .init("mandatory", .bool(column.definition.attributes["mandatory"] == "true")),
                .init("read_only", .bool(isReadOnly || column.definition.isReadOnly || !call.rules.mayWrite(column))),
                .init("reference", .string(column.definition.reference ?? "")),
            ]
            if let target = column.definition.reference.flatMap({ call.schema[$0] }) {
                members.append(.init("reference_display_field", .string(target.displayColumn?.name ?? "")))
            }
            if let value = column.defaultValue { members.append(.init("default_value", .string(value))) }
            if !column.choices.isEmpty {
                let choices = column.choices.map { ["label": .string($0.label), "value": .string($0.value)] as JSON }
                members.append(.init("choices", .array(choices)))
            }
            return .init(column.name, .object(members))
        }
        return .result([
            "name": .string(table.name), "label": .string(table.label), "plural": .string(table.definition.plural),
            "super_class": .string(table.definition.parent ?? ""),
            "display": .string(table.displayColumn?.name ?? ""), "columns": .object(columns),
        ])
    }

    /// `GET /api/now/doc/table/schema`: every table the user may access.
    func tables() -> Answer {
        let tables = call.schema.tables.filter { call.rules.reading($0) != .refused }.sorted { $0.name < $1.name }
        return .result(
            .array(
                tables.map { ["label": .string($0.label), "value": .string($0.name), "reference": .bool(false)] }))
    }

    /// `GET /api/now/ui/user/current_user`.
    func currentUser() -> Answer {
        let user = call.account
        let initials = user.name.split(separator: " ").compactMap(\.first).prefix(2)
        return .result([
            "user_sys_id": .string(user.sysID), "user_name": .string(user.userName),
            "user_display_name": .string(user.name), "user_initials": .string(String(initials)), "user_avatar": nil,
        ])
    }
}
