/// An answer that is not what was asked for: the instance says no, or says something else.
package struct InstanceRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of refusal.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// 401.
        case notSignedIn
        /// 403.
        case forbidden
        /// 404: there is no such record, or it may not be seen; instances do not say which.
        case notFound
        /// 400 and other 4xx.
        case invalid
        /// 429.
        case tooManyRequests
        /// 5xx.
        case server
        /// An answer that should be JSON and is not: a login page, a sleeping developer instance.
        case notJSON
        /// The instance gave up in the middle of its answer, which began well.
        case truncated
    }

    /// The class of refusal.
    package let kind: Kind
    /// The status of the answer.
    package let status: Int
    /// The instance's own words, made safe to show, or a sentence where it has none.
    package let message: String
    /// More of the instance's words.
    package let detail: String?
    /// How many seconds the instance wants to be left alone; nil when it does not say.
    package let retryAfter: Int?
    /// How many rows of a list came whole before the answer broke off; nil when that is not known.
    package let wholeRows: Int?

    /// Makes a refusal; the words must be safe to show.
    package init(
        _ kind: Kind, status: Int, message: String, detail: String? = nil, retryAfter: Int? = nil,
        wholeRows: Int? = nil
    ) {
        self.kind = kind
        self.status = status
        self.message = message
        self.detail = detail
        self.retryAfter = retryAfter
        self.wholeRows = wholeRows
    }

    /// Whether it says that the table asked for does not exist (`Invalid table incidnt`, in recorded answers).
    package var saysTableIsInvalid: Bool { kind == .invalid && message.hasPrefix("Invalid table") }

    /// Message and detail.
    var words: String { detail.map { "\(message): \($0)" } ?? message }

    /// One sentence: status, message, detail.
    package var description: String {
        kind == .truncated || kind == .notJSON ? words : "\(words) (HTTP \(status))"
    }
}
