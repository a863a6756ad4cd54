import ExchangeModel

/// Every refusal with its words.
extension Refusal {
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
    static let contentTypeJSON = Refusal(
        status: 415,
        message: "Invalid content-type. Supported request media types for this service are: [application/json]",
        detail: nil)

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

    /// A data policy of the record's table, as recorded answers word it.
    static func mandatory(_ labels: [String]) -> Refusal {
        Refusal(
            status: 403, message: "Operation Failed",
            detail: "Data Policy Exception: \n\tThe following fields are mandatory: " + labels.joined(separator: ", "))
    }

    static func aborted(_ table: String, rule: String, sysID: String) -> Refusal {
        Refusal(
            status: 403, message: "Operation Failed",
            detail: "Operation against file '\(table)' was aborted by Business Rule '\(rule)^\(sysID)'. "
                + "Business Rule Stack:\(rule)")
    }

    static func queryRefused(_ table: String) -> Refusal {
        Refusal(
            status: 403, message: "Operation against file '\(table)' was denied due to table security.",
            detail: "Field(s) present in the query do not have permission to be read.")
    }

    static func rateLimited(_ verdict: RateLimiter.Verdict) -> Refusal {
        Refusal(
            status: 429, message: "Rate limit exceeded",
            detail: "Rate limit of \(verdict.rule.limit) requests per hour for \(verdict.api) exceeded",
            fields: [HeaderField("Retry-After", String(verdict.wait))])
    }

    /// What an instance says when it gives up: as an answer of its own, or behind one that it broke off.
    static let cancelled = Refusal(
        status: 500, message: "Transaction cancelled: maximum execution time exceeded",
        detail: "Check logs for error trace or enable glide.rest.debug property to verify REST request processing")

    static func internalError(_ detail: String) -> Refusal {
        Refusal(status: 500, message: "The sandbox failed", detail: detail)
    }
}
