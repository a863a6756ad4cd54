import ExchangeModel

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

    /// A length, and up to half of it more.
    private static func spread(_ length: Int64, _ seed: UInt64, _ repeats: Int) -> Int64 {
        let chance = StableHash.mixed(seed &+ UInt64(repeats + 1) &* 0x9E37_79B9_7F4A_7C15)
        return length + Int64(chance % UInt64(length / 2 + 1))
    }
}
