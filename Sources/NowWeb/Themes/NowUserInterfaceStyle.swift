/// Whether a screen is light or dark.
public enum NowUserInterfaceStyle: String, Sendable, Hashable, CaseIterable {
    /// Nobody has said.
    case unspecified
    /// Light.
    case light
    /// Dark.
    case dark
}
