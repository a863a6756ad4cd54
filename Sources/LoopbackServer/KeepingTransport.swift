package import ExchangeModel

/// A transport that can say of an answer that it stands: the listener keeps such answers ready to be sent, and gives them
/// again without asking, before it has even made a request.
package protocol KeepingTransport: ImmediateTransport {
    /// Where its answers are kept. Several listeners may share one.
    var shelf: AnswerShelf { get }

    /// Who asks, by what it calls itself in the shelf's naming line; nil when it has none.
    func asker(_ name: String?) -> any KeptAsker

    /// The answer to a GET without a body that says nothing but its host, which is this server, what it accepts, which is
    /// no page, and what changes no answer. Nil when it takes the whole request to tell, which is always right.
    ///
    /// - Parameter target: As it stands on the request line.
    func plainReply(to target: UnsafeBufferPointer<UInt8>, for asker: any KeptAsker) -> KeptReply?

    /// The answer, and whether it stands.
    func reply(to request: HTTPRequest, for asker: any KeptAsker) -> KeptReply
}

extension KeepingTransport {
    /// Nil: the whole request is needed.
    package func plainReply(to target: UnsafeBufferPointer<UInt8>, for asker: any KeptAsker) -> KeptReply? { nil }
}
