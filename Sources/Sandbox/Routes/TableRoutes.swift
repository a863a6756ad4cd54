import Database
import ExchangeModel
import Notation

extension RESTResource {
    static let listPattern = "now/table/{table}"

    static let tables = [
        RESTResource(
            listPattern,
            [
                .get: { try TableReading(call: $0, table: $0.table()).list() },
                .post: { try TableWriteRoutes(call: $0, table: $0.table()).create() },
            ]),
        RESTResource(
            "now/table/{table}/{sys_id}",
            [
                .get: { try TableReading(call: $0, table: $0.table()).record($0.path["sys_id"]) },
                .put: { try TableWriteRoutes(call: $0, table: $0.table()).update($0.path["sys_id"]) },
                .patch: { try TableWriteRoutes(call: $0, table: $0.table()).update($0.path["sys_id"]) },
                .delete: { try TableWriteRoutes(call: $0, table: $0.table()).delete($0.path["sys_id"]) },
            ]),
    ]
}

struct TableReading {
    let call: Call
    let table: Table

    static let defaultLimit = 10_000

    func record(_ sysID: String) throws -> Answer {
        guard try call.may(.read, sysID, in: table), let body = try call.render(sysID, in: table) else {
            throw APIError.noRecord
        }
        return .json(body)
    }

    func list() throws -> Answer {
        let limit = max(call.parameters.number("sysparm_limit") ?? TableReading.defaultLimit, 0)
        let offset = call.parameters.number("sysparm_offset") ?? 0
        guard offset >= 0 else { throw APIError.negativeOffset }
        let window = try call.window(
            of: table, limit: limit, offset: offset, counted: !call.parameters.isTrue("sysparm_no_count"))
        let plan = JoinPlan(table, in: call.schema)
        let fields = try RecordFields(call, plan: plan)

        var out = JSONText(capacity: 16_384)
        out.raw("{\"result\":[")
        var rows = 0
        // The window is cut before access rules apply, as on an instance: a page may be shorter than requested, even
        // empty, while more rows follow.
        let renderer = call.renderer(fields)
        try call.forEach(window.rows, of: plan, fields.columns) { row in
            if rows > 0 { out.raw(",") }
            try renderer.write(row, into: &out)
            rows += 1
        }
        out.raw("]}")
        if call.path.version == 1, rows == 0 { throw APIError.noRecord }
        return .json(out.bytes, fields: call.paging(window, limit, offset))
    }
}

struct TableWriteRoutes {
    let call: Call
    let table: Table

    func create() throws -> Answer {
        try ContentNegotiation.checkBody(of: call.request)
        let sysID = try writing.insert { try RequestBody.record(of: call.request) }
        let location = HeaderField("Location", call.linkBase + table.name + "/" + sysID)
        return try answer(sysID, status: 201, fields: [location])
    }

    func update(_ sysID: String) throws -> Answer {
        try ContentNegotiation.checkBody(of: call.request)
        try writing.update(sysID) { try RequestBody.record(of: call.request) }
        return try answer(sysID, status: 200)
    }

    func delete(_ sysID: String) throws -> Answer {
        try ContentNegotiation.checkBody(of: call.request)
        try writing.delete(sysID)
        return .empty(204)
    }

    private var writing: RecordWriting {
        RecordWriting(
            call: call, table: table, takesDisplayValues: call.parameters.isTrue("sysparm_input_display_value"),
            keepsSystemColumns: call.parameters.isTrue("sysparm_suppress_auto_sys_field"))
    }

    private func answer(_ sysID: String, status: Int, fields: [HeaderField] = []) throws -> Answer {
        if let wish = call.request.headers["X-no-response-body"], HeaderFields.same(wish, "true") {
            return .empty(status == 200 ? 204 : status, fields: fields)
        }
        guard let body = try call.render(sysID, in: table) else { throw APIError.noRecord }
        return .json(body, status: status, fields: fields)
    }
}

struct RecordWriting {
    typealias Input = [(name: String, value: String)]

    let call: Call
    let table: Table
    var takesDisplayValues = false
    var keepsSystemColumns = false

    /// Inserts a record and returns its sys_id. The input is parsed only after the user's rights are checked.
    func insert(_ input: () throws -> Input) throws -> String {
        guard call.rules.may(.insert, in: table) else { throw APIError.forbidden(.insert) }
        let input = try input()
        return try call.store.transaction { try editor.insert(input) }
    }

    func update(_ sysID: String, _ input: () throws -> Input) throws {
        let record = try record(sysID, .update)
        let input = try input()
        try call.store.transaction { try editor.update(record, input) }
    }

    func delete(_ sysID: String) throws {
        let record = try record(sysID, .delete)
        try call.store.transaction { try editor.delete(record) }
    }

    private var editor: RecordEditor {
        RecordEditor(
            store: call.store, table: table, account: call.account, takesDisplayValues: takesDisplayValues,
            keepsSystemColumns: keepsSystemColumns)
    }

    private func record(_ sysID: String, _ operation: AccessRules.Operation) throws -> [String: SQLValue] {
        guard let record = try call.store.record(sysID, in: table), try call.may(.read, sysID, in: table) else {
            throw APIError.noRecord
        }
        guard try call.may(operation, sysID, in: table) else { throw APIError.forbidden(operation) }
        return record
    }
}

extension RESTResource {
    static let schemas = [
        RESTResource("now/ui/meta/{table}", [.get: { try SchemaRoutes(call: $0).columns(of: $0.table()) }]),
        RESTResource("now/ui/user/current_user", [.get: { SchemaRoutes(call: $0).currentUser() }]),
        RESTResource("now/ui/impersonate/{user}", [.post: { try SchemaRoutes(call: $0).impersonate() }]),
        RESTResource("now/doc/table/schema", [.get: { SchemaRoutes(call: $0).tables() }]),
    ]
}

struct SchemaRoutes {
    let call: Call

    /// `GET /api/now/ui/meta/{table}`: the columns that the user may read, with type, reference and choices. Those the
    /// user may not write are read-only.
    func columns(of table: Table) throws -> Answer {
        let isReadOnly = !call.rules.may(.update, in: table) && !call.rules.may(.insert, in: table)
        let columns = table.columns.filter(call.rules.mayRead).map { column -> JSON.Member in
            let definition = column.definition, target = definition.reference.flatMap { call.schema[$0] }
            let choices = column.choices.map { ["label": .string($0.label), "value": .string($0.value)] as JSON }
            let described = JSON.object(present: [
                "name": .string(column.name), "label": .string(definition.label), "type": .string(column.type.rawValue),
                "max_length": .number(String(definition.length)),
                "mandatory": .bool(definition.attributes["mandatory"] == "true"),
                "read_only": .bool(isReadOnly || definition.isReadOnly || !call.rules.mayWrite(column)),
                "reference": .string(definition.reference ?? ""),
                "reference_display_field": target.map { .string($0.displayColumn?.name ?? "") },
                "default_value": column.defaultValue.map(JSON.string),
                "choices": choices.isEmpty ? nil : .array(choices),
            ])
            return .init(column.name, described)
        }
        return .result([
            "name": .string(table.name), "label": .string(table.label), "plural": .string(table.definition.plural),
            "super_class": .string(table.definition.parent ?? ""),
            "display": .string(table.displayColumn?.name ?? ""), "columns": .object(columns),
        ])
    }

    func tables() -> Answer {
        let tables = call.schema.tables.filter { call.rules.reading($0) != .refused }.sorted { $0.name < $1.name }
        return .result(
            .array(tables.map { ["label": .string($0.label), "value": .string($0.name), "reference": .bool(false)] }))
    }

    /// `POST /api/now/ui/impersonate/{user}`: the session continues as another user.
    func impersonate() throws -> Answer {
        guard let impersonate = call.impersonate else { throw APIError.notAuthenticated }
        guard !call.account.roles.isDisjoint(with: ["admin", "impersonator"]) else { throw APIError.tableRefused }
        guard let user = try AccountStore(store: call.store).account(call.path["user"]) else { throw APIError.noRecord }
        impersonate(user.sysID)
        return .result(["user_name": .string(user.userName)])
    }

    func currentUser() -> Answer {
        let user = call.account
        let initials = user.name.split(separator: " ").compactMap(\.first).prefix(2)
        return .result([
            "user_sys_id": .string(user.sysID), "user_name": .string(user.userName),
            "user_display_name": .string(user.name), "user_initials": .string(String(initials)), "user_avatar": nil,
        ])
    }
}
