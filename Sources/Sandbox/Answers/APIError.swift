import ExchangeModel
import Notation

struct Answer {
    var status: Int
    var body: [UInt8]
    var contentType: String = "application/json;charset=UTF-8"
    var fields: [HeaderField] = []
    /// Whether a script wrote it to the stream itself: then no cache headers are added.
    var isWrittenByScript = false

    static func json(_ body: [UInt8], status: Int = 200, fields: [HeaderField] = []) -> Answer {
        Answer(status: status, body: body, fields: fields)
    }

    static func result(_ result: JSON, status: Int = 200, fields: [HeaderField] = []) -> Answer {
        .json((["result": result] as JSON).compactBytes, status: status, fields: fields)
    }

    static func html(_ text: String, status: Int = 200) -> Answer {
        Answer(status: status, body: Array(text.utf8), contentType: "text/html;charset=UTF-8")
    }

    static func empty(_ status: Int, fields: [HeaderField] = []) -> Answer {
        Answer(status: status, body: [], contentType: "", fields: fields)
    }
}

/// An error response: `{"error":{"message":…,"detail":…},"status":"failure"}`.
/// Texts are those of recorded responses where available.
struct APIError: Error {
    let status: Int
    let message: String
    let detail: String?
    var fields: [HeaderField] = []
    var cause: Cause?

    enum Cause: Sendable {
        case tableRefused
    }

    var answer: Answer {
        let error: JSON = [
            "error": ["message": .string(message), "detail": detail.map(JSON.string) ?? .null], "status": "failure",
        ]
        return .json(error.compactBytes, status: status, fields: fields)
    }

    static let notAuthenticated = APIError(
        status: 401, message: "User Not Authenticated", detail: "Required to provide Auth information",
        fields: [HeaderField("WWW-Authenticate", "Basic realm=\"Service-now\"")])
    static let unknownRoute = APIError(
        status: 400, message: "Requested URI does not represent any resource", detail: nil)
    static let noRecord = APIError(
        status: 404, message: "No Record found", detail: "Record doesn't exist or ACL restricts the record retrieval")
    static let tableRefused = APIError(
        status: 403, message: "User Not Authorized", detail: "Failed API level ACL Validation", cause: .tableRefused)
    static let negativeOffset = APIError(
        status: 400, message: "Invalid sysparm_offset", detail: "The offset must not be negative")

    static let contentType = APIError(
        status: 415,
        message: "Invalid content-type. Supported request media types for this service are: [application/json]",
        detail: nil)
    static let notAcceptable = APIError(
        status: 406, message: "Requested response media type is not supported",
        detail: "Supported response media types for this service are: [application/json]")

    static func invalidTable(_ name: String) -> APIError {
        APIError(status: 400, message: "Invalid table " + name, detail: nil)
    }

    static func unreadableBody(_ detail: String) -> APIError {
        APIError(status: 400, message: "Exception while reading request", detail: detail)
    }

    static func tooLarge(_ bytes: Int) -> APIError {
        unreadableBody(
            "Rejected large REST payload with content-length = \(bytes) bytes. "
                + "Max allowed: \(RequestBody.maxBytes) bytes.")
    }

    static func tooComplex(_ error: QueryComplexityError) -> APIError {
        APIError(
            status: 400, message: "Query too complex", detail: "A query may hold at most \(error.most) \(error.limit)")
    }

    static func forbidden(_ operation: AccessRules.Operation) -> APIError {
        failed("ACL Exception \(operation.rawValue) Failed due to security constraints")
    }

    static func method(_ method: HTTPMethod, allowed: [HTTPMethod]) -> APIError {
        APIError(
            status: 405, message: "Method not allowed", detail: "\(method) is not supported by this resource",
            fields: [HeaderField("Allow", allowed.map(\.rawValue).joined(separator: ", "))])
    }

    static func mandatory(_ labels: [String]) -> APIError {
        failed("Data Policy Exception: \n\tThe following fields are mandatory: " + labels.joined(separator: ", "))
    }

    static func aborted(_ table: String, rule: String, sysID: String) -> APIError {
        failed(
            "Operation against file '\(table)' was aborted by Business Rule '\(rule)^\(sysID)'. "
                + "Business Rule Stack:\(rule)")
    }

    static func database(_ table: String, _ name: String, _ operation: AccessRules.Operation) -> APIError {
        failed("Error during \(operation.rawValue.lowercased()) of \(table) (\(name))")
    }

    private static func failed(_ detail: String) -> APIError {
        APIError(status: 403, message: "Operation Failed", detail: detail)
    }

    static func queryRefused(_ table: String) -> APIError {
        APIError(
            status: 403, message: "Operation against file '\(table)' was denied due to table security.",
            detail: "Field(s) present in the query do not have permission to be read.")
    }

    static func rateLimited(_ verdict: RateLimiter.Verdict) -> APIError {
        APIError(
            status: 429, message: "Rate limit exceeded",
            detail: "Rate limit of \(verdict.limit) requests per hour for \(verdict.api) exceeded",
            fields: [HeaderField("Retry-After", String(verdict.wait))])
    }

    /// A cancelled transaction: as a response of its own, or appended to one that was cut off.
    static let cancelled = APIError(
        status: 500, message: "Transaction cancelled: maximum execution time exceeded",
        detail: "Check logs for error trace or enable glide.rest.debug property to verify REST request processing")

    static func internalError(_ detail: String) -> APIError {
        APIError(status: 500, message: "The sandbox failed", detail: detail)
    }

    /// The text names another key than the script reads, as in the application.
    static let noComment = APIError(
        status: 400,
        message: "Valid inputs not present in request. Comments data not present. "
            + "Request body must be like {'comments':'My comments here'}", detail: nil)
    static let noTask = APIError(status: 404, message: "Task with Record Id not found", detail: nil)
    static let commentRefused = APIError(
        status: 400, message: "Error updating comments", detail: "May be ACL restricted updating comments")
    /// Without a body the script reads a property of undefined. The text is the script engine's.
    static let scriptFailed = APIError(
        status: 500, message: "Cannot read property \"comment\" from null",
        detail: "Check logs for error trace or enable glide.rest.debug property to verify REST request processing")
}
