import ExchangeModel
import Notation

extension RESTResource {
    static let schemas = [
        RESTResource("now/ui/meta/{table}", [.get: { try SchemaRoutes(call: $0).columns(of: $0.table()) }]),
        RESTResource("now/ui/user/current_user", [.get: { SchemaRoutes(call: $0).currentUser() }]),
        RESTResource("now/doc/table/schema", [.get: { SchemaRoutes(call: $0).tables() }]),
        RESTResource("now/doc/oas_3", format: .any, [.get: { try SchemaRoutes(call: $0).openAPI() }]),
        RESTResource("now/sg/impersonation/session", [.get: { SchemaRoutes(call: $0).impersonation() }]),
    ]
}

/// The routes that tell what tables and columns there are, and who is asking.
struct SchemaRoutes {
    let call: Call

    /// `GET /api/now/ui/meta/{table}`: the columns that the user may read with type, reference and choices. Those he may
    /// not write are read-only to him.
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
        let initials = user.name.split(separator: " ").compactMap(\.first).prefix(2)
        let result: JSON = [
            "user_sys_id": .string(user.sysID), "user_name": .string(user.userName),
            "user_display_name": .string(user.name), "user_initials": .string(String(initials)), "user_avatar": nil,
        ]
        return .json(JSON.object([.init("result", result)]).compactBytes)
    }

    /// `GET /api/now/sg/impersonation/session`: the user, not wrapped. There is no impersonation.
    func impersonation() -> Answer {
        let user = JSON.string(call.account.userName)
        return .json(
            JSON.object([
                .init("CanImpersonate", .bool(call.account.isAdmin)), .init("CurrentUser", user),
                .init("InactivityTimeout", 30), .init("OriginalUser", user),
                .init("admin", .bool(call.account.isAdmin)),
            ]).compactBytes)
    }

    /// `GET /api/now/doc/oas_3`: comes as bytes alone, and there is nothing to give.
    func openAPI() throws -> Answer {
        let type = "application/octet-stream"
        let accept = call.request.headers["Accept"] ?? "*/*"
        guard
            accept.utf8.split(separator: UInt8(ascii: ",")).contains(where: { range in
                let wanted = ASCII.trimmed(Substring(range.prefix { $0 != UInt8(ascii: ";") }))
                return [type, "application/*", "*/*"].contains(ASCII.lowercased(String(wanted)))
            })
        else { throw APIError.notAcceptable([type]) }
        throw APIError(
            status: 404, message: "No Record found", detail: "The sandbox has no OpenAPI documents of its interfaces")
    }
}
