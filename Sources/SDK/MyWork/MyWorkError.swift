import ExchangeModel
package import NowData

/// Why an operation of the MyWork application failed.
public struct MyWorkError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of error.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A user name or sys_id that cannot be sent.
        case unusable
        /// The instance rejected the credentials, or there were none.
        case notSignedIn
        /// Signed in, but the instance returns no user with that name.
        case noUser
        /// The instance returned other users: it ignored the name.
        case otherUser
        /// The secret store has no saved user.
        case nothingKept
        /// The secret store failed. A user who has just signed in is signed in.
        case keychain
        /// The Task Tracker API is not installed at the instance.
        case notInstalled
        /// The Task Tracker API has no active version at the instance.
        case noVersion
        /// The task does not exist or is not readable.
        case noTask
        /// Access rules forbid it.
        case forbidden
        /// The text is empty.
        case emptyComment
        /// The instance rejected the request for another reason.
        case refused
        /// The response is not what the API sends.
        case unexpectedAnswer
        /// There was no response.
        case network
        /// It was cancelled.
        case cancelled
    }

    /// The kind of error.
    public let kind: Kind
    /// One sentence, without secrets.
    public let message: String
    /// The underlying error, if any.
    package let failure: RequestFailure?

    package init(_ kind: Kind, _ message: String, _ failure: RequestFailure? = nil) {
        self.kind = kind
        self.message = message
        self.failure = failure
    }

    /// The error for a failed request about which nothing more is known.
    init(_ failure: RequestFailure) {
        let kind: Kind =
            switch failure {
            case .transport(let failure):
                switch failure.kind {
                case .cancelled: .cancelled
                case .signIn: .notSignedIn
                case .invalidRequest: .unusable
                default: .network
                }
            case .errorResponse(let errorResponse):
                switch errorResponse.kind {
                case .notSignedIn: .notSignedIn
                case .forbidden: .forbidden
                case .notJSON, .truncated: .unexpectedAnswer
                case .notFound, .invalid, .tooManyRequests, .server: .refused
                }
            case .noRecord: .noTask
            case .ambiguous, .invalidRequest, .stalled: .unusable
            }
        self.init(kind, failure.description, failure)
    }

    /// One sentence.
    public var description: String { message }
}
