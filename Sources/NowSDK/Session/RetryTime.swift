package import ExchangeModel

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
