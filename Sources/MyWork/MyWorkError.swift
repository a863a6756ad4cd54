import ExchangeModel
package import NowData

/// Why something of the MyWork application did not succeed.
public struct MyWorkError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of trouble.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A user name or a sys_id that cannot be sent as it is.
        case unusable
        /// The instance accepts no sign-in with what was given, or none was given.
        case notSignedIn
        /// Signed in, and the instance shows no user of that name.
        case noUser
        /// The instance answered with other users: it ignored the name it was asked for.
        case otherUser
        /// The secret store holds nothing to sign in with.
        case nothingKept
        /// The secret store could not be asked. Where a user has just signed in, the sign-in stands.
        case keychain
        /// The instance does not know the Task Tracker API: the application is not installed there.
        case notInstalled
        /// The instance has no active version of the Task Tracker API.
        case noVersion
        /// There is no such task, or it may not be seen.
        case noTask
        /// Access rules forbid it.
        case forbidden
        /// There is no text to add.
        case emptyComment
        /// The instance refused for another reason.
        case refused
        /// The answer is not what the API sends, or not to what was asked.
        case unexpectedAnswer
        /// No answer came.
        case network
        /// It was cancelled.
        case cancelled
    }

    /// The class of trouble.
    public let kind: Kind
    /// One sentence, without secrets.
    public let message: String
    /// What is behind it; nil when the trouble began here.
    package let failure: RequestFailure?

    package init(_ kind: Kind, _ message: String, _ failure: RequestFailure? = nil) {
        self.kind = kind
        self.message = message
        self.failure = failure
    }

    /// What a failed question means where nothing more is known of it.
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
            case .refused(let refusal):
                switch refusal.kind {
                case .notSignedIn: .notSignedIn
                case .forbidden: .forbidden
                case .notJSON, .truncated: .unexpectedAnswer
                case .notFound, .invalid, .tooManyRequests, .server: .refused
                }
            case .noRecord: .noTask
            case .ambiguous, .unaskable, .stalled: .unusable
            }
        self.init(kind, failure.description, failure)
    }

    /// One sentence.
    public var description: String { message }
}
