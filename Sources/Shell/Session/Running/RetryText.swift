import ExchangeModel
import NowSDK

/// What is said while a request waits to be sent again.
enum RetryText {
    /// How many seconds a request may wait altogether, unless an answer may take longer.
    static let patience = 300

    /// The line on standard error; nil for a pause of which enough has been said.
    static func note(_ pause: RetryPause) -> String? {
        let cause =
            switch pause.cause {
            case .tooManyRequests: "The instance is asked too often (HTTP 429)"
            case .unavailable(let status): "The instance is not available (HTTP \(status))"
            case .failure(let failure):
                failure.message.hasSuffix(".") ? String(failure.message.dropLast()) : failure.message
            }
        if pause.isAskedFor { return "\(cause); waiting \(Phrase.counted(Int(pause.seconds), "second")), as it asks." }
        return pause.repeats == 0 ? "\(cause); trying again." : nil
    }

    /// The line that counts down on a terminal.
    static func countdown(_ pause: RetryPause, _ secondsLeft: Int64) -> String {
        secondsLeft == 0 ? "" : "trying again in \(secondsLeft) s; Ctrl-C calls it off"
    }
}
