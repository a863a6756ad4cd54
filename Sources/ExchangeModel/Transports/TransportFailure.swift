/// Why there is no answer. A failure is an outcome like an answer: it is recorded, and it replays as itself.
public struct TransportFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of failure. The text of each is stored in cassettes; new ones may be added, none is renamed.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The host's name has no address.
        case resolve
        /// No connection: refused, unreachable, a proxy said no.
        case connect
        /// The certificate or the handshake was not accepted.
        case tls
        /// Nothing, or not everything, came in time.
        case timeout
        /// The connection broke after it stood, or what came is not HTTP.
        case reset
        /// The answer is larger than allowed.
        case tooLarge
        /// The user or the program called it off.
        case cancelled
        /// The tape in the deck cannot answer or cannot record. `cause` says which; such a failure is never recorded.
        case tape
        /// The request could not be sent as it is: an address or a header that HTTP does not allow.
        case invalidRequest
        /// A redirect led nowhere, in a circle, or to where no credential may go.
        case redirect
        /// Signing in was needed and did not succeed.
        case signIn
    }

    /// The class of failure.
    public var kind: Kind
    /// One sentence that names the thing, without secrets, without terminal control.
    public var message: String
    /// The typed error behind it, when the failure does not come from the wire (a miss, for instance).
    public var cause: (any Error)?

    /// A failure of that class.
    public init(_ kind: Kind, _ message: String, cause: (any Error)? = nil) {
        self.kind = kind
        self.message = message
        self.cause = cause
    }

    /// The message.
    public var description: String { message }

    /// Equal when class and message are; what was behind it does not count.
    public static func == (left: Self, right: Self) -> Bool { left.kind == right.kind && left.message == right.message }
    /// Hashes class and message.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(message)
    }
}
