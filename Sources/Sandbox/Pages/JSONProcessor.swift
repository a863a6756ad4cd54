import ExchangeModel
import Notation

/// `<table>.do?JSONv2`: the JSON web service.
struct JSONProcessor {
    let export: RecordExport

    private var visit: RecordVisit { export.visit }
    private var call: Call { visit.call }
    private var writing: RecordWriting { RecordWriting(call: call, table: export.table) }

    /// The parameters of the request; the body takes precedence over the query.
    private struct Order {
        let body: JSONNode?
        let parameters: Parameters

        subscript(name: String) -> String? { body?[name]?.scalarText ?? parameters[name] }

        /// The records to write, without the request's parameters.
        var records: [RecordWriting.Input] {
            guard let body else { return [] }
            let list = body["records"] ?? body
            let nodes = list.kind == .array ? Array(list.elements) : [list]
            return nodes.map { node in RequestBody.values(of: node).filter { !$0.name.hasPrefix("sysparm_") } }
        }
    }

    func answer() throws -> Answer {
        let isPost = call.request.effectiveMethod == .post
        guard isPost || [.get, .head].contains(call.request.effectiveMethod) else {
            throw APIError.method(call.request.effectiveMethod, allowed: [.get, .head, .post])
        }
        guard isPost else { return try read(Order(body: nil, parameters: call.parameters)) }
        // Browsers send cookies automatically, so a token is required.
        let token = visit.viewer.session.csrfToken
        guard RequestCredential(call.request) != nil || call.request.headers["X-UserToken"] == token else {
            return APIError.notAuthenticated.answer
        }
        let hasBody = call.request.body.map { !$0.isEmpty } ?? false
        let document = hasBody ? try RequestBody.document(of: call.request) : nil
        let order = Order(body: document?.root, parameters: call.parameters)
        switch order["sysparm_action"] {
        case "insert", "insertMultiple":
            return try written(try order.records.map { input in try outcome { try writing.insert { input } } }, order)
        case "update":
            guard let query = order["sysparm_query"], !query.isEmpty else {
                return failure("Cannot update with empty sysparm_query")
            }
            let input = order.records.first ?? []
            return try written(
                try found(query).map { sysID in
                    try outcome {
                        try writing.update(sysID) { input }
                        return sysID
                    }
                }, order)
        case "deleteRecord", "deleteMultiple":
            let isOne = order["sysparm_action"] == "deleteRecord"
            guard let what = order[isOne ? "sysparm_sys_id" : "sysparm_query"], !what.isEmpty else {
                return failure("Cannot delete with empty " + (isOne ? "sysparm_sys_id" : "sysparm_query"))
            }
            return try deleted(isOne ? [what] : found(what))
        default: return try read(order)
        }
    }

    private func read(_ order: Order) throws -> Answer {
        let sysID = order["sysparm_sys_id"]
        switch order["sysparm_action"] ?? (sysID == nil ? "getRecords" : "get") {
        case "getKeys":
            return records(try found(order["sysparm_query"] ?? "", order).map { JSONText.quoted($0) })
        case "get": return records(try objects(ids([sysID ?? ""]), order))
        case "getRecords": return records(try objects(order["sysparm_query"] ?? "", order))
        case let other: return failure("Invalid sysparm_action " + other)
        }
    }

    private func found(_ query: String, _ order: Order? = nil) throws -> [String] {
        var found: [String] = []
        try export.read(query: query, columns: ["sys_id"], limit: limit(order)) { found.append($0[0].value) }
        return found
    }

    private func limit(_ order: Order?) -> Int {
        min(order?["sysparm_record_count"].flatMap { Int($0) }.map { max($0, 0) } ?? .max, RecordExport.most)
    }

    /// A query for these sys_ids, without any that contains a comma or caret, which would change the query.
    private func ids(_ sysIDs: [String]) -> String {
        "sys_idIN" + sysIDs.map { $0.filter { $0 != "," && $0 != "^" } }.joined(separator: ",")
    }

    /// The records that a query finds, each as a JSON object.
    private func objects(_ query: String, _ order: Order) throws -> [[UInt8]] {
        let columns =
            order["sysparm_view"].flatMap { ViewColumns.names($0, of: export.table) }
            ?? export.table.columns.filter { !$0.type.isSecret }.map(\.name)
        let display = order["displayvalue"] ?? "false"
        var objects: [[UInt8]] = []
        try export.read(query: query, columns: columns, limit: limit(order)) { values in
            var members = [JSON.Member("__status", "success")]
            for (field, value, text) in values {
                let isReference = field.column.reference != nil
                members.append(.init(field.key, .string(isReference && display == "true" ? text : value)))
                if isReference, display == "all" { members.append(.init("dv_" + field.key, .string(text))) }
            }
            objects.append(JSON.object(members).compactBytes)
        }
        return objects
    }

    /// The result of a write: the sys_id of the record, or the error.
    private func outcome(_ write: () throws -> String) throws -> Result<String, APIError> {
        do { return .success(try write()) } catch let apiError as APIError { return .failure(apiError) }
    }

    /// The records after a write, and the errors.
    private func written(_ outcomes: [Result<String, APIError>], _ order: Order) throws -> Answer {
        records(
            try outcomes.flatMap { outcome in
                switch outcome {
                case .success(let sysID): return try objects(ids([sysID]), order)
                case .failure(let apiError): return [JSONProcessor.refused(apiError)]
                }
            })
    }

    private func deleted(_ sysIDs: [String]) throws -> Answer {
        records(
            try sysIDs.map { sysID in
                let outcome = try outcome {
                    try writing.delete(sysID)
                    return sysID
                }
                if case .failure(let apiError) = outcome { return JSONProcessor.refused(apiError) }
                return (["__status": "success", "sys_id": .string(sysID)] as JSON).compactBytes
            })
    }

    private static func refused(_ apiError: APIError) -> [UInt8] {
        let error: JSON = ["message": .string(apiError.message), "reason": apiError.detail.map(JSON.string) ?? .null]
        return JSON.object([.init("__error", error), .init("__status", "failure")]).compactBytes
    }

    private func records(_ objects: [[UInt8]]) -> Answer {
        .json(Array("{\"records\":[".utf8) + Array(objects.joined(separator: [UInt8(ascii: ",")])) + Array("]}".utf8))
    }

    private func failure(_ message: String) -> Answer {
        .json((["error": .string(message), "reason": .null] as JSON).compactBytes)
    }
}
