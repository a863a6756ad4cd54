package import ExchangeModel

/// A transport that can say of an answer that it stands: the listener keeps such answers ready to be sent, and gives them
/// again without asking, before it has even made a request.
package protocol KeepingTransport: ImmediateTransport {
    /// Where its answers are kept. Several listeners may share one.
    var shelf: AnswerShelf { get }

    /// Who asks, by what it calls itself in the shelf's naming line; nil when it has none.
    func asker(_ name: String?) -> any KeptAsker

    /// The answer, and whether it stands.
    func reply(to request: HTTPRequest, for asker: any KeptAsker) -> KeptReply
}

/// Somebody who asks, as far as kept answers are concerned.
package protocol KeptAsker: AnyObject, Sendable {
    /// Kept answers hold for all who are in the same state, and for as long as they are.
    var state: UInt64 { get }

    /// A kept answer was given.
    ///
    /// - Parameter mark: What the transport said of it.
    func wasGiven(_ mark: Int64, status: Int, method: String, target: String)
}

/// An answer of a keeping transport.
package struct KeptReply: Sendable {
    /// What is sent.
    package var response: HTTPResponse
    /// Set when the same request gets this answer from everybody in that state.
    package var standing: Standing?

    /// Of an answer that stands.
    package struct Standing: Sendable {
        /// In which state of who asks.
        package var state: UInt64
        /// By what the transport knows the answer again.
        package var mark: Int64

        /// In that state, by that number.
        package init(in state: UInt64, mark: Int64) {
            self.state = state
            self.mark = mark
        }
    }

    /// An answer, which stands or does not.
    package init(_ response: HTTPResponse, standing: Standing? = nil) {
        self.response = response
        self.standing = standing
    }
}
