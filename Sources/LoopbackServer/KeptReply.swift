package import ExchangeModel

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
