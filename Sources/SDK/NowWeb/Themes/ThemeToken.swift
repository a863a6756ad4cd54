/// A color by purpose, with the mobile SDK's documented values for dark and light.
///
/// Source: `NowWebColoring`, and for the others `NowChatColoring` (both iOS).
package enum ThemeToken: String, Sendable, Hashable, CaseIterable {
    case alertCritical0, alertCritical2, alertCritical3, alertLow0, alertPositive0, alertPositive3, alertWarning0
    case backgroundPrimary, backgroundPrimaryActionable, backgroundSecondary, backgroundSecondaryActionable
    case backgroundTertiary, borderTertiary, brand, brandBackground, destructive, linkPrimaryText, linkSecondary
    case notification, primary, screenHeaderBackground, screenHeaderText, secondary, separatorPrimary
    case separatorTertiary, shadow
    case textActionable = "textActionble"
    case textPrimary, textSecondary, textTertiary

    /// The token with a name, ignoring case; `textActionable` is accepted for the SDK's `textActionble`.
    package init?(named name: String) {
        let name = name.lowercased()
        let found = ThemeToken.allCases.first { $0.rawValue.lowercased() == name }
        guard let token = name == "textactionable" ? .textActionable : found else { return nil }
        self = token
    }

    package func color(isDark: Bool) -> NowColor {
        let (dark, light) = values
        return NowColor(rgb: isDark ? dark : light)
    }

    private var values: (dark: UInt32, light: UInt32) {
        switch self {
        case .alertCritical0: (0x7B1E28, 0xF8C8CD)
        case .alertCritical2: (0xB61C2D, 0xB61C2D)
        case .alertCritical3: (0xE46876, 0xB61C2D)
        case .alertLow0: (0xDBDBDE, 0xDBDBDE)
        case .alertPositive0: (0xCADFC0, 0xCADFC0)
        case .alertPositive3: (0x3B7F00, 0x3B7F00)
        case .alertWarning0: (0xFBF7BF, 0xFBF7BF)
        case .backgroundPrimary: (0x07080B, 0xFFFFFF)
        case .backgroundPrimaryActionable: (0xFFFFFF, 0x151920)
        case .backgroundSecondary: (0x151920, 0xF6F6F8)
        case .backgroundSecondaryActionable: (0xC1C5CD, 0x2C323F)
        case .backgroundTertiary: (0x252A35, 0xE4E6EA)
        case .borderTertiary: (0x454D5B, 0xD3D6DC)
        case .brand: (0x302F4B, 0x302F4B)
        case .brandBackground: (0x28284D, 0xD1D2EE)
        case .destructive: (0xE46876, 0xB61C2D)
        case .linkPrimaryText: (0x647BFD, 0x3C59E7)
        case .linkSecondary: (0x93A3FE, 0x293D9E)
        case .notification: (0xE46876, 0xB61C2D)
        case .primary: (0x8486FF, 0x4F52BD)
        case .screenHeaderBackground: (0xCADFC0, 0xCADFC0)
        case .screenHeaderText: (0xFFFFFF, 0xFFFFFF)
        case .secondary: (0xCECFFF, 0x1C1D42)
        case .separatorPrimary: (0x8F95A1, 0x8F95A1)
        case .separatorTertiary: (0x353B49, 0xD3D6DC)
        case .shadow: (0x151920, 0x151920)
        case .textActionable: (0x07080B, 0xFFFFFF)
        case .textPrimary: (0xFFFFFF, 0x151920)
        case .textSecondary: (0xC1C5CD, 0x2C323F)
        case .textTertiary: (0x8F95A1, 0x454D5B)
        }
    }
}
