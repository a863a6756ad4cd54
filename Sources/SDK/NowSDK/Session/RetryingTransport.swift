package import ExchangeModel

/// Waits when the instance asks for a pause, and repeats failed requests where that is safe.
///
/// It is below `AuthenticatingTransport`, so only one hop is repeated and not the redirects before it, and above the
/// tape, so every attempt is an exchange: a replay gets the same outcomes and makes the same attempts, without waiting.
package struct RetryingTransport: Transport {
    private let next: any Transport
    private let clock: any Clock
    private let rules: RetryRules
    private let watch: @Sendable () -> RetryWatch?

    /// - Parameters:
    ///   - clock: waits; real when recording, instant in a replay.
    ///   - isSafe: whether a request only reads. An unsafe GET or HEAD is never repeated.
    ///   - watch: the command that sent the request; without one, nothing is repeated.
    package init(
        next: any Transport, clock: any Clock, isSafe: @escaping @Sendable (HTTPRequest) -> Bool,
        watch: @escaping @Sendable () -> RetryWatch?
    ) {
        self.next = next
        self.clock = clock
        self.watch = watch
        rules = RetryRules(isSafe: isSafe)
    }

    /// Sends the request, repeats it as needed, and returns the last outcome. Requests for completion are not repeated.
    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
        guard request.purpose != .completion, let watch = watch() else { return try await next.send(request) }
        var repeats = 0
        var waited: Int64 = 0
        while true {
            let outcome = await attempt(request)
            guard
                let pause = rules.pause(
                    after: outcome, to: request, repeats: repeats, waited: waited, now: clock.now, watch)
            else { return try outcome.get() }
            watch.begins(pause)
            let wasCancelled = await !wait(for: pause, watch)
            watch.onTick(pause, 0)
            // The tape records a cancelled attempt without sending it, so a replay ends here too.
            if wasCancelled { return try await next.send(request) }
            repeats += 1
            waited += pause.seconds
        }
    }

    private func attempt(_ request: HTTPRequest) async -> Result<HTTPResponse, TransportFailure> {
        do throws(TransportFailure) {
            return .success(try await next.send(request))
        } catch {
            return .failure(error)
        }
    }

    /// Waits second by second. Returns false if cancelled.
    private func wait(for pause: RetryPause, _ watch: RetryWatch) async -> Bool {
        var left = pause.microseconds
        while left > 0 {
            watch.onTick(pause, (left + 999_999) / 1_000_000)
            // The fraction of a second comes first.
            let step = left % 1_000_000 == 0 ? 1_000_000 : left % 1_000_000
            do {
                try await clock.sleep(microseconds: step)
            } catch {
                return false
            }
            left -= step
        }
        return true
    }
}

/// Decides whether a request is sent again, and after what pause. The same outcomes and seed give the same pauses, so a
/// replay behaves like the recording.
struct RetryRules {
    /// Whether a request only reads.
    let isSafe: @Sendable (HTTPRequest) -> Bool

    /// How often a request is repeated at the instance's request.
    static let maxServerRequested = 10

    /// Exponential backoff: the first pause in microseconds, doubled each time, and the number of attempts.
    private struct Backoff {
        let first: Int64
        let most: Int
    }

    private static let rateLimitBackoff = Backoff(first: 1_000_000, most: 5)
    private static let unavailable = Backoff(first: 500_000, most: 3)
    private static let failureBackoff = Backoff(first: 250_000, most: 3)

    /// The pause before the next attempt; nil to return the outcome.
    ///
    /// - Parameters:
    ///   - waited: seconds this request has waited so far.
    ///   - now: the reference time if the response has no `Date`.
    func pause(
        after outcome: Result<HTTPResponse, TransportFailure>, to request: HTTPRequest, repeats: Int, waited: Int64,
        now: Timestamp, _ watch: RetryWatch
    ) -> RetryPause? {
        let cause: RetryPause.Cause
        let backoff: Backoff
        var asked: Int64?
        switch outcome {
        case .success(let response):
            switch response.status {
            case 429: (cause, backoff) = (.tooManyRequests, RetryRules.rateLimitBackoff)
            case 502, 503, 504: (cause, backoff) = (.unavailable(status: response.status), RetryRules.unavailable)
            default: return nil
            }
            asked = RetryTime.seconds(in: response, now: now)
            guard mayBeRepeated(request) || asked != nil && RetryRules.isRateLimited(response) else { return nil }
        case .failure(let failure):
            guard failure.kind == .connect || failure.kind == .reset, mayBeRepeated(request) else { return nil }
            // A library that is missing does not come.
            if case .missingLibrary? = failure.cause as? NetworkError { return nil }
            (cause, backoff) = (.failure(failure), RetryRules.failureBackoff)
        }
        if let asked {
            let seconds = max(1, asked)
            guard repeats < RetryRules.maxServerRequested, seconds <= watch.limit - waited else { return nil }
            return RetryPause(
                cause: cause, microseconds: seconds * 1_000_000, isServerRequested: true, repeats: repeats)
        }
        guard repeats < backoff.most else { return nil }
        return RetryPause(
            cause: cause, microseconds: RetryRules.jittered(backoff.first << Int64(repeats), watch.seed, repeats),
            isServerRequested: false, repeats: repeats)
    }

    /// Only GET and HEAD that change nothing.
    private func mayBeRepeated(_ request: HTTPRequest) -> Bool { request.isReadOnly && isSafe(request) }

    /// Whether the instance's own rate limiter rejected the request. It runs before any change, so the request had no
    /// effect whatever its method. A 429 from anything else may come after an effect.
    private static func isRateLimited(_ response: HTTPResponse) -> Bool {
        response.status == 429 && response.headers["X-RateLimit-Rule"] != nil
    }

    private static func jittered(_ length: Int64, _ seed: UInt64, _ repeats: Int) -> Int64 {
        let random = StableHash.mixed(seed &+ UInt64(repeats + 1) &* 0x9E37_79B9_7F4A_7C15)
        return length + Int64(random % UInt64(length / 2 + 1))
    }
}

/// Why and how long a request waits before it is sent again.
package struct RetryPause: Sendable, Hashable {
    /// The outcome of the previous attempt.
    package enum Cause: Sendable, Hashable {
        /// 429 Too Many Requests.
        case tooManyRequests
        /// 502, 503 or 504.
        case unavailable(status: Int)
        /// There was no response.
        case failure(TransportFailure)
    }

    /// The outcome of the previous attempt.
    package let cause: Cause
    package let microseconds: Int64
    /// Whether the instance gave the time; otherwise it grows with each attempt.
    package let isServerRequested: Bool
    /// How many times the request has been repeated so far.
    package let repeats: Int

    /// Whole seconds, rounded up.
    package var seconds: Int64 { (microseconds + 999_999) / 1_000_000 }
}

/// When to retry according to a response.
package enum RetryTime {
    /// Seconds from the response on, at least 0; nil if the response gives no time.
    ///
    /// `Retry-After` holds seconds or a date (RFC 9110, 10.2.3). Without it, `X-RateLimit-Reset` is the Unix time at
    /// which the window ends; smaller numbers are taken as seconds, as some gateways send them. Times are compared with
    /// the response's own `Date`, so neither a wrong clock nor a long-running command matters.
    ///
    /// - Parameter now: used if the response has no `Date`; nil ignores absolute times in that case.
    package static func seconds(in response: HTTPResponse, now: Timestamp?) -> Int64? {
        let sent = response.headers["Date"].flatMap(CookieDate.read) ?? now
        func until(_ moment: Timestamp) -> Int64? { sent.map { max(0, moment.seconds - $0.seconds) } }
        if let text = response.headers["Retry-After"] {
            if let seconds = Int64(text) { return seconds >= 0 ? seconds : nil }
            if let moment = CookieDate.read(text), let seconds = until(moment) { return seconds }
        }
        guard let reset = response.headers["X-RateLimit-Reset"].flatMap({ Int64($0) }), reset >= 0 else { return nil }
        return reset < minUnixTime ? reset : until(Timestamp(seconds: reset))
    }

    /// Smaller numbers are not Unix times of this century.
    private static let minUnixTime: Int64 = 1_000_000_000
}

/// The command that requests are repeated for.
package struct RetryWatch: Sendable {
    /// Spreads growing pauses, so that clients do not all return at the same time.
    package let seed: UInt64
    /// The maximum number of seconds one request may wait in total.
    package let limit: Int64
    package let begins: @Sendable (RetryPause) -> Void
    /// Called every second with the seconds left; 0 at the end of the pause.
    package let onTick: @Sendable (RetryPause, _ secondsLeft: Int64) -> Void

    package init(
        seed: UInt64, limit: Int64, begins: @escaping @Sendable (RetryPause) -> Void = { _ in },
        onTick: @escaping @Sendable (RetryPause, _ secondsLeft: Int64) -> Void = { _, _ in }
    ) {
        self.seed = seed
        self.limit = limit
        self.begins = begins
        self.onTick = onTick
    }
}
