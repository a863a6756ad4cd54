public import ExchangeModel
import Notation
import NowData
public import NowSDK

/// The tasks of the signed-in user, as the MyWork application shows them, and what is written on them.
///
/// `tasks()` and `addComment(_:to:)` ask the Task Tracker API of the application x_snc_my_work; `assignedTasks()` and
/// `addWorkNote(_:to:)` do the same by the Table API, for instances without it.
public struct MyWorkService: Sendable {
    /// The instance that is asked.
    public let instance: Instance
    let requests: MyWorkRequests
    let api: APIClient
    let tables: TableClient

    /// A service over the transport to an instance, which signs in: an authenticator's, or that of a configured SDK.
    public init(instance: Instance, transport: any Transport) {
        self.init(instance: instance, transport: transport, purpose: .command)
    }

    package init(instance: Instance, transport: any Transport, purpose: RequestPurpose) {
        self.instance = instance
        requests = MyWorkRequests(instance: instance, purpose: purpose)
        api = APIClient(transport: transport)
        tables = TableClient(instance: instance, transport: transport, purpose: purpose)
    }

    /// The open tasks that are assigned to the user, by type, in the instance's order: by the time they were made.
    public func tasks() async throws(MyWorkError) -> [TaskGroup] {
        try TrackerAnswer.groups(in: try await send(requests.tasks()))
    }

    /// A task's record, by the table `task`, whatever its type.
    public func task(_ sysID: String) async throws(MyWorkError) -> TaskDetail {
        let row = try await Self.reading { () async throws(RequestFailure) in
            try await tables.get(sysID, TableRead("task"))
        }
        guard let task = TaskDetail(row) else {
            throw MyWorkError(.unexpectedAnswer, "The task came without a sys_id.")
        }
        return task
    }

    /// Adds a text to a task's journal by the Task Tracker API: one request. What the API calls a comment is a work note,
    /// which those who asked for the task do not see.
    ///
    /// A real instance may make a new record of a sys_id that it does not know: read the task first.
    public func addComment(_ text: String, to sysID: String) async throws(MyWorkError) {
        try Self.check(text, sysID)
        try TrackerAnswer.check(try await send(requests.comment(text, on: sysID)))
    }

    private func send(_ request: HTTPRequest) async throws(MyWorkError) -> APIAnswer {
        do {
            return try await api.send(request)
        } catch {
            throw MyWorkError(error)
        }
    }

    /// What would be another address, or is no text, is refused before anything is sent.
    static func check(_ text: String, _ sysID: String) throws(MyWorkError) {
        guard !sysID.isEmpty, sysID != ".", sysID != ".." else {
            throw MyWorkError(.unusable, "A task needs a sys_id.")
        }
        guard text.utf8.contains(where: { !ASCII.isSpace($0) }) else {
            throw MyWorkError(.emptyComment, "There is no text to add.")
        }
    }

    /// A single record that is not there is one that may not be read, too; instances do not say which.
    static func unreadable(_ failure: RequestFailure) -> MyWorkError {
        if case .refused(let refusal) = failure, refusal.kind == .notFound {
            return MyWorkError(.noTask, refusal.description, failure)
        }
        return MyWorkError(failure)
    }
}

/// Builds the requests of the MyWork application, byte for byte those of its documentation: method, address, header
/// lines, body. Pure.
struct MyWorkRequests: Sendable {
    let instance: Instance
    var purpose = RequestPurpose.command

    /// `GET /api/now/v2/table/sys_user?user_name=…&sysparm_fields=…`: who a user is. It opens the session.
    func user(named name: String) -> HTTPRequest {
        var url = instance.url("/api/now/v2/table/sys_user")
        // The commas travel as they are, as in the documented request.
        url.query = "user_name=\(PercentCoding.encode(name))&sysparm_fields=user_name,first_name,last_name,sys_id"
        return HTTPRequest(.get, url, headers: ["Accept": "application/json"], purpose: purpose)
    }

    /// `GET /api/x_snc_my_work/v1/tracker/task`: the open tasks of the user, by type.
    func tasks() -> HTTPRequest {
        HTTPRequest(
            .get, instance.url(Self.tracker + "/task"), headers: ["Accept": "application/json"], purpose: purpose)
    }

    /// `POST /api/x_snc_my_work/v1/tracker/task/{sys_id}/comment` with `{"comment":"…"}`.
    func comment(_ text: String, on sysID: String) -> HTTPRequest {
        HTTPRequest(
            .post, instance.url(Self.tracker + "/task/" + PercentCoding.encode(sysID) + "/comment"),
            headers: ["Accept": "application/json", "Content-Type": "application/json"],
            body: JSON.object([.init("comment", .string(text))]).compactBytes, purpose: purpose)
    }

    /// Only v1 exists, and it is not the default: without a version the address means nothing.
    private static let tracker = "/api/x_snc_my_work/v1/tracker"
}
