import Notation

/// The routes that tell what tables and columns there are, and who is asking.
struct SchemaRoutes {
    let call: Call

    /// `GET /api/now/ui/meta/{table}`: the columns with type, reference and choices.
    func columns(of table: Table) -> Answer {
        let columns = table.columns.map { column -> JSON.Member in
            var members: [JSON.Member] = [
                .init("name", .string(column.name)), .init("label", .string(column.definition.label)),
                .init("type", .string(column.type.rawValue)),
                .init("max_length", .number(String(column.definition.length))),
                .init("mandatory", .bool(false)), .init("read_only", .bool(column.definition.isReadOnly)),
                .init("reference", .string(column.definition.reference ?? "")),
            ]
            if let value = column.defaultValue { members.append(.init("default_value", .string(value))) }
            if !column.choices.isEmpty {
                let choices = column.choices.map {
                    JSON.object([.init("label", .string($0.label)), .init("value", .string($0.value))])
                }
                members.append(.init("choices", .array(choices)))
            }
            return .init(column.name, .object(members))
        }
        let result: [JSON.Member] = [
            .init("name", .string(table.name)), .init("label", .string(table.label)),
            .init("plural", .string(table.definition.plural)),
            .init("super_class", .string(table.definition.parent ?? "")),
            .init("display", .string(table.displayColumn?.name ?? "")), .init("columns", .object(columns)),
        ]
        return .json(JSON.object([.init("result", .object(result))]).compactBytes)
    }

    /// `GET /api/now/doc/table/schema`: every table the user may ask for.
    func tables() -> Answer {
        let tables = call.schema.tables.filter { call.rules.reading($0) != .refused }.sorted { $0.name < $1.name }
        let rows = tables.map { table in
            JSON.object([
                .init("label", .string(table.label)), .init("value", .string(table.name)),
                .init("reference", .bool(false)),
            ])
        }
        return .json(JSON.object([.init("result", .array(rows))]).compactBytes)
    }

    /// `GET /api/now/ui/user/current_user`.
    func currentUser() -> Answer {
        let user = call.account
        return .json(
            JSON.object([
                .init(
                    "result",
                    .object([
                        .init("user_sys_id", .string(user.sysID)), .init("user_name", .string(user.userName)),
                        .init("user_display_name", .string(user.name)),
                    ]))
            ]).compactBytes)
    }
}
