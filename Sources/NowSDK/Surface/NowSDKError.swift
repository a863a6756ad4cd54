public import FoundationEssentials

/// Why the SDK cannot be configured.
public enum NowSDKError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// Says in one sentence what is missing or wrong.
    case configurationInvalid(String)

    /// One sentence.
    public var description: String {
        switch self {
        case .configurationInvalid(let message): message
        }
    }

    /// The same sentence, for Foundation's `localizedDescription`.
    public var errorDescription: String? { description }
}
