package import ExchangeModel

/// The other half: an answer or a failure, redacted.
package enum OutcomeRecord: Sendable, Hashable {
    /// The answer.
    case response(HTTPResponse)
    /// Why there was none; without its cause.
    case failure(TransportFailure)
    /// Reserved, never completed: the process died while it was in flight.
    case interrupted
}
