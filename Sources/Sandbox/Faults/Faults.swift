package import ExchangeModel

/// A fault that instances sometimes have and clients must handle, enabled by name.
package struct Fault: Sendable, Hashable {
    package let kind: FaultKind
    package let number: Int?

    /// Parses `rate-limit=100`, `truncate`. Throws for an unknown fault or an invalid number.
    package init(_ text: String) throws(FaultError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts.first ?? ""
        guard let kind = FaultKind.allCases.first(where: { $0.rawValue == name }) else {
            throw .unknown(name)
        }
        self.kind = kind
        guard parts.count == 2 else {
            guard !kind.needsNumber else { throw .number(kind) }
            number = nil
            return
        }
        guard kind.takesNumber, let number = Int(parts[1]), (1...1_000_000).contains(number) else {
            throw .number(kind)
        }
        self.number = number
    }
}

package enum FaultKind: String, Sendable, Hashable, CaseIterable {
    case truncate
    case rateLimit = "rate-limit"
    case slow
    /// Requests fail with 500.
    case serverError = "server-error"
    case htmlError = "html-error"
    case expireSession = "expire-session"
    /// Basic is for accounts with the role of `glide.authenticate.basic_auth.allowed_roles` only.
    case basicRestricted = "basic-restricted"
    /// Every account has a second factor.
    case secondFactor = "second-factor"
    /// APIs, too, answer clients without a credential as pages do (`PageSignIn`).
    case singleSignOn = "single-sign-on"
    /// Every request is answered by the page of a sleeping developer instance.
    case hibernating
    /// The property `glide.invalid_query.returns_no_rows` is set.
    case invalidQueryReturnsNoRows = "invalid-query-returns-no-rows"
    /// The application My Work, with the Task Tracker API, is not installed.
    case noMyWork = "no-my-work"
    /// The tables differ as after an upgrade (`Schema.upgraded`).
    case upgraded

    package var usage: String {
        switch self {
        case .slow: "slow=SECONDS"
        case .truncate: "truncate[=N]"
        case .rateLimit, .serverError, .htmlError, .expireSession: rawValue + "=N"
        default: rawValue
        }
    }

    var takesNumber: Bool { usage != rawValue }
    var needsNumber: Bool { takesNumber && self != .truncate }
}

struct FaultInjector {
    enum Replacement {
        case failure
        case page
    }

    private let numbers: [FaultKind: Int]
    private var requests = 0
    private var lists = 0

    init(_ faults: [Fault]) {
        numbers = Dictionary(faults.map { ($0.kind, $0.number ?? 1) }, uniquingKeysWith: { $1 })
    }

    /// A fault's number, 1 if it was given none; nil if the fault is not enabled.
    subscript(kind: FaultKind) -> Int? { numbers[kind] }

    func has(_ kind: FaultKind) -> Bool { numbers[kind] != nil }

    /// The tables that the instance ships with.
    var schema: Schema { numbers[.upgraded] == nil ? .standard : .upgraded }

    /// Whether the application of a resource is not installed.
    func lacks(_ resource: RESTResource) -> Bool {
        numbers[.noMyWork] != nil && resource.pattern.hasPrefix(TaskTrackerRoutes.scope)
    }

    /// Counts a request, and returns a response that replaces its own, if any.
    mutating func next() -> Replacement? {
        requests += 1
        if let every = numbers[.serverError], requests.isMultiple(of: every) { return .failure }
        if let every = numbers[.htmlError], requests.isMultiple(of: every) { return .page }
        return nil
    }

    /// Truncates every nth list: two thirds of the response, followed by the error.
    mutating func broken(_ answer: Answer) -> Answer {
        guard let every = numbers[.truncate], answer.status == 200, answer.body.count > 16 else { return answer }
        lists += 1
        guard lists.isMultiple(of: every) else { return answer }
        var end = answer.body.count * 2 / 3
        // Not inside a character.
        while end > 0, answer.body[end] & 0xC0 == 0x80 { end -= 1 }
        var broken = answer
        broken.body = Array(answer.body[..<end]) + APIError.cancelled.answer.body
        return broken
    }
}

/// Why a fault cannot be enabled.
package enum FaultError: Error, Sendable, Hashable, CustomStringConvertible {
    case unknown(String)
    /// The fault takes no number, or requires one from 1 to 1000000.
    case number(FaultKind)

    package var description: String {
        switch self {
        case .unknown(let name): "Unknown fault: \(name)."
        case .number(let kind) where !kind.takesNumber: "The fault \(kind.rawValue) takes no number."
        case .number(let kind): "The fault \(kind.rawValue) takes a whole number from 1 to 1000000: \(kind.usage)."
        }
    }
}

/// Delays responses, for the fault `slow`. It blocks no thread while it waits.
package struct DelayedTransport: Transport {
    private let next: any Transport
    private let seconds: Int
    private let clock: any Clock

    /// Waits that many seconds on the clock before it forwards a request.
    package init(_ next: any Transport, seconds: Int, clock: any Clock) {
        self.next = next
        self.seconds = seconds
        self.clock = clock
    }

    /// Forwards the request after the delay. Fails with `.cancelled` when the task is cancelled.
    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        do {
            try await clock.sleep(microseconds: Int64(seconds) * 1_000_000)
        } catch {
            throw TransportFailure(.cancelled, "The request was cancelled.")
        }
        return try await next.send(request)
    }
}

extension Schema {
    /// The tables after an upgrade. The records are the same.
    static let upgraded = Schema(
        standard.definitions.map { table in
            var table = table
            upgrades[table.name]?(&table)
            return table
        })

    private static let upgrades: [String: @Sendable (inout TableDefinition) -> Void] = [
        "incident": { table in
            table.replace("business_impact") {
                ColumnDefinition("impact_on_business", $0.type, length: $0.length)
            }
            table.replace("resolved_by") { ColumnDefinition($0.name, .string, label: $0.label) }
            table.choices["category"]?.append(Choice("cloud", "Cloud"))
        },
        "problem": { table in table.access.requiredRoles = [] },
    ]
}

extension TableDefinition {
    fileprivate mutating func replace(_ name: String, by column: (ColumnDefinition) -> ColumnDefinition) {
        for index in columns.indices where columns[index].name == name { columns[index] = column(columns[index]) }
    }
}

/// Counts requests per user and API in each hour of wire time, for the fault `rate-limit`.
struct RateLimiter {
    struct Verdict {
        /// The maximum number of requests per user and hour.
        let limit: Int
        let api: String
        let isExceeded: Bool
        /// The end of the hour.
        let reset: Timestamp
        let wait: Int64

        var fields: [HeaderField] {
            [
                HeaderField("X-RateLimit-Limit", String(limit)),
                HeaderField("X-RateLimit-Reset", String(reset.seconds)),
                HeaderField("X-RateLimit-Rule", "5c9f3e1b4f4212008a5ab895f110c7d4"),
            ]
        }
    }

    let limit: Int?
    private(set) var hour: Int64 = 0
    private(set) var counts: [String: Int] = [:]

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
