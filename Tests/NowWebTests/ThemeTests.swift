import NowWeb
import TestSupport
import Testing

/// The table of the SDK's documentation: name, dark, light.
private let documented: [(String, String, String)] = [
    ("alertCritical0", "#7B1E28", "#F8C8CD"), ("alertCritical3", "#E46876", "#B61C2D"),
    ("alertLow0", "#DBDBDE", "#DBDBDE"), ("alertPositive0", "#CADFC0", "#CADFC0"),
    ("alertPositive3", "#3B7F00", "#3B7F00"), ("alertWarning0", "#FBF7BF", "#FBF7BF"),
    ("backgroundPrimary", "#07080B", "#FFFFFF"), ("brand", "#302F4B", "#302F4B"), ("primary", "#8486FF", "#4F52BD"),
    ("screenHeaderBackground", "#CADFC0", "#CADFC0"), ("screenHeaderText", "#FFFFFF", "#FFFFFF"),
    ("textActionble", "#07080B", "#FFFFFF"), ("textPrimary", "#FFFFFF", "#151920"),
]

struct ThemeTests {
    @Test(arguments: [NowUserInterfaceStyle.light, .dark])
    func defaultThemeHasTheDocumentedColors(style: NowUserInterfaceStyle) {
        let theme = NowWebDefaultTheme(nowUITheme: NowUIDefaultTheme(userInterfaceStyle: style))
        expectEqual(theme.color.textPrimary.alpha, 0.25)
        #expect(theme.color.webPageThemeId.isEmpty && theme.color.webPageThemeVariantId.isEmpty)
        let page = WebTheme(theme, name: "x")
        for (name, dark, light) in documented { expectEqual(page.colors[name]?.hex, (style == .dark ? dark : light)) }
        expectEqual(page.isDark, (style == .dark))
        expectEqual(page.colors, (style == .dark ? WebTheme.dark : .light).colors)
    }

    @Test func themeUsesGivenColors() {
        struct Corporate: NowUIColoring {
            var brand: NowColor { NowColor(red: 1, green: 0, blue: 0) }
            var textActionable: NowColor { NowColor(red: 0, green: 1, blue: 0) }
        }
        struct Pages: NowWebColoring {
            var nowUIColor: any NowUIColoring
            var primary = NowColor(red: 0, green: 0, blue: 1)
        }
        struct Theme: NowWebThemeable {
            var color: any NowWebColoring
        }
        let color = Pages(nowUIColor: ThemeColor(Corporate()))
        #expect(color.brand.hex == "#FF0000" && color.textActionble.hex == "#00FF00" && color.primary.hex == "#0000FF")
        let theme = WebTheme(Theme(color: color), name: "corporate")
        #expect(theme[.brand].hex == "#FF0000" && theme[.textActionable].hex == "#00FF00")
        #expect(theme[.primary].hex == "#0000FF" && theme[.linkSecondary].hex == "#293D9E")
        expectEqual(theme.colors["textActionble"]?.hex, "#00FF00")
    }

    @Test func translucentColorsShowBackground() {
        struct Pages: NowWebColoring {
            var nowUIColor: any NowUIColoring = NowUIDefaultTheme().color
            var brand: NowColor { NowColor.black.withAlphaComponent(0.5) }
            var backgroundPrimary: NowColor { NowColor.black.withAlphaComponent(0.2) }
        }
        struct Theme: NowWebThemeable { var color: any NowWebColoring = Pages() }
        let theme = WebTheme(Theme(), name: "x")
        expectEqual(theme[.textPrimary].hex, "#151920")
        #expect(theme.colors.values.allSatisfy { $0.alpha == 1 })
    }

    @Test func customThemesInherit() throws {
        let theme = try WebTheme(
            name: "night-2", like: .light,
            [
                ("backgroundPrimary", "#102030"), ("TEXTPRIMARY", "fff"), ("textActionable", "0F0"), ("primary", "00f"),
                ("primary", "#f00"),
            ])
        #expect(theme.name == "night-2" && theme.isDark)
        #expect(theme[.backgroundPrimary].hex == "#102030" && theme[.textPrimary] == .white)
        #expect(theme[.textActionable].hex == "#00FF00" && theme[.primary].hex == "#FF0000")
        expectEqual(theme[.brand], WebTheme.light[.brand])
    }

    @Test(arguments: [
        ("brandy", "#fff", ThemeError.unknownColor("brandy", known: ThemeToken.allCases.map(\.rawValue))),
        ("Brand", "red", .notAColor("red", of: "brand")), ("brand", "#12345", .notAColor("#12345", of: "brand")),
        ("brand", "##fff", .notAColor("##fff", of: "brand")),
        ("brand", "#ffffff80", .notOpaque("#ffffff80", of: "brand")),
    ])
    func invalidThemeIsRejected(color: String, value: String, error: ThemeError) {
        #expect(throws: error) { try WebTheme(name: "x", like: .light, [(color, value)]) }
    }

    @Test(arguments: [
        ("#4F52BD", "#4F52BD", "79,82,189"), ("4f52bd", "#4F52BD", "79,82,189"), ("#0aF", "#00AAFF", "0,170,255"),
        ("#00000040", "#00000040", "0,0,0"), ("#000000FF", "#000000", "0,0,0"),
    ])
    func colorsRoundTrip(text: String, hex: String, triple: String) throws {
        let color = try #require(NowColor(hex: text))
        #expect(color.hex == hex && color.cssTriple == triple)
    }

    @Test(arguments: ["", "#", "#12", "#1234", "1234567", "#123456789", "#ggg", " #fff", "#fff ", "＃fff", "#12#456"])
    func invalidColorIsNil(text: String) { expectEqual(NowColor(hex: text), nil) }
}

struct ThemeSheetTests {
    private func property(_ name: String, in sheet: String) -> String? {
        sheet.split(separator: "\n").first { $0.hasPrefix("  \(name): ") }.map { line in
            String(line.dropFirst(name.utf8.count + 4).dropLast())
        }
    }

    @Test(arguments: [
        ("--now-color--primary-1", "79,82,189", "132,134,255"),
        ("--now-color--background--primary", "255,255,255", "7,8,11"),
        ("--now-color_background--secondary", "246,246,248", "21,25,32"),
        ("--now-color_text--primary", "21,25,32", "255,255,255"),
        ("--now-color_alert--critical-0", "248,200,205", "123,30,40"),
        ("--now-color_alert--critical-3", "182,28,45", "228,104,118"),
        ("--now-color--neutral-0", "255,255,255", "7,8,11"), ("--now-color--neutral-21", "21,25,32", "255,255,255"),
        ("--now-unified-nav-bg", "48,47,75", "48,47,75"), ("--now-sdk--textActionble", "255,255,255", "7,8,11"),
    ])
    func propertiesAreTriplesOfTheTheme(name: String, light: String, dark: String) {
        expectEqual(property(name, in: ThemeSheet.css(for: .light)), light)
        expectEqual(property(name, in: ThemeSheet.css(for: .dark)), dark)
    }

    @Test func styleSheetDeclaresColorSchemeAndCoversOldPages() {
        let dark = ThemeSheet.css(for: .dark), light = ThemeSheet.css(for: .light)
        #expect(dark.hasPrefix(":root {\n  color-scheme: dark;\n  --now-color--background--primary: 7,8,11;\n"))
        #expect(light.hasPrefix(":root {\n  color-scheme: light;\n"))
        #expect(
            dark.contains(
                "\nhtml, body { background-color: rgb(7,8,11) !important; color: rgb(255,255,255) !important; }\n"))
        #expect(light.contains("\n:where(a:any-link) { color: rgb(60,89,231) !important; }\n"))
        #expect(dark == ThemeSheet.css(for: .dark) && dark != light)
    }

    @Test(arguments: ThemeToken.allCases)
    func everyColorIsSeen(token: ThemeToken) throws {
        let theme = try WebTheme(name: "dusk", like: .dark, [(token.rawValue, "#5B2A86")])
        #expect(ThemeSheet.css(for: theme) != ThemeSheet.css(for: .dark))
        if token == .brand { #expect(ThemeSheet.css(for: theme).contains("background: rgb(91,42,134)")) }
    }

    @Test func propertiesAreUniqueAndStyleElementIsNotClosed() {
        for theme in WebTheme.builtIn {
            let names = ThemeProperties.all(of: theme).map(\.name)
            #expect(Set(names).count == names.count && names.count > 80)
            let sheet = ThemeSheet.css(for: theme)
            #expect(!sheet.contains("<") && !sheet.contains("&"))
            expectEqual(sheet.filter { $0 == "{" }.count, sheet.filter { $0 == "}" }.count)
        }
    }

    /// A theme that changes only its background would give black on black; text must stay readable.
    @Test(arguments: ["#000000", "#FFFFFF", "#777777", "#CADFC0", "#4F52BD", "#FF0000", "#3C59E7"])
    func textAndLinksHaveContrast(ground: String) throws {
        for base in WebTheme.builtIn {
            let theme = try WebTheme(
                name: "x", like: base, [("backgroundPrimary", ground), ("screenHeaderBackground", ground)])
            let page = theme[.backgroundPrimary]
            #expect(theme.link.contrast(with: page) >= 4.5)
            #expect(theme[.textPrimary].readable(on: page).contrast(with: page) >= 4.5)
        }
    }

    @Test func contrastFollowsWCAG() {
        expectEqual(NowColor.black.contrast(with: .white), 21)
        expectEqual(NowColor.white.contrast(with: .white), 1)
        let link = NowColor(rgb: 0x3C59E7)
        expectEqual(link.readable(on: .white), link)
        #expect(NowColor.white.readable(on: NowColor(rgb: 0xCADFC0)).contrast(with: NowColor(rgb: 0xCADFC0)) >= 4.5)
    }
}
