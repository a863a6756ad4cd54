public import FoundationEssentials

/// Why a service cannot be made (the SDK's documented cases).
public enum NowServiceError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// `NowSDK.configure(with:)` was not called.
    case sdkNotConfigured
    /// The instance's address is none.
    case serviceConfigurationInvalid
    /// The instance does not offer the service.
    case serviceDisabled
    /// The service's settings cannot be read.
    case serviceSettingsInvalid
    /// The service has no settings.
    case serviceSettingsNotFound
    /// The service's settings could not be fetched.
    case serviceSettingsRetrievalFailed

    /// One sentence.
    public var description: String {
        switch self {
        case .sdkNotConfigured: "The SDK is not configured; call NowSDK.configure(with:) first."
        case .serviceConfigurationInvalid: "The instance's address is none that an instance may be reached at."
        case .serviceDisabled: "The instance does not offer this service."
        case .serviceSettingsInvalid: "The service's settings cannot be read."
        case .serviceSettingsNotFound: "The service has no settings."
        case .serviceSettingsRetrievalFailed: "The service's settings could not be fetched."
        }
    }

    /// The same sentence, for Foundation's `localizedDescription`.
    public var errorDescription: String? { description }
}
