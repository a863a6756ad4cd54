import Database
import ExchangeModel

/// POST, PUT, PATCH and DELETE of the Table API. PUT and PATCH are the same operation.
struct TableWriting {
    let call: Call
    let table: Table

    /// Adds a record.
    func create() throws -> Answer {
        try MediaTypes.checkBody(of: call.request)
        guard call.rules.may(.insert, in: table) else { throw Refusal.forbidden(.insert) }
        let input = try RequestBody.record(of: call.request)
        let sysID = try transaction { try editor.insert(input) }
        let location = HeaderField("Location", call.linkBase + table.name + "/" + sysID)
        return try answer(sysID, status: 201, fields: [location])
    }

    /// Changes a record.
    func update(_ sysID: String) throws -> Answer {
        try MediaTypes.checkBody(of: call.request)
        let record = try record(sysID, .update)
        let input = try RequestBody.record(of: call.request)
        try transaction { try editor.update(record, input) }
        return try answer(sysID, status: 200)
    }

    /// Removes a record.
    func delete(_ sysID: String) throws -> Answer {
        try MediaTypes.checkBody(of: call.request)
        let record = try record(sysID, .delete)
        try transaction { try editor.delete(record) }
        return .empty(204)
    }

    private var editor: RecordEditor {
        RecordEditor(
            store: call.store, table: table, account: call.account,
            takesDisplayValues: call.parameters.isTrue("sysparm_input_display_value"),
            keepsSystemColumns: call.parameters.isTrue("sysparm_suppress_auto_sys_field"))
    }

    /// A record that is there to be changed. One that may not even be read is not found.
    private func record(_ sysID: String, _ operation: AccessRules.Operation) throws -> [String: SQLValue] {
        guard let record = try call.store.record(sysID, in: table), try call.may(.read, sysID, in: table) else {
            throw Refusal.noRecord
        }
        guard try call.may(operation, sysID, in: table) else { throw Refusal.forbidden(operation) }
        return record
    }

    private func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try call.store.transaction(body)
    }

    private func answer(_ sysID: String, status: Int, fields: [HeaderField] = []) throws -> Answer {
        if let wish = call.request.headers["X-no-response-body"], HeaderFields.same(wish, "true") {
            return .empty(status == 200 ? 204 : status, fields: fields)
        }
        guard let body = try call.render(sysID, in: table) else { throw Refusal.noRecord }
        return .json(body, status: status, fields: fields)
    }
}
