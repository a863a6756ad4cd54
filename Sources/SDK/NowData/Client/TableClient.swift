package import ExchangeModel
import Notation
package import NowSDK

/// A client of the Table and Aggregate APIs. Each call is one exchange unless noted.
package struct TableClient: Sendable {
    package let instance: Instance
    private let transport: any Transport
    private let requests: TableRequests
    private var columnNames: ColumnNames?

    package typealias ColumnNames = @Sendable (_ table: String) async throws(RequestFailure) -> [String]

    /// `purpose` is set on every request, to keep completion and schema traffic apart from a command's own.
    package init(instance: Instance, transport: any Transport, purpose: RequestPurpose = .command) {
        self.instance = instance
        self.transport = transport
        requests = TableRequests(instance: instance, purpose: purpose)
    }

    package func asking(for purpose: RequestPurpose) -> TableClient {
        TableClient(instance: instance, transport: transport, purpose: purpose)
    }

    package func knowing(_ columnNames: @escaping ColumnNames) -> TableClient {
        var client = self
        client.columnNames = columnNames
        return client
    }

    /// The rows that match. An instance silently drops the parts of a query that it does not understand.
    package func list(_ read: TableRead) async throws(RequestFailure) -> TableResponse {
        try check(read.table)
        guard (read.offset ?? 0) >= 0, (read.limit ?? 0) >= 0 else {
            throw .invalidRequest("A limit and an offset must not be negative.")
        }
        let response = try await transport.answer(requests.list(read))
        let result = try ResponseParser.result(of: response)
        guard result.kind == .array else { throw TableClient.unexpected(response, "a list") }
        return TableResponse(rows: result.elements.map(TableRow.init), response: response, read: read)
    }

    package func get(_ sysID: String, _ read: TableRead) async throws(RequestFailure) -> TableRow {
        try check(read.table, sysID)
        return try await row(requests.get(sysID, read))
    }

    package func create(_ write: TableWrite, _ read: TableRead) async throws(RequestFailure) -> TableRow {
        try check(read.table)
        return try await row(requests.create(write, read))
    }

    package func update(
        _ sysID: String, _ write: TableWrite, _ read: TableRead
    ) async throws(RequestFailure) -> TableRow {
        try check(read.table, sysID)
        return try await row(requests.update(sysID, write, read))
    }

    package func delete(_ sysID: String, from table: String) async throws(RequestFailure) {
        try check(table, sysID)
        try ResponseParser.check(try await transport.answer(requests.delete(sysID, from: table)))
    }

    /// The number of matching rows for each combination of the `groups` columns; a single entry without groups. Groups
    /// that do not meet the `having` conditions are removed, in case the instance ignored them.
    package func count(_ requested: Aggregation) async throws(RequestFailure) -> [TableCount] {
        try check(requested.table)
        let response = try await transport.answer(requests.aggregate(requested))
        let result = try ResponseParser.result(of: response)
        let entries = result.kind == .array ? Array(result.elements) : [result]
        let counts = try entries.map { entry throws(RequestFailure) in
            guard let count = TableCount(entry) else { throw TableClient.unexpected(response, "counts") }
            return count
        }
        return requested.groups.isEmpty ? counts : counts.filter { requested.bounds.allSatisfy($0.meets) }
    }

    package func count(
        _ table: String, query: String? = nil, groups: [String] = []
    ) async throws(RequestFailure) -> [TableCount] {
        try await count(Aggregation(table, query: query, groups: groups))
    }

    package func currentUser() async throws(RequestFailure) -> CurrentUser {
        let response = try await transport.answer(requests.read("/api/now/ui/user/current_user"))
        let result = try ResponseParser.result(of: response)
        guard let name = result["user_name"]?.scalarText else { throw TableClient.unexpected(response, "a user") }
        return CurrentUser(
            name: name, sysID: result["user_sys_id"]?.scalarText ?? "",
            displayName: result["user_display_name"]?.scalarText ?? name)
    }

    func json(at path: String, _ parameters: [(name: String, value: String)] = []) async throws(RequestFailure)
        -> JSONNode
    {
        try ResponseParser.json(try await transport.answer(requests.read(path, parameters)))
    }

    private func row(_ request: HTTPRequest) async throws(RequestFailure) -> TableRow {
        let response = try await transport.answer(request)
        let result = try ResponseParser.result(of: response)
        guard result.kind == .object else { throw TableClient.unexpected(response, "a record") }
        return TableRow(result)
    }

    /// Rejects names that would change the URL.
    private func check(_ names: String...) throws(RequestFailure) {
        for name in names where name.isEmpty || name == "." || name == ".." {
            throw .invalidRequest("A table and a record need a name.")
        }
    }

    private static func unexpected(_ response: HTTPResponse, _ wanted: String) -> RequestFailure {
        .errorResponse(
            ErrorResponse(.notJSON, status: response.status, message: "The answer is JSON, but not \(wanted)."))
    }

    /// The record a name refers to: a sys_id, a number or a display value.
    ///
    /// A sys_id takes one exchange. Other names are searched in one column after another, one exchange each, in columns
    /// that the table has: an instance ignores a condition on an unknown column and returns arbitrary rows. If the
    /// columns are unknown, only rows that contain the name count.
    ///
    /// - Parameter display: the display column if known; it is searched last.
    package func record(
        named name: String, _ read: TableRead, display: String? = nil
    ) async throws(RequestFailure) -> TableRow {
        if SysIDForm.isWritten(name) { return try await get(name.lowercased(), read) }
        guard !name.isEmpty else { throw .invalidRequest("A record needs a name.") }
        guard EncodedQuery.isValidValue(name) else {
            throw .invalidRequest(
                "Cannot look up a name that contains ^, which ends a query condition. Use the sys_id.")
        }
        var columns = RecordName.columns(for: name, having: [], display: display)
        // An older tape has these look-ups and no columns.
        if RecordName.isNumber(name, of: read.table) {
            let number = columns.removeFirst()
            if let row = try await record(named: name, in: number, read, display) { return row }
        }
        if let known = try await columnNames?(read.table) {
            columns = RecordName.columns(for: name, having: known, display: display).filter(columns.contains)
        }
        for column in columns {
            if let row = try await record(named: name, in: column, read, display) { return row }
        }
        throw .noRecord(name: name, table: read.table)
    }

    private func record(
        named name: String, in column: String, _ read: TableRead, _ display: String?
    ) async throws(RequestFailure) -> TableRow? {
        var requested = read
        requested.query = "\(column)=\(name)"
        requested.limit = RecordName.shown
        requested.offset = nil
        requested.skipsCount = true
        if !read.fields.isEmpty {
            requested.fields = read.fields + ["sys_id", column].filter { !read.fields.contains($0) }
        }
        let rows: [TableRow]
        do {
            rows = try await list(requested).rows
        } catch {
            // A tape recorded before display columns were searched has no such exchange.
            guard column == display, case .transport(let failure) = error, failure.kind == .tape else { throw error }
            return nil
        }
        let matching = rows.filter { RecordName.row($0, holds: name, in: column) }
        if matching.count > 1 { throw .ambiguous(name: name, table: read.table, sysIDs: matching.compactMap(\.sysID)) }
        return matching.first
    }

    package func sysID(
        of name: String, in table: String, display: String? = nil
    ) async throws(RequestFailure) -> String {
        if SysIDForm.isWritten(name) { return name.lowercased() }
        if name == CurrentUser.me, table == CurrentUser.table { return try await currentUser().sysID }
        let row = try await record(named: name, TableRead(table, fields: ["sys_id"]), display: display)
        guard let sysID = row.sysID, !sysID.isEmpty else { throw .noRecord(name: name, table: table) }
        return sysID
    }

    /// The record of a user by user name; nil if the instance returns none. The mobile sample signs in with the same
    /// request, `GET /api/now/v2/table/sys_user?user_name=…&sysparm_fields=…`.
    package func user(named name: String) async throws(RequestFailure) -> CurrentUser? {
        let path = "/api/now/v2/table/sys_user"
        let root = try await json(
            at: path, [("user_name", name), ("sysparm_fields", "user_name,first_name,last_name,sys_id")])
        guard let row = root["result"]?.elements.first(where: { $0["user_name"]?.string == name }) else { return nil }
        let names = [row["first_name"]?.string ?? "", row["last_name"]?.string ?? ""].filter { !$0.isEmpty }
        return CurrentUser(
            name: name, sysID: row["sys_id"]?.string ?? "",
            displayName: names.isEmpty ? name : names.joined(separator: " "))
    }
}

package enum RecordName {
    package static let shown = 5

    /// Columns with a record's name, most likely first.
    package static let columns = ["number", "user_name", "name"]

    /// The columns to search, most likely first: numbers are letters and digits, and user names have no spaces.
    package static func columns(for name: String, having known: [String], display: String? = nil) -> [String] {
        let named = name.utf8.contains(UInt8(ascii: " ")) ? ["name", "title"] : ["user_name", "name"]
        var columns = looksLikeNumber(name) ? ["number"] + named : named + ["number"]
        if let display, !columns.contains(display) { columns.append(display) }
        // The title of a person is not a name.
        return known.isEmpty
            ? columns : columns.filter { known.contains($0) && !($0 == "title" && known.contains("name")) }
    }

    package static func isNumber(_ name: String, of table: String) -> Bool {
        numbered.contains(table) && looksLikeNumber(name)
    }

    private static func looksLikeNumber(_ name: String) -> Bool {
        let digits = name.utf8.reversed().prefix(while: ASCII.isDigit).count
        return digits >= 3 && digits < name.utf8.count && !name.utf8.contains(UInt8(ascii: " "))
    }

    private static let numbered: Set<String> = [
        "task", "incident", "incident_task", "problem", "problem_task", "change_request", "change_task", "sc_request",
        "sc_req_item", "sc_task", "kb_knowledge",
    ]

    /// Case-insensitive, as on instances.
    static func row(_ row: TableRow, holds name: String, in column: String) -> Bool {
        guard let cell = row[column] else { return false }
        let wanted = name.lowercased()
        return cell.value.lowercased() == wanted || cell.display?.lowercased() == wanted
    }
}

package struct CurrentUser: Sendable, Hashable {
    /// The name of the user who is signed in, for references to `table`.
    package static let me = "@me"
    package static let table = "sys_user"

    package let name: String
    package let sysID: String
    package let displayName: String
}
