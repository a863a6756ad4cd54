/// The colours that the mobile SDK documents as its defaults.
extension NowUIColoring {
    /// Light.
    public var userInterfaceStyle: NowUserInterfaceStyle { .light }
    /// #F8C8CD; #7B1E28 in dark.
    public var alertCritical0: NowColor { usual(.alertCritical0) }
    /// #B61C2D.
    public var alertCritical2: NowColor { usual(.alertCritical2) }
    /// #B61C2D; #E46876 in dark.
    public var alertCritical3: NowColor { usual(.alertCritical3) }
    /// #DBDBDE.
    public var alertLow0: NowColor { usual(.alertLow0) }
    /// #CADFC0.
    public var alertPositive0: NowColor { usual(.alertPositive0) }
    /// #3B7F00.
    public var alertPositive3: NowColor { usual(.alertPositive3) }
    /// #FBF7BF.
    public var alertWarning0: NowColor { usual(.alertWarning0) }
    /// #FFFFFF; #07080B in dark.
    public var backgroundPrimary: NowColor { usual(.backgroundPrimary) }
    /// #151920; #FFFFFF in dark.
    public var backgroundPrimaryActionable: NowColor { usual(.backgroundPrimaryActionable) }
    /// #F6F6F8; #151920 in dark.
    public var backgroundSecondary: NowColor { usual(.backgroundSecondary) }
    /// #2C323F; #C1C5CD in dark.
    public var backgroundSecondaryActionable: NowColor { usual(.backgroundSecondaryActionable) }
    /// #E4E6EA; #252A35 in dark.
    public var backgroundTertiary: NowColor { usual(.backgroundTertiary) }
    /// #D3D6DC; #454D5B in dark.
    public var borderTertiary: NowColor { usual(.borderTertiary) }
    /// #302F4B.
    public var brand: NowColor { usual(.brand) }
    /// #D1D2EE; #28284D in dark.
    public var brandBackground: NowColor { usual(.brandBackground) }
    /// #B61C2D; #E46876 in dark.
    public var destructive: NowColor { usual(.destructive) }
    /// #3C59E7; #647BFD in dark.
    public var linkPrimaryText: NowColor { usual(.linkPrimaryText) }
    /// #293D9E; #93A3FE in dark.
    public var linkSecondary: NowColor { usual(.linkSecondary) }
    /// #B61C2D; #E46876 in dark.
    public var notification: NowColor { usual(.notification) }
    /// #4F52BD; #8486FF in dark.
    public var primary: NowColor { usual(.primary) }
    /// #CADFC0.
    public var screenHeaderBackground: NowColor { usual(.screenHeaderBackground) }
    /// #FFFFFF.
    public var screenHeaderText: NowColor { usual(.screenHeaderText) }
    /// #1C1D42; #CECFFF in dark.
    public var secondary: NowColor { usual(.secondary) }
    /// #8F95A1.
    public var separatorPrimary: NowColor { usual(.separatorPrimary) }
    /// #D3D6DC; #353B49 in dark.
    public var separatorTertiary: NowColor { usual(.separatorTertiary) }
    /// #151920.
    public var shadow: NowColor { usual(.shadow) }
    /// #FFFFFF; #07080B in dark.
    public var textActionable: NowColor { usual(.textActionable) }
    /// #151920; #FFFFFF in dark.
    public var textPrimary: NowColor { usual(.textPrimary) }
    /// #2C323F; #C1C5CD in dark.
    public var textSecondary: NowColor { usual(.textSecondary) }
    /// #454D5B; #8F95A1 in dark.
    public var textTertiary: NowColor { usual(.textTertiary) }

    private func usual(_ token: ThemeToken) -> NowColor { token.color(isDark: userInterfaceStyle == .dark) }
}
