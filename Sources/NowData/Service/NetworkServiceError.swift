/// Why there is no answer.
public enum NetworkServiceError: Error, Sendable, CustomStringConvertible {
    /// Something that has no case of its own, in one sentence.
    case genericError(String)
    /// The caller called it off.
    case operationCanceled
    /// The instance does not offer this.
    case serviceDisabled
    /// The instance failed, for this reason.
    case serverError(any Error)
    /// The network or the machine failed; the error is a `TransportFailure`.
    case systemError(any Error)

    /// One sentence.
    public var description: String {
        switch self {
        case .genericError(let message): message
        case .operationCanceled: "The request was called off."
        case .serviceDisabled: "The instance does not offer this service."
        case .serverError(let error), .systemError(let error): String(describing: error)
        }
    }
}
