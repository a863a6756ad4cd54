import ExchangeModel

/// How many requests an hour the instance takes, as the rules of inbound REST rate limiting say it.
package struct RateLimitRule: Sendable, Hashable {
    /// Whom a rule is for. A user's own comes before one of his roles, and that before the one for everybody.
    package enum Scope: Sendable, Hashable {
        case user(String)
        case role(String)
        case everyone
    }

    /// What `X-RateLimit-Rule` says.
    package let sysID: String
    package let scope: Scope
    /// The API it is for, as `RateLimitRule.api(of:)` calls it; nil lets it count every API by itself.
    package let api: String?
    /// The most requests of one user in one hour of the wire clock.
    package let limit: Int

    /// A rule.
    package init(sysID: String, _ scope: Scope, api: String? = nil, limit: Int) {
        self.sysID = sysID
        self.scope = scope
        self.api = api
        self.limit = limit
    }

    /// The API that a path belongs to, as refusals name it.
    static func api(of path: String) -> String {
        let segments = path.split(separator: "/").map(String.init)
        guard segments.count > 2, segments[0] == "api", segments[1] == "now" else { return "REST API" }
        let name = segments[2] == "v1" || segments[2] == "v2" ? segments.dropFirst(3).first ?? "" : segments[2]
        return [
            "table": "Table API", "stats": "Aggregate API", "attachment": "Attachment API", "batch": "Batch API",
            "import": "Import Set API",
        ][name] ?? "REST API"
    }
}
