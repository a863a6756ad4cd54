public import FoundationEssentials

/// Why there are no settings (the SDK's documented cases).
public enum SettingsError: String, Error, Sendable, Hashable, CaseIterable, CustomStringConvertible, LocalizedError {
    /// No answer came.
    case fetchError
    /// The instance answered with a status that is none of success.
    case fetchFailed
    /// The answer is not what the API sends.
    case invalidJSON
    /// The service's configuration names no instance.
    case invalidProvider
    /// There is no sign-in, or its user may not read the settings.
    case notAuthorized
    /// The instance has no licence for the SDK. Nothing here finds that out.
    case sdkNotLicensed
    /// The instance keeps no settings.
    case settingNotFound
    /// Something else.
    case unknown

    /// One sentence.
    public var description: String {
        switch self {
        case .fetchError: "The settings could not be fetched: no answer came."
        case .fetchFailed: "The settings could not be fetched: the instance failed."
        case .invalidJSON: "The settings cannot be read."
        case .invalidProvider: "The service's configuration names no instance."
        case .notAuthorized: "The settings may not be read by this user."
        case .sdkNotLicensed: "The instance has no licence for the SDK."
        case .settingNotFound: "The instance keeps no settings."
        case .unknown: "The settings could not be had."
        }
    }

    /// The same sentence, for Foundation's `localizedDescription`.
    public var errorDescription: String? { description }
}
