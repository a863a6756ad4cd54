public import ExchangeModel
import Notation
package import NowData
public import NowSDK

/// The signed-in user's tasks and their comments, as in the MyWork application.
///
/// `tasks()` and `addComment(_:to:)` use the Task Tracker API of the application x_snc_my_work; `assignedTasks()` and
/// `addWorkNote(_:to:)` use the Table API, for instances without it.
public struct MyWorkService: Sendable {
    /// The instance.
    public let instance: Instance
    let requests: MyWorkRequests
    private let transport: any Transport
    let tables: TableClient

    /// Creates a service with an authenticating transport, of an `Authenticator` or a configured SDK.
    public init(instance: Instance, transport: any Transport) {
        self.init(instance: instance, transport: transport, purpose: .command)
    }

    package init(instance: Instance, transport: any Transport, purpose: RequestPurpose) {
        self.instance = instance
        requests = MyWorkRequests(instance: instance, purpose: purpose)
        self.transport = transport
        tables = TableClient(instance: instance, transport: transport, purpose: purpose)
    }

    /// The open tasks assigned to the user, grouped by class, in the instance's order: by creation time.
    public func tasks() async throws(MyWorkError) -> [TaskGroup] {
        try TrackerResponse.groups(in: try await send(requests.tasks()))
    }

    /// A task's record, from the table `task`, whatever its class.
    public func task(_ sysID: String) async throws(MyWorkError) -> TaskDetail {
        let row = try await Self.reading { () async throws(RequestFailure) in
            try await tables.get(sysID, TableRead("task"))
        }
        guard let task = TaskDetail(row) else {
            throw MyWorkError(.unexpectedAnswer, "The returned task has no sys_id.")
        }
        return task
    }

    /// Adds a text to a task's journal through the Task Tracker API, with one request. What the API calls a comment is
    /// a work note, which the requester does not see.
    ///
    /// A real instance may create a record for an unknown sys_id, so read the task first.
    public func addComment(_ text: String, to sysID: String) async throws(MyWorkError) {
        try Self.check(text, sysID)
        try TrackerResponse.check(try await send(requests.comment(text, on: sysID)))
    }

    private func send(_ request: HTTPRequest) async throws(MyWorkError) -> APIResponse {
        do {
            return try await transport.apiResponse(to: request)
        } catch {
            throw MyWorkError(error)
        }
    }

    static func check(_ text: String, _ sysID: String) throws(MyWorkError) {
        guard !sysID.isEmpty, sysID != ".", sysID != ".." else {
            throw MyWorkError(.unusable, "A task needs a sys_id.")
        }
        guard text.utf8.contains(where: { !ASCII.isSpace($0) }) else {
            throw MyWorkError(.emptyComment, "There is no text to add.")
        }
    }

    /// A missing record may also be an unreadable one; instances do not distinguish.
    static func unreadable(_ failure: RequestFailure) -> MyWorkError {
        if case .errorResponse(let errorResponse) = failure, errorResponse.kind == .notFound {
            return MyWorkError(.noTask, errorResponse.description, failure)
        }
        return MyWorkError(failure)
    }
}

/// Builds the requests of the MyWork application, byte for byte as documented: method, URL, headers and body.
struct MyWorkRequests: Sendable {
    let instance: Instance
    var purpose = RequestPurpose.command

    func user(named name: String) -> HTTPRequest {
        var url = instance.url("/api/now/v2/table/sys_user")
        // The commas are not escaped, as in the documented request.
        url.query = "user_name=\(PercentCoding.encode(name))&sysparm_fields=user_name,first_name,last_name,sys_id"
        return HTTPRequest(.get, url, headers: ["Accept": "application/json"], purpose: purpose)
    }

    func tasks() -> HTTPRequest {
        HTTPRequest(
            .get, instance.url(Self.tracker + "/task"), headers: ["Accept": "application/json"], purpose: purpose)
    }

    func comment(_ text: String, on sysID: String) -> HTTPRequest {
        HTTPRequest(
            .post, instance.url(Self.tracker + "/task/" + PercentCoding.encode(sysID) + "/comment"),
            headers: ["Accept": "application/json", "Content-Type": "application/json"],
            body: JSON.object([.init("comment", .string(text))]).compactBytes, purpose: purpose)
    }

    /// Only v1 exists, and it is not the default: a path without a version is unknown.
    private static let tracker = "/api/x_snc_my_work/v1/tracker"
}

extension MyWorkService {
    /// The newest entries of a task's journals: comments and work notes.
    ///
    /// They are records of `sys_journal_field`, which most users may not read. If there are none or fewer, or the
    /// request is rejected, the display values of the task's record are parsed instead.
    ///
    /// `limit` is the maximum number; nil means the instance's limit (10,000).
    public func comments(of sysID: String, limit: Int? = nil) async throws(MyWorkError) -> TaskJournal {
        try await journal(of: sysID, limit: limit, displayedBy: nil)
    }

    package static var journalColumns: [String] { JournalParser.columns }

    /// The same for a task whose record has already been read with the journal columns.
    package func journal(
        of sysID: String, limit: Int?, displayedBy row: TableRow?
    ) async throws(MyWorkError) -> TaskJournal {
        let listed = try await listed(sysID, limit)
        let withheld = listed?.withheld ?? 0
        if let listed, !listed.entries.isEmpty, withheld == 0 { return listed }
        let record: TableRow
        do throws(MyWorkError) {
            record = if let row { row } else { try await displaying(sysID) }
        } catch {
            // Some entries are better than none.
            if let listed, !listed.entries.isEmpty { return listed }
            throw error
        }
        let displayed = JournalParser.entries(displayedBy: record)
        let shown = Array(displayed.prefix(limit ?? .max))
        if let listed, shown.count <= listed.entries.count { return listed }
        return TaskJournal(entries: shown, source: .record, total: displayed.count)
    }

    private func displaying(_ sysID: String) async throws(MyWorkError) -> TableRow {
        try await Self.reading { () async throws(RequestFailure) in
            try await tables.get(sysID, TableRead("task", fields: ["sys_id"] + JournalParser.columns))
        }
    }

    private func listed(_ sysID: String, _ limit: Int?) async throws(MyWorkError) -> TaskJournal? {
        guard !sysID.isEmpty, !sysID.utf8.contains(UInt8(ascii: "^")) else {
            throw MyWorkError(.unusable, "A task needs a sys_id.")
        }
        let read = TableRead(
            "sys_journal_field", query: "element_id=\(sysID)^ORDERBYDESCsys_created_on",
            fields: ["sys_created_on", "sys_created_by", "element", "value", "element_id"], limit: limit)
        let answer: TableResponse
        do {
            answer = try await tables.list(read)
        } catch {
            if case .errorResponse(let errorResponse) = error, errorResponse.kind == .forbidden { return nil }
            throw MyWorkError(error)
        }
        // An instance that ignores the condition returns journals of other records.
        guard answer.rows.allSatisfy({ $0["element_id"].map { $0.value == sysID } ?? true }) else {
            throw MyWorkError(.unexpectedAnswer, "The instance answered with the journals of other records.")
        }
        let entries = answer.rows.map { row in
            let created = row["sys_created_on"]
            return JournalEntry(
                kind: JournalKind(column: row["element"]?.value ?? ""), author: row["sys_created_by"]?.value ?? "",
                text: row["value"]?.value ?? "", shownTime: created.map { $0.display ?? $0.value } ?? "",
                created: created.flatMap { Timestamp(glideText: $0.value) })
        }
        return TaskJournal(
            entries: Array(entries.prefix(limit ?? .max)), source: .table, total: answer.total,
            withheld: answer.withheld ?? 0)
    }

    static func reading<Value>(
        _ request: () async throws(RequestFailure) -> Value
    ) async throws(MyWorkError) -> Value {
        do {
            return try await request()
        } catch {
            throw unreadable(error)
        }
    }

    /// The same tasks as `tasks()`, through the Table API. Groups are ordered by name, as in real responses of the Task
    /// Tracker API.
    ///
    /// `snowui` and `link` of a task are made from the name of its table, so that they lead to it.
    ///
    /// The user is requested first: a query with `javascript:gs.getUserID()` is silently ignored for users who may not
    /// run scripts, and would then return everyone's tasks.
    public func assignedTasks() async throws(MyWorkError) -> [TaskGroup] {
        let currentUser = try await Self.reading { () async throws(RequestFailure) in try await tables.currentUser() }
        guard !currentUser.sysID.isEmpty else {
            throw MyWorkError(.unexpectedAnswer, "The instance does not say who is signed in.")
        }
        let read = TableRead(
            "task", query: "assigned_to=\(currentUser.sysID)^active=true^ORDERBYsys_created_on",
            fields: ["number", "short_description", "sys_class_name", "sys_created_on", "assigned_to", "sys_id"])
        var groups: [String: [AssignedTask]] = [:]
        var batches = RecordPager(tables, read).makeAsyncIterator()
        while let batch = try await Self.next(of: &batches) {
            for row in batch.rows {
                guard row["assigned_to"]?.value == currentUser.sysID, let sysID = row.sysID, !sysID.isEmpty else {
                    throw MyWorkError(.unexpectedAnswer, "The instance answered with tasks that were not requested.")
                }
                let type = row["sys_class_name"].map { $0.display ?? $0.value } ?? ""
                let table = row["sys_class_name"].flatMap { $0.value.isEmpty ? nil : $0.value } ?? "task"
                let addresses = Self.addresses(of: sysID, in: table, on: instance)
                groups[type, default: []].append(
                    AssignedTask(
                        number: row["number"]?.value ?? "",
                        shortDescription: row["short_description"].flatMap { $0.value.isEmpty ? nil : $0.value },
                        sysID: sysID, created: row["sys_created_on"].flatMap { Timestamp(glideText: $0.value) },
                        snowui: addresses.page, link: addresses.record))
            }
        }
        return groups.sorted { $0.key < $1.key }.map { TaskGroup(type: $0.key, tasks: $0.value) }
    }

    package static func addresses(
        of sysID: String, in table: String, on instance: Instance
    ) -> (page: String, record: String) {
        (
            instance.url("/\(table).do", query: [("sys_id", sysID)]).description,
            instance.url("/api/now/v2/table/\(table)/\(sysID)").description
        )
    }

    private static func next(of batches: inout RecordPager.Iterator) async throws(MyWorkError) -> RecordBatch? {
        do throws(RequestFailure) {
            return try await batches.next(isolation: #isolation)
        } catch {
            throw MyWorkError(error)
        }
    }

    /// Adds a work note through the Table API, as `addComment(_:to:)` does through the Task Tracker API.
    ///
    /// - Returns: whether the response contains the note. An instance ignores a column that is not writable.
    public func addWorkNote(_ text: String, to sysID: String) async throws(MyWorkError) -> Bool {
        try await add(text, to: sysID, in: "work_notes")
    }

    package func add(_ text: String, to sysID: String, in column: String) async throws(MyWorkError) -> Bool {
        try Self.check(text, sysID)
        let row = try await Self.reading { () async throws(RequestFailure) in
            try await tables.update(sysID, TableWrite([(column, text)]), TableRead("task", fields: ["sys_id", column]))
        }
        // Skips the header of the newest entry. The text may contain what looks like another header.
        return Self.lines(row[column]?.display ?? "").dropFirst().starts(with: Self.lines(text))
    }

    /// Lines are compared without line ends, which the instance may change.
    private static func lines(_ text: String) -> [String] {
        var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        return lines
    }

    /// My open tasks through whichever API is available, for completion.
    package func openTasks() async throws(MyWorkError) -> [TaskGroup] {
        do {
            return try await tasks()
        } catch {
            guard [.notInstalled, .noVersion].contains(error.kind) else { throw error }
            return try await assignedTasks()
        }
    }
}

/// Parses the display value of a journal into its entries.
///
/// Entries are newest first, each with a header, its text and an empty line. A text may contain what looks like a
/// header. A line counts as one only after an empty line, with as many numbers in its time as the first header, with a
/// label of the column, and at most an hour later than the header before (clocks are set back by an hour).
struct JournalParser {
    /// Text without any header is one entry without an author, so that nothing is lost.
    private(set) var entries: [JournalEntry] = []
    private let bytes: [UInt8]
    private let kind: JournalKind?
    private var labels: Set<String> = []
    private var head: JournalHeader?
    private var latest: Timestamp?
    private var numbers: Int?
    private var start = 0

    init(_ text: String, of column: String) {
        bytes = Array(text.utf8)
        kind = column == Self.both ? nil : JournalKind(column: column)
        read()
    }

    static func entries(displayedBy row: TableRow) -> [JournalEntry] {
        func entries(_ column: String) -> [JournalEntry] {
            JournalParser(row[column]?.display ?? "", of: column).entries
        }
        let all = entries(both)
        if !all.isEmpty { return all }
        let separate = entries("work_notes") + entries("comments")
        let timed = separate.enumerated().map { (timestamp: Timestamp(glideText: $0.element.shownTime), entry: $0) }
        guard timed.allSatisfy({ $0.timestamp != nil }) else { return separate }
        return timed.sorted { left, right in
            guard let first = left.timestamp, let second = right.timestamp, first != second else {
                return left.entry.offset < right.entry.offset
            }
            return first > second
        }.map(\.entry.element)
    }

    static let columns = [both, "work_notes", "comments"]
    private static let both = "comments_and_work_notes"

    private mutating func read() {
        var place = 0
        var isAfterEmptyLine = true
        while place < bytes.count {
            let end = bytes[place...].firstIndex(of: Self.lineFeed) ?? bytes.count
            var line = bytes[place..<end]
            if line.last == Self.carriageReturn { line.removeLast() }
            let next = min(end + 1, bytes.count)
            if isAfterEmptyLine, let found = JournalHeader(line), isHeader(found) {
                finish(at: place)
                begin(found, at: next)
            }
            isAfterEmptyLine = line.isEmpty
            place = next
        }
        finish(at: bytes.count)
    }

    private func isHeader(_ found: JournalHeader) -> Bool {
        if let numbers, found.numberCount != numbers { return false }
        if let latest, let timestamp = found.timestamp, timestamp > latest.advanced(bySeconds: Self.hour) {
            return false
        }
        return labels.contains(found.label) || labels.count < (kind == nil ? 2 : 1)
    }

    private mutating func begin(_ found: JournalHeader, at place: Int) {
        head = found
        start = place
        numbers = found.numberCount
        latest = found.timestamp
        labels.insert(found.label)
    }

    private mutating func finish(at end: Int) {
        var text = bytes[start..<end]
        // The line end of the text's last line, and the empty line after it.
        for _ in 0..<2 where text.last == Self.lineFeed {
            text.removeLast()
            if text.last == Self.carriageReturn { text.removeLast() }
        }
        guard head != nil || text.contains(where: { $0 > 0x20 }) else { return }
        entries.append(
            JournalEntry(
                kind: kind ?? head.map { JournalKind(label: $0.label) } ?? .other(""), author: head?.author ?? "",
                text: String(decoding: text, as: UTF8.self), shownTime: head?.time ?? "", created: nil))
    }

    private static let hour: Int64 = 3600
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
}
