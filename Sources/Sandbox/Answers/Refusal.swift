import ExchangeModel
import Notation

/// An answer that says no: `{"error":{"message":…,"detail":…},"status":"failure"}`.
///
/// Texts are those of recorded answers where there are any.
struct Refusal: Error {
    let status: Int
    let message: String
    let detail: String?
    var fields: [HeaderField] = []

    var answer: Answer {
        let error: JSON = .object([
            .init("error", ["message": .string(message), "detail": detail.map(JSON.string) ?? .null]),
            .init("status", "failure"),
        ])
        return .json(error.compactBytes, status: status, fields: fields)
    }

    static let notAuthenticated = Refusal(
        status: 401, message: "User Not Authenticated", detail: "Required to provide Auth information",
        fields: [HeaderField("WWW-Authenticate", "Basic realm=\"Service-now\"")])
    static let unknownRoute = Refusal(
        status: 400, message: "Requested URI does not represent any resource", detail: nil)
    static let noRecord = Refusal(
        status: 404, message: "No Record found", detail: "Record doesn't exist or ACL restricts the record retrieval")
    static let tableRefused = Refusal(
        status: 403, message: "User Not Authorized", detail: "Failed API level ACL Validation")
    static let negativeOffset = Refusal(
        status: 400, message: "Invalid sysparm_offset", detail: "The offset must not be negative")
    static let contentType = Refusal(
        status: 415,
        message: "Invalid content-type. Supported request media types for this service are: "
            + "[application/json, application/xml, text/xml]", detail: nil)
    static let xml = Refusal(
        status: 415, message: "The sandbox reads and writes JSON only", detail: "Use application/json")

    static func invalidTable(_ name: String) -> Refusal {
        Refusal(status: 400, message: "Invalid table " + name, detail: nil)
    }

    static func unreadableBody(_ detail: String) -> Refusal {
        Refusal(status: 400, message: "Exception while reading request", detail: detail)
    }

    static func tooLarge(_ bytes: Int) -> Refusal {
        unreadableBody(
            "Rejected large REST payload with content-length = \(bytes) bytes. "
                + "Max allowed: \(RequestBody.mostBytes) bytes.")
    }

    static func tooComplex(_ error: QueryTooComplex) -> Refusal {
        Refusal(
            status: 400, message: "Query too complex", detail: "A query may hold at most \(error.most) \(error.limit)")
    }

    static func forbidden(_ operation: AccessRules.Operation) -> Refusal {
        Refusal(
            status: 403, message: "Operation Failed",
            detail: "ACL Exception \(operation.rawValue) Failed due to security constraints")
    }

    static func method(_ method: HTTPMethod, allowed: [HTTPMethod]) -> Refusal {
        Refusal(
            status: 405, message: "Method not allowed", detail: "\(method) is not supported by this resource",
            fields: [HeaderField("Allow", allowed.map(\.rawValue).joined(separator: ", "))])
    }

    static func internalError(_ detail: String) -> Refusal {
        Refusal(status: 500, message: "The sandbox failed", detail: detail)
    }
}
