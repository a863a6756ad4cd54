/// What an application knows of the screen it shows pages on, where the mobile SDK has its system's own.
public struct NowTraitCollection: Sendable, Hashable {
    /// Whether it is light or dark.
    public var userInterfaceStyle: NowUserInterfaceStyle

    /// What is known of a screen.
    public init(userInterfaceStyle: NowUserInterfaceStyle = .unspecified) {
        self.userInterfaceStyle = userInterfaceStyle
    }
}
