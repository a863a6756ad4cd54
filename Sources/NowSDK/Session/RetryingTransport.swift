package import ExchangeModel

/// Waits out an instance that asks for it, and sends again what failed on the way where that cannot hurt.
///
/// It stands below `AuthenticatingTransport`, so that one hop is repeated and not the redirects before it, and above the
/// tape, so that every attempt is an exchange of its own: a replay meets the same outcomes in the same order and makes
/// the same attempts, its clock waiting for nothing.
package struct RetryingTransport: Transport {
    private let next: any Transport
    private let clock: any Clock
    private let rules: RetryRules
    private let watch: @Sendable () -> RetryWatch?

    /// - Parameters:
    ///   - clock: waits; real while recording, instant in a replay.
    ///   - isSafe: whether a request only reads; a GET or HEAD that does not is never repeated.
    ///   - watch: the command that a request belongs to; nil when there is none: then nothing is repeated.
    package init(
        next: any Transport, clock: any Clock, isSafe: @escaping @Sendable (HTTPRequest) -> Bool,
        watch: @escaping @Sendable () -> RetryWatch?
    ) {
        self.next = next
        self.clock = clock
        self.watch = watch
        rules = RetryRules(isSafe: isSafe)
    }

    /// Sends, as often as it may help. The last outcome stands. What fills a menu is asked for once: no one waits for it.
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
            let wasCalledOff = await !wait(for: pause, watch)
            watch.counts(pause, 0)
            // The tape takes down an attempt that was cancelled, without sending it: a replay then ends here too.
            if wasCalledOff { return try await next.send(request) }
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

    /// Counts the seconds down. False when it was cancelled.
    private func wait(for pause: RetryPause, _ watch: RetryWatch) async -> Bool {
        var left = pause.microseconds
        while left > 0 {
            watch.counts(pause, (left + 999_999) / 1_000_000)
            // What is no whole second goes first.
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

/// Decides whether a request is sent again, and after what pause. The same outcomes and the same seed give the same
/// pauses, so that a replay takes the turns of the recording.
struct RetryRules {
    /// Whether a request only reads, as far as its text tells.
    let isSafe: @Sendable (HTTPRequest) -> Bool

    /// How often a request is repeated because the instance asked for a pause.
    static let mostAskedFor = 10

    /// A pause that grows: its first length in microseconds, doubled each time, and how often it is made at most.
    private struct Growth {
        let first: Int64
        let most: Int
    }

    private static let crowded = Growth(first: 1_000_000, most: 5)
    private static let unavailable = Growth(first: 500_000, most: 3)
    private static let unreached = Growth(first: 250_000, most: 3)

    /// The pause before the next attempt; nil when the outcome stands.
    ///
    /// - Parameters:
    ///   - waited: seconds this request has waited so far.
    ///   - now: what times are counted from when the answer does not say when it was sent.
    func pause(
        after outcome: Result<HTTPResponse, TransportFailure>, to request: HTTPRequest, repeats: Int, waited: Int64,
        now: Timestamp, _ watch: RetryWatch
    ) -> RetryPause? {
        let cause: RetryPause.Cause
        let growth: Growth
        var asked: Int64?
        switch outcome {
        case .success(let response):
            switch response.status {
            case 429: (cause, growth) = (.tooManyRequests, RetryRules.crowded)
            case 502, 503, 504: (cause, growth) = (.unavailable(status: response.status), RetryRules.unavailable)
            default: return nil
            }
            asked = RetryTime.seconds(in: response, now: now)
            guard mayBeRepeated(request) || asked != nil && RetryRules.isTurnedAway(response) else { return nil }
        case .failure(let failure):
            guard failure.kind == .connect || failure.kind == .reset, mayBeRepeated(request) else { return nil }
            (cause, growth) = (.failure(failure), RetryRules.unreached)
        }
        if let asked {
            let seconds = max(1, asked)
            guard repeats < RetryRules.mostAskedFor, seconds <= watch.limit - waited else { return nil }
            return RetryPause(cause: cause, microseconds: seconds * 1_000_000, isAskedFor: true, repeats: repeats)
        }
        guard repeats < growth.most else { return nil }
        return RetryPause(
            cause: cause, microseconds: RetryRules.spread(growth.first << Int64(repeats), watch.seed, repeats),
            isAskedFor: false, repeats: repeats)
    }

    /// GET and HEAD and nothing else: no override of the method, and nothing that changes records although it is a GET.
    private func mayBeRepeated(_ request: HTTPRequest) -> Bool {
        (request.method == .get || request.method == .head) && request.headers["X-HTTP-Method-Override"] == nil
            && isSafe(request)
    }

    /// Whether the instance's own limiter says no. It stands in front of everything that could change a record, so what
    /// it turns away has had no effect, whatever the method. A 429 of anybody else may come from behind an effect.
    private static func isTurnedAway(_ response: HTTPResponse) -> Bool {
        response.status == 429 && response.headers["X-RateLimit-Rule"] != nil
    }

    private static func spread(_ length: Int64, _ seed: UInt64, _ repeats: Int) -> Int64 {
        let chance = StableHash.mixed(seed &+ UInt64(repeats + 1) &* 0x9E37_79B9_7F4A_7C15)
        return length + Int64(chance % UInt64(length / 2 + 1))
    }
}

/// Why and how long a request waits before it is sent again.
package struct RetryPause: Sendable, Hashable {
    /// What the attempt before it came to.
    package enum Cause: Sendable, Hashable {
        /// 429.
        case tooManyRequests
        /// 502, 503, 504.
        case unavailable(status: Int)
        /// No answer came.
        case failure(TransportFailure)
    }

    /// What the attempt before it came to.
    package let cause: Cause
    package let microseconds: Int64
    /// Whether the instance named the time; else it grows from one attempt to the next.
    package let isAskedFor: Bool
    /// How many times the request has been repeated before.
    package let repeats: Int

    /// Whole seconds, rounded up.
    package var seconds: Int64 { (microseconds + 999_999) / 1_000_000 }
}

/// When an instance wants to be asked again, by what its answer says.
package enum RetryTime {
    /// Seconds from the answer on, at least 0; nil when the answer names no time.
    ///
    /// `Retry-After` holds seconds or a date (RFC 9110, 10.2.3). Without one, `X-RateLimit-Reset` holds the second since
    /// 1970 at which the window ends; a number too small for that is taken for seconds, as some gateways send it. Moments
    /// are compared with the answer's own `Date`, so that neither a clock that is wrong nor a command that has been
    /// running for long counts.
    ///
    /// - Parameter now: what counts when the answer has no `Date`; nil leaves moments unread then.
    package static func seconds(in response: HTTPResponse, now: Timestamp?) -> Int64? {
        let sent = response.headers["Date"].flatMap(CookieDate.read) ?? now
        func until(_ moment: Timestamp) -> Int64? { sent.map { max(0, moment.seconds - $0.seconds) } }
        if let text = response.headers["Retry-After"] {
            if let seconds = Int64(text) { return seconds >= 0 ? seconds : nil }
            if let moment = CookieDate.read(text), let seconds = until(moment) { return seconds }
        }
        guard let reset = response.headers["X-RateLimit-Reset"].flatMap({ Int64($0) }), reset >= 0 else { return nil }
        return reset < firstMoment ? reset : until(Timestamp(seconds: reset))
    }

    /// Smaller numbers are no moment of this century.
    private static let firstMoment: Int64 = 1_000_000_000
}

/// The command in whose course requests are repeated.
package struct RetryWatch: Sendable {
    /// What the pauses that grow are spread by, so that many clients do not come back at the same moment.
    package let seed: UInt64
    /// How many seconds one request may wait altogether.
    package let limit: Int64
    package let begins: @Sendable (RetryPause) -> Void
    /// Told each second how many are left; 0 when the pause is over.
    package let counts: @Sendable (RetryPause, _ secondsLeft: Int64) -> Void

    package init(
        seed: UInt64, limit: Int64, begins: @escaping @Sendable (RetryPause) -> Void = { _ in },
        counts: @escaping @Sendable (RetryPause, _ secondsLeft: Int64) -> Void = { _, _ in }
    ) {
        self.seed = seed
        self.limit = limit
        self.begins = begins
        self.counts = counts
    }
}
