package import ExchangeModel
import Notation
package import NowSDK

/// Asks one instance's Table and Aggregate APIs. Each call is one exchange unless it says otherwise.
package struct TableClient: Sendable {
    /// The instance that is asked.
    package let instance: Instance
    private let transport: any Transport
    private let requests: TableRequests

    /// `purpose` marks every request, so that completion and schema traffic stays apart from a command's own.
    package init(instance: Instance, transport: any Transport, purpose: RequestPurpose = .command) {
        self.instance = instance
        self.transport = transport
        requests = TableRequests(instance: instance, purpose: purpose)
    }

    /// The same client with another purpose.
    package func asking(for purpose: RequestPurpose) -> TableClient {
        TableClient(instance: instance, transport: transport, purpose: purpose)
    }

    /// The rows a question finds. An instance drops, without a word, the parts of a query it does not understand.
    package func list(_ read: TableRead) async throws(RequestFailure) -> TableAnswer {
        try check(read.table)
        guard (read.offset ?? 0) >= 0, (read.limit ?? 0) >= 0 else {
            throw .unaskable("A limit and an offset are not negative.")
        }
        let response = try await send(requests.list(read))
        let result = try AnswerReader.result(of: response)
        guard result.kind == .array else { throw TableClient.unexpected(response, "a list") }
        return TableAnswer(rows: result.elements.map(TableRow.init), response: response, read: read)
    }

    /// The record with that sys_id. Query, limit and offset of `read` do not count.
    package func get(_ sysID: String, _ read: TableRead) async throws(RequestFailure) -> TableRow {
        try check(read.table, sysID)
        return try await row(requests.get(sysID, read))
    }

    /// Makes a record and returns it in the shape `read` asks for.
    package func create(_ write: TableWrite, _ read: TableRead) async throws(RequestFailure) -> TableRow {
        try check(read.table)
        return try await row(requests.create(write, read))
    }

    /// Writes the named columns of a record and returns it in the shape `read` asks for.
    package func update(
        _ sysID: String, _ write: TableWrite, _ read: TableRead
    ) async throws(RequestFailure) -> TableRow {
        try check(read.table, sysID)
        return try await row(requests.update(sysID, write, read))
    }

    /// Deletes a record.
    package func delete(_ sysID: String, from table: String) async throws(RequestFailure) {
        try check(table, sysID)
        try AnswerReader.check(try await send(requests.delete(sysID, from: table)))
    }

    /// How many rows match, for each combination of the columns in `groups`; without groups there is one entry. Groups
    /// that do not meet the bounds are left out, whether the instance did so or not.
    package func count(_ asked: Aggregation) async throws(RequestFailure) -> [TableCount] {
        try check(asked.table)
        let response = try await send(requests.aggregate(asked))
        let result = try AnswerReader.result(of: response)
        let entries = result.kind == .array ? Array(result.elements) : [result]
        let counts = try entries.map { entry throws(RequestFailure) in
            guard let count = TableCount(entry) else { throw TableClient.unexpected(response, "counts") }
            return count
        }
        return asked.groups.isEmpty ? counts : counts.filter { asked.bounds.allSatisfy($0.meets) }
    }

    /// How many rows match, for each combination of the columns in `groups`.
    package func count(
        _ table: String, query: String? = nil, groups: [String] = []
    ) async throws(RequestFailure) -> [TableCount] {
        try await count(Aggregation(table, query: query, groups: groups))
    }

    /// The user the instance takes the sender for: name, sys_id and what people call them.
    package func currentUser() async throws(RequestFailure) -> CurrentUser {
        let response = try await send(requests.read("/api/now/ui/user/current_user"))
        let result = try AnswerReader.result(of: response)
        guard let name = result["user_name"]?.scalarText else { throw TableClient.unexpected(response, "a user") }
        return CurrentUser(
            name: name, sysID: result["user_sys_id"]?.scalarText ?? "",
            displayName: result["user_display_name"]?.scalarText ?? name)
    }

    /// The JSON at an address of the instance.
    func json(at path: String, _ parameters: [(name: String, value: String)] = []) async throws(RequestFailure)
        -> JSONNode
    {
        try AnswerReader.json(try await send(requests.read(path, parameters)))
    }

    private func row(_ request: HTTPRequest) async throws(RequestFailure) -> TableRow {
        let response = try await send(request)
        let result = try AnswerReader.result(of: response)
        guard result.kind == .object else { throw TableClient.unexpected(response, "a record") }
        return TableRow(result)
    }

    private func send(_ request: HTTPRequest) async throws(RequestFailure) -> HTTPResponse {
        do {
            return try await transport.send(request)
        } catch {
            throw .transport(error)
        }
    }

    /// Names that would make another address of this one are refused before anything is sent.
    private func check(_ names: String...) throws(RequestFailure) {
        for name in names where name.isEmpty || name == "." || name == ".." {
            throw .unaskable("A table and a record need a name.")
        }
    }

    private static func unexpected(_ response: HTTPResponse, _ wanted: String) -> RequestFailure {
        .refused(
            InstanceRefusal(
                .notJSON, status: response.status, message: "The answer is JSON, but not \(wanted)."))
    }
}
