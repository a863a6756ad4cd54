/// Every fault: its name, the number it takes, and what it does.
package enum FaultKind: String, Sendable, Hashable, CaseIterable {
    /// A list breaks off in the middle.
    case truncate
    /// Too many requests of an hour are refused.
    case rateLimit = "rate-limit"
    /// Answers take longer.
    case slow
    /// Requests fail with 500.
    case serverError = "server-error"
    /// Requests are answered with a page.
    case htmlError = "html-error"
    /// Sessions end early.
    case expireSession = "expire-session"
    /// The property `glide.invalid_query.returns_no_rows` is set.
    case invalidQueryReturnsNoRows = "invalid-query-returns-no-rows"
    /// The application My Work, which brings the Task Tracker API, is not installed.
    case noMyWork = "no-my-work"

    /// What the number stands for in a usage line; nil when the fault takes none.
    package var placeholder: String? {
        switch self {
        case .truncate, .rateLimit, .serverError, .htmlError, .expireSession: "N"
        case .slow: "SECONDS"
        case .invalidQueryReturnsNoRows, .noMyWork: nil
        }
    }

    /// Whether it cannot do without its number.
    package var needsNumber: Bool { placeholder != nil && self != .truncate }

    /// `rate-limit=N`.
    package var usage: String {
        guard let placeholder else { return rawValue }
        return needsNumber ? "\(rawValue)=\(placeholder)" : "\(rawValue)[=\(placeholder)]"
    }

    /// What it does: a phrase, without a full stop.
    package var summary: String {
        switch self {
        case .truncate: "every Nth list (every one, without N) breaks off in the middle, its status still 200"
        case .rateLimit: "a user's N+1st request of an hour to an API is refused with 429"
        case .slow: "every answer takes so many seconds longer"
        case .serverError: "every Nth request is not carried out, and answered with 500"
        case .htmlError: "every Nth request is not carried out, and answered with 503 and a page"
        case .expireSession: "a session is over after N requests"
        case .invalidQueryReturnsNoRows: "a query that is invalid in part finds nothing"
        case .noMyWork: "the application My Work is not installed, so that there is no Task Tracker API"
        }
    }
}
