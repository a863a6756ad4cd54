import NowWeb

/// What themes and their colours are called, and how colours are written.
enum ThemeName {
    /// The terminal's own colours.
    static let none = "none"
    static let rule = "A theme's name holds letters, digits, _, - and . only, and begins with a letter or a digit."

    /// What is wrong with `brand=#302F4B`.
    static func mistake(inColor name: String, at span: Range<Int>, value: BoundValue) -> ValueCheck.Mistake? {
        guard ThemeToken(named: name) != nil else {
            let near = DidYouMean.hints(for: name, among: ThemeToken.allCases.map(\.rawValue))
            return ValueCheck.Mistake(
                message: "A theme has no colour \(name).", span: span,
                hints: near + ["page theme show light lists the names."])
        }
        guard let color = NowColor(hex: value.text) else {
            return ValueCheck.Mistake(message: "This is no colour: one is written #RGB or #RRGGBB.", span: value.span)
        }
        guard color.alpha < 1 else { return nil }
        return ValueCheck.Mistake(
            message: "This colour can be seen through, and behind a page there is nothing.", span: value.span,
            hints: [String(color.withAlphaComponent(1).hex)])
    }
}
