public import FoundationEssentials

/// A service of the SDK.
public protocol NowService: Sendable {
    /// The instance and the application of the service.
    var configuration: NowServiceConfiguration { get }
}

/// The instance and the application of a service.
public struct NowServiceConfiguration: Sendable, Hashable {
    /// The URL of the instance; only its origin is used.
    public let instanceUrl: URL
    /// Identifies the application.
    public let appBundleId: String

    /// Creates a configuration. The URL is validated on use.
    public init(instanceUrl: URL, appBundleId: String) {
        self.instanceUrl = instanceUrl
        self.appBundleId = appBundleId
    }
}

/// Why a service cannot be created (the SDK's documented cases).
public enum NowServiceError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// `NowSDK.configure(with:)` was not called.
    case sdkNotConfigured
    /// The instance's URL is invalid.
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
        case .serviceConfigurationInvalid: "Invalid instance URL."
        case .serviceDisabled: "The instance does not offer this service."
        case .serviceSettingsInvalid: "The service's settings cannot be read."
        case .serviceSettingsNotFound: "The service has no settings."
        case .serviceSettingsRetrievalFailed: "The service's settings could not be fetched."
        }
    }

    /// The same sentence, for Foundation's `localizedDescription`.
    public var errorDescription: String? { description }
}
