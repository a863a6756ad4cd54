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

    /// Sends, as often as it may help. The last outcome stands. What fills a menu is asked for once: nobody waits for it.
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
            // The tape takes down an attempt that was called off, without sending it: a replay then ends here too.
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

    /// Counts the seconds down. False when it was called off.
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
