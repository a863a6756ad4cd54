/// The mobile properties of an instance, value by name (`NowCoreService.requestSettings(for:)`). A service looks for those
/// that are its own.
public typealias Settings = [String: String]
