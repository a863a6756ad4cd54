import ExchangeModel

/// Brings the faults into the answers of the instance.
struct FaultInjector {
    /// What takes the place of an answer.
    enum Replacement {
        case failure
        case page
    }

    private let numbers: [FaultKind: Int]
    private var requests = 0
    private var lists = 0

    /// Of two faults of a kind the later counts.
    init(_ faults: [Fault]) {
        numbers = Dictionary(faults.map { ($0.kind, $0.number ?? 1) }, uniquingKeysWith: { $1 })
    }

    /// The rule that the fault `rate-limit` is.
    var rateLimits: [RateLimitRule] {
        numbers[.rateLimit].map { [RateLimitRule(sysID: "5c9f3e1b4f4212008a5ab895f110c7d4", .everyone, limit: $0)] }
            ?? []
    }

    /// How many requests a session serves; nil for as many as come in its time.
    var mostSessionUses: Int? { numbers[.expireSession] }

    /// Whether a query that is invalid in part finds nothing (`glide.invalid_query.returns_no_rows`).
    var invalidQueriesFindNothing: Bool { numbers[.invalidQueryReturnsNoRows] != nil }

    /// Whether a route leads nowhere, because the application that brings it is not installed.
    func lacks(_ route: Route) -> Bool {
        if case .taskTracker = route { numbers[.noMyWork] != nil } else { false }
    }

    /// Counts a request, and says what takes its place when it is not to be carried out.
    mutating func next() -> Replacement? {
        requests += 1
        if let every = numbers[.serverError], requests.isMultiple(of: every) { return .failure }
        if let every = numbers[.htmlError], requests.isMultiple(of: every) { return .page }
        return nil
    }

    /// A list's answer, broken off when its turn has come: two thirds of it, with the error behind it.
    mutating func broken(_ answer: Answer) -> Answer {
        guard let every = numbers[.truncate], answer.status == 200, answer.body.count > 16 else { return answer }
        lists += 1
        guard lists.isMultiple(of: every) else { return answer }
        var end = answer.body.count * 2 / 3
        // Not in the middle of a character.
        while end > 0, answer.body[end] & 0xC0 == 0x80 { end -= 1 }
        var broken = answer
        broken.body = Array(answer.body[..<end]) + Refusal.cancelled.answer.body
        return broken
    }
}
