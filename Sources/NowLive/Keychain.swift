import Keyring
public import NowSDK

/// The desktop's keyring, for whoever keeps names and passwords between runs: what `Authenticator` of `MyWork` takes as
/// its `store`. It is asked through the program `secret-tool` of libsecret, and its entries are those of Snowdeck.
///
/// Nothing is read from this process's environment: give it as `environment`, for the way to the session's D-Bus stands
/// there. Without one every question fails with the kind `missing`.
public func keychain(environment: [String: String]) -> any SecretStore { SecretTool(environment: environment) }
