public import ExchangeModel
import Notation
import NowData
public import NowSDK

/// The signed-in user's tasks and their comments, as in the MyWork application.
///
/// `tasks()` and `addComment(_:to:)` use the Task Tracker API of the application x_snc_my_work; `assignedTasks()` and
/// `addWorkNote(_:to:)` use the Table API, for instances without it.
public struct MyWorkService: Sendable {
    /// The instance.
    public let instance: Instance
    let requests: MyWorkRequests
    let api: APIClient
    let tables: TableClient

    /// Creates a service with an authenticating transport, of an `Authenticator` or a configured SDK.
    public init(instance: Instance, transport: any Transport) {
        self.init(instance: instance, transport: transport, purpose: .command)
    }

    package init(instance: Instance, transport: any Transport, purpose: RequestPurpose) {
        self.instance = instance
        requests = MyWorkRequests(instance: instance, purpose: purpose)
        api = APIClient(transport: transport)
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
            return try await api.send(request)
        } catch {
            throw MyWorkError(error)
        }
    }

    /// Rejects an empty text, or a sys_id that would change the URL, before anything is sent.
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

    /// `GET /api/now/v2/table/sys_user?user_name=…&sysparm_fields=…`: the user's record. It opens the session.
    func user(named name: String) -> HTTPRequest {
        var url = instance.url("/api/now/v2/table/sys_user")
        // The commas are not escaped, as in the documented request.
        url.query = "user_name=\(PercentCoding.encode(name))&sysparm_fields=user_name,first_name,last_name,sys_id"
        return HTTPRequest(.get, url, headers: ["Accept": "application/json"], purpose: purpose)
    }

    /// `GET /api/x_snc_my_work/v1/tracker/task`: the user's open tasks by class.
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

    /// Only v1 exists, and it is not the default: a path without a version is unknown.
    private static let tracker = "/api/x_snc_my_work/v1/tracker"
}
