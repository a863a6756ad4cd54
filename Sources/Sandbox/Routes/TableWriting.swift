import ExchangeModel

/// POST, PUT, PATCH and DELETE of the Table API. PUT and PATCH are the same operation.
struct TableWriting {
    let call: Call
    let table: Table

    /// Adds a record.
    func create() throws -> Answer {
        try MediaTypes.checkBody(of: call.request)
        let sysID = try writing.insert { try RequestBody.record(of: call.request) }
        let location = HeaderField("Location", call.linkBase + table.name + "/" + sysID)
        return try answer(sysID, status: 201, fields: [location])
    }

    /// Changes a record.
    func update(_ sysID: String) throws -> Answer {
        try MediaTypes.checkBody(of: call.request)
        try writing.update(sysID) { try RequestBody.record(of: call.request) }
        return try answer(sysID, status: 200)
    }

    /// Removes a record.
    func delete(_ sysID: String) throws -> Answer {
        try MediaTypes.checkBody(of: call.request)
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
        guard let body = try call.render(sysID, in: table) else { throw Refusal.noRecord }
        return .json(body, status: status, fields: fields)
    }
}
