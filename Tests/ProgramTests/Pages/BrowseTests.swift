import Chromium
import Glibc
import Notation
import NowWeb
import TestSupport
import Testing

/// A real browser with the real program: signed in, themed, with write access to the sandbox; then replayed without a
/// network.
struct BrowseTests {
    private static let command = [
        "page", "browse", "incident_list.do?sysparm_query=numberENDSWITH1", "--theme", "dark",
    ]
    private static let probe = """
        [document.title, getComputedStyle(document.body).backgroundColor,
         getComputedStyle(document.documentElement).colorScheme]
        """
    /// Colors of links, buttons and column headings; ThemeSheetTests in NowWebTests cover the contrast.
    private static let colors = """
        ['.bar a', '.bar .user a', 'a.button.primary', 'thead th a', 'tbody a'].map(what => {
          const style = getComputedStyle(document.querySelector(what));
          return [style.color, style.backgroundColor];
        }).concat(getComputedStyle(document.querySelector('.bar')).backgroundColor)
        """
    private static let text = "Seen in a browser"

    private static func css(_ color: NowColor) -> JSON {
        .string("rgb(\(color.bytes.red), \(color.bytes.green), \(color.bytes.blue))")
    }

    /// Opens a list and a record, changes the record, and reports what the browser shows.
    @Sendable private static func walk(_ browser: ChromiumSession, _ address: String) async throws -> [JSON] {
        var seen: [JSON] = []
        try await browser.setViewport(width: 1000, isDark: true)
        try await browser.navigate(to: address)
        seen.append(try await browser.evaluate(probe))
        seen.append(try await browser.evaluate(colors))
        seen.append(try await browser.evaluate("[document.cookie, location.pathname, document.referrer]"))
        try await browser.follow("document.querySelector('a[href*=\"incident.do?sys_id=\"]').click()")
        seen.append(try await browser.evaluate(probe))
        try await browser.follow(
            """
            (() => {
              const form = document.forms['incident.do'];
              form.elements['incident.short_description'].value = '\(text)';
              form.querySelector('button[value=sysverb_update], button[value=sysverb_update_and_stay]').click();
            })()
            """)
        try await browser.follow("location.href = '/incident_list.do?sysparm_query=short_description=\(text)'")
        seen.append(
            try await browser.evaluate("document.body.innerText.includes('\(text)')"))
        return seen
    }

    @Test func browserNavigatesAndSavesAndTapeReplays() async throws {
        let workspace = try Workspace()
        let live = try await BrowserSession(workspace, ["--tape", "kept"] + Self.command)
        let address = live.address
        let seen = try await live.browse(workspace) { try await Self.walk($0, address) }
        try #require(seen.count == 5)
        let theme = WebTheme.dark
        #expect(seen[0][1] == Self.css(theme[.backgroundPrimary]) && seen[0][2] == "dark")
        let header = theme[.screenHeaderBackground], button = theme[.primary], part = theme[.backgroundSecondary]
        let clear: JSON = "rgba(0, 0, 0, 0)"
        let onHeader: JSON = [Self.css(theme[.screenHeaderText].readable(on: header)), clear]
        expectEqual(
            seen[1],
            [
                onHeader, onHeader, [Self.css(theme[.textActionable].readable(on: button)), Self.css(button)],
                [Self.css(theme[.textPrimary].readable(on: part)), clear], [Self.css(theme.link), clear],
                Self.css(header),
            ])
        expectEqual(seen[2], ["", "/incident_list.do", ""])
        // The linked page too.
        #expect(seen[3][1] == seen[0][1] && seen[3][2] == "dark", "\(seen)")
        expectEqual(seen.last, true)
        let ended = await live.end()
        expectEqual(ended.status, 0, "\(ended)")
        #expect(ended.output.contains("pages"), "\(ended)")
        // The browser's access key is not on any tape.
        let word = String(address.dropFirst("http://".count).prefix(32))
        #expect(!String(decoding: try workspace.bytes(of: "sessions/kept.cassette"), as: UTF8.self).contains(word))

        try await workspace.expectReplay(of: "kept", commands: 1)

        let wrapper = try await HostPrivileges.withLoopbackAlone(workspace)
        let played = try await BrowserSession(
            workspace, ["--tape", "kept", "--mode", "replay"] + Self.command, through: wrapper,
            variables: ["PATH": "/usr/sbin:/usr/bin:/bin"])
        let from = played.address
        let again = try await played.browse(workspace, inside: true) { try await Self.walk($0, from) }
        expectEqual(again, seen)
        let over = await played.end(SIGTERM)
        expectEqual(over.status, 0, "\(over)")
    }

    @Test func withoutABrowserThePackageIsNamed() async throws {
        let workspace = try Workspace()
        let hiding = ["sh", "-c", "mount --bind /dev/null /usr/bin/chromium && exec \"$0\" \"$@\""]
        let wrapper = try await HostPrivileges.mounting(workspace) + hiding
        let ended = try await workspace.run("--tape", "kept", "page", "shot", "a.png", "home.do", through: wrapper)
        expectEqual(ended.status, 2, "\(ended)")
        #expect(ended.errors.contains("apt-get install chromium"), "\(ended)")
        try await workspace.expectReplay(of: "kept", commands: 1)
    }
}
