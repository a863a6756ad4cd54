import ExchangeModel
import Notation
package import NowData

enum TrackerResponse {
    /// The tasks by class: `{"result":{"Incident":[{"number":…}]}}`. Unknown members are ignored. URLs are kept
    /// as text and not followed, because the instance builds them from display values.
    static func groups(in answer: APIResponse) throws(MyWorkError) -> [TaskGroup] {
        let root: JSONNode
        do {
            root = try answer.json()
        } catch {
            throw myWorkError(error)
        }
        guard let result = root["result"], result.kind == .object else { throw unexpected("no tasks by type") }
        var groups: [TaskGroup] = []
        for group in result.members {
            guard group.value.kind == .array else { throw unexpected("no list under \(group.name)") }
            var tasks: [AssignedTask] = []
            for task in group.value.elements {
                guard let sysID = task["sys_id"]?.scalarText, !sysID.isEmpty else {
                    throw unexpected("a task without a sys_id")
                }
                tasks.append(
                    AssignedTask(
                        number: task["number"]?.scalarText ?? "",
                        shortDescription: task["short_desc"]?.scalarText.flatMap { $0.isEmpty ? nil : $0 },
                        sysID: sysID, created: task["created"]?.scalarText.flatMap { Timestamp(glideText: $0) },
                        snowui: task["snowui"]?.scalarText, link: task["link"]?.scalarText))
            }
            groups.append(TaskGroup(type: group.name, tasks: tasks))
        }
        return groups
    }

    /// Throws unless the instance confirms that the text was added, which it does without a `result`.
    static func check(_ answer: APIResponse) throws(MyWorkError) {
        do {
            _ = try answer.json()
        } catch {
            throw myWorkError(error)
        }
    }

    static func myWorkError(_ failure: RequestFailure) -> MyWorkError {
        guard case .errorResponse(let errorResponse) = failure, let kind = kind(of: errorResponse) else {
            return MyWorkError(failure)
        }
        let message =
            switch kind {
            case .noVersion: "The instance has no active version of the Task Tracker API."
            case .notInstalled: "The application My Work (x_snc_my_work) is not installed on the instance."
            default: errorResponse.description
            }
        return MyWorkError(kind, message, failure)
    }

    /// Interprets the messages of the API's script. A missing application is reported in several ways, because the URL
    /// is then unknown to the instance.
    private static func kind(of errorResponse: ErrorResponse) -> MyWorkError.Kind? {
        let message = errorResponse.message.lowercased()
        switch errorResponse.status {
        case 400 where message.hasPrefix("error updating comments"): return .forbidden
        case 400 where message.hasPrefix("valid inputs not present"): return .emptyComment
        case 404 where message.hasPrefix("task with record id not found"), 404 where message == "no record found":
            return .noTask
        case 400, 404:
            if message.contains("version") { return .noVersion }
            let isMissing = errorResponse.status == 404 || message.contains("does not represent any resource")
            return isMissing ? .notInstalled : nil
        default: return nil
        }
    }

    private static func unexpected(_ what: String) -> MyWorkError {
        MyWorkError(.unexpectedAnswer, "The answer of the Task Tracker API contains \(what).")
    }
}

/// Why an operation of the MyWork application failed.
public struct MyWorkError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of error.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A user name or sys_id that cannot be sent.
        case unusable
        /// The instance rejected the credentials, or there were none.
        case notSignedIn
        /// Signed in, but the instance returns no user with that name.
        case noUser
        /// The instance returned other users: it ignored the name.
        case otherUser
        /// The secret store has no saved user.
        case nothingKept
        /// The secret store failed. A user who has just signed in is signed in.
        case keychain
        /// The Task Tracker API is not installed at the instance.
        case notInstalled
        /// The Task Tracker API has no active version at the instance.
        case noVersion
        /// The task does not exist or is not readable.
        case noTask
        /// Access rules forbid it.
        case forbidden
        /// The text is empty.
        case emptyComment
        /// The instance rejected the request for another reason.
        case refused
        /// The response is not what the API sends.
        case unexpectedAnswer
        /// There was no response.
        case network
        /// It was cancelled.
        case cancelled
    }

    /// The kind of error.
    public let kind: Kind
    /// One sentence, without secrets.
    public let message: String
    package let failure: RequestFailure?

    package init(_ kind: Kind, _ message: String, _ failure: RequestFailure? = nil) {
        self.kind = kind
        self.message = message
        self.failure = failure
    }

    init(_ failure: RequestFailure) {
        let kind: Kind =
            switch failure {
            case .transport(let failure):
                switch failure.kind {
                case .cancelled: .cancelled
                case .signIn: .notSignedIn
                case .invalidRequest: .unusable
                default: .network
                }
            case .errorResponse(let errorResponse):
                switch errorResponse.kind {
                case .notSignedIn: .notSignedIn
                case .forbidden: .forbidden
                case .notJSON, .truncated: .unexpectedAnswer
                case .notFound, .invalid, .tooManyRequests, .server: .refused
                }
            case .noRecord: .noTask
            case .ambiguous, .invalidRequest, .stalled: .unusable
            }
        self.init(kind, failure.description, failure)
    }

    /// One sentence.
    public var description: String { message }
}
