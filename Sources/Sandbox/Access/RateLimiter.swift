import ExchangeModel

/// Counts requests by user, rule and API, in hours of the wire clock.
struct RateLimiter {
    /// What a rule says of one request.
    struct Verdict {
        let rule: RateLimitRule
        let api: String
        let isExceeded: Bool
        /// When the hour ends.
        let reset: Timestamp
        /// Seconds until then.
        let wait: Int64

        /// What every answer that a rule applies to carries.
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
