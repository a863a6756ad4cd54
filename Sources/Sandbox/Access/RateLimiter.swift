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

/// Counts requests by user, rule and API, in hours of the wire clock.
struct RateLimiter {
    struct Verdict {
        let rule: RateLimitRule
        let api: String
        let isExceeded: Bool
        /// When the hour ends.
        let reset: Timestamp
        /// Seconds until then.
        let wait: Int64

        var fields: [HeaderField] {
            [
                HeaderField("X-RateLimit-Limit", String(rule.limit)),
                HeaderField("X-RateLimit-Reset", String(reset.seconds)),
                HeaderField("X-RateLimit-Rule", rule.sysID),
            ]
        }
    }

    private struct Key: Hashable {
        let rule: String
        let user: String
        let api: String
    }

    let rules: [RateLimitRule]
    private var hour: Int64 = 0
    private var counts: [Key: Int] = [:]

    init(_ rules: [RateLimitRule]) { self.rules = rules }

    /// Counts a request. Nil when no rule is for it.
    mutating func count(by account: Account, path: String, at now: Timestamp) -> Verdict? {
        let api = RateLimitRule.api(of: path)
        guard let rule = rule(for: account, api) else { return nil }
        let present = now.seconds / 3600
        if present != hour { (hour, counts) = (present, [:]) }
        let key = Key(rule: rule.sysID, user: account.sysID, api: api)
        let used = counts[key] ?? 0
        if used < rule.limit { counts[key] = used + 1 }
        let reset = (present + 1) * 3600
        return Verdict(
            rule: rule, api: api, isExceeded: used >= rule.limit, reset: Timestamp(seconds: reset),
            wait: reset - now.seconds)
    }

    private func rule(for account: Account, _ api: String) -> RateLimitRule? {
        let candidates = rules.filter { $0.api == nil || $0.api == api }
        let own = candidates.filter { $0.scope == .user(account.userName) }
        let ofRoles = candidates.filter { rule in
            if case .role(let role) = rule.scope { account.roles.contains(role) } else { false }
        }
        let general = candidates.filter { $0.scope == .everyone }
        return [own, ofRoles, general].first { !$0.isEmpty }?.max { $0.limit < $1.limit }
    }
}
