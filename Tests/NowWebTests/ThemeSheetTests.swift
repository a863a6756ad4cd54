import NowWeb
import Testing

@Suite struct ThemeSheetTests {
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
        #expect(property(name, in: ThemeSheet.css(for: .light)) == light)
        #expect(property(name, in: ThemeSheet.css(for: .dark)) == dark)
    }

    @Test func aSheetSaysWhetherItIsDarkAndDrawsOldPagesToo() {
        let dark = ThemeSheet.css(for: .dark), light = ThemeSheet.css(for: .light)
        #expect(dark.hasPrefix(":root {\n  color-scheme: dark;\n  --now-color--background--primary: 7,8,11;\n"))
        #expect(light.hasPrefix(":root {\n  color-scheme: light;\n"))
        #expect(
            dark.contains(
                "\nhtml, body { background-color: rgb(7,8,11) !important; color: rgb(255,255,255) !important; }\n"))
        #expect(light.contains("\n:where(a:any-link) { color: rgb(60,89,231) !important; }\n"))
        #expect(dark == ThemeSheet.css(for: .dark) && dark != light)
    }

    @Test func everyPropertyStandsOnceAndNothingEndsAStyleElement() {
        for theme in WebTheme.builtIn {
            let names = ThemeProperties.all(of: theme).map(\.name)
            #expect(Set(names).count == names.count && names.count > 100)
            let sheet = ThemeSheet.css(for: theme)
            #expect(!sheet.contains("<") && !sheet.contains("&"))
            #expect(sheet.filter { $0 == "{" }.count == sheet.filter { $0 == "}" }.count)
        }
    }

    /// Black on black is what a theme gets that changes its ground alone; people must still read it.
    @Test(arguments: ["#000000", "#FFFFFF", "#777777", "#CADFC0", "#4F52BD", "#FF0000", "#3C59E7"])
    func textAndLinksCanBeReadOnEveryGround(ground: String) throws {
        for base in WebTheme.builtIn {
            let theme = try WebTheme(
                name: "x", like: base, [("backgroundPrimary", ground), ("screenHeaderBackground", ground)])
            let page = theme[.backgroundPrimary]
            #expect(theme.link.contrast(with: page) >= 4.5)
            #expect(theme[.textPrimary].readable(on: page).contrast(with: page) >= 4.5)
        }
    }

    @Test func contrastIsMeasuredAsTheStandardSays() {
        #expect(NowColor.black.contrast(with: .white) == 21)
        #expect(NowColor.white.contrast(with: .white) == 1)
        let link = NowColor(rgb: 0x3C59E7)
        #expect(link.readable(on: .white) == link)
        #expect(NowColor.white.readable(on: NowColor(rgb: 0xCADFC0)).contrast(with: NowColor(rgb: 0xCADFC0)) >= 4.5)
    }
}
