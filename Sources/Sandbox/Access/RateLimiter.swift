import ExchangeModel

/// Counts requests per user and API in each hour of wire time, for the fault `rate-limit`.
struct RateLimiter {
    struct Verdict {
        /// The maximum number of requests per user and hour.
        let limit: Int
        let api: String
        let isExceeded: Bool
        /// The end of the hour.
        let reset: Timestamp
        /// Seconds until the end of the hour.
        let wait: Int64

        var fields: [HeaderField] {
            [
                HeaderField("X-RateLimit-Limit", String(limit)),
                HeaderField("X-RateLimit-Reset", String(reset.seconds)),
                HeaderField("X-RateLimit-Rule", "5c9f3e1b4f4212008a5ab895f110c7d4"),
            ]
        }
    }

    private let limit: Int?
    private var hour: Int64 = 0
    private var counts: [String: Int] = [:]

    init(limit: Int?) { self.limit = limit }

    /// Counts a request. Nil without a limit.
    mutating func count(by account: Account, path: String, at now: Timestamp) -> Verdict? {
        guard let limit else { return nil }
        let present = now.seconds / 3600
        if present != hour { (hour, counts) = (present, [:]) }
        let api = RateLimiter.api(of: path)
        let key = account.sysID + api
        let used = counts[key] ?? 0
        if used < limit { counts[key] = used + 1 }
        let reset = (present + 1) * 3600
        return Verdict(
            limit: limit, api: api, isExceeded: used >= limit, reset: Timestamp(seconds: reset),
            wait: reset - now.seconds)
    }

    /// The API of a path, as named in the error.
    private static func api(of path: String) -> String {
        let segments = path.split(separator: "/").map(String.init)
        guard segments.count > 2, segments[0] == "api", segments[1] == "now" else { return "REST API" }
        let name = segments[2] == "v1" || segments[2] == "v2" ? segments.dropFirst(3).first ?? "" : segments[2]
        return [
            "table": "Table API", "stats": "Aggregate API", "attachment": "Attachment API", "batch": "Batch API",
            "import": "Import Set API",
        ][name] ?? "REST API"
    }
}
