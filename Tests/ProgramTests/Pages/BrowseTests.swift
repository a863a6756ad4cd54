import Chromium
import Glibc
import NowWeb
import Notation
import Testing

/// A real browser on the real program: signed in, in a theme, with leave to write on the sandbox; then the same from the
/// tape, with no network.
@Suite(.serialized) struct BrowseTests {
    private static let command = [
        "page", "browse", "incident_list.do?sysparm_query=numberENDSWITH1", "--theme", "dark",
    ]
    private static let probe = """
        [document.title, getComputedStyle(document.body).backgroundColor,
         getComputedStyle(document.documentElement).colorScheme]
        """
    private static let text = "Seen in a browser"

    /// Goes from a list to a record, changes it, and says what was seen on the way.
    @Sendable private static func walk(_ browser: ChromiumSession, _ address: String) async throws -> [JSON] {
        var seen: [JSON] = []
        try await browser.look(width: 1000, isDark: true)
        try await browser.navigate(to: address)
        seen.append(try await browser.evaluate(probe))
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

    @Test func aBrowserWalksAndSavesAndTheTapeShowsItAgain() async throws {
        let desk = try Desk()
        let live = try await BrowseVisit(desk, ["--tape", "kept"] + Self.command)
        let address = live.address
        let seen = try await live.browse(desk) { try await Self.walk($0, address) }
        #expect(seen.count == 4)
        let (red, green, blue) = WebTheme.dark[.backgroundPrimary].bytes
        #expect(seen.first?[1] == .string("rgb(\(red), \(green), \(blue))"))
        #expect(seen.first?[2] == "dark")
        // The page behind the link too.
        #expect(seen[2][1] == seen[0][1] && seen[2][2] == "dark", "\(seen)")
        #expect(seen.dropFirst().first == ["", "/incident_list.do", ""])
        #expect(seen.last == true)
        let ended = await live.end()
        #expect(ended.status == 0, "\(ended)")
        #expect(ended.output.contains("pages"), "\(ended)")
        // What lets a browser in is on no tape.
        let word = String(address.dropFirst("http://".count).prefix(32))
        #expect(!String(decoding: try desk.bytes(of: "sessions/kept.cassette"), as: UTF8.self).contains(word))

        let check = try await desk.run("replay", "sessions/kept.cassette", "--check")
        #expect(check.status == 0, "\(check)")

        let wrapper = try await HostRights.withLoopbackAlone(desk)
        let played = try await BrowseVisit(
            desk, ["--tape", "kept", "--mode", "replay"] + Self.command, through: wrapper,
            variables: ["PATH": "/usr/sbin:/usr/bin:/bin"])
        let from = played.address
        let again = try await played.browse(desk, inside: true) { try await Self.walk($0, from) }
        #expect(again == seen)
        let over = await played.end(SIGTERM)
        #expect(over.status == 0, "\(over)")
    }

    @Test func aPictureIsTakenAndNotTakenAgain() async throws {
        let desk = try Desk()
        let shot = try await desk.run(
            "--tape", "kept", "page", "shot", "list.png", "incident_list.do", "--width", "700", "--dark")
        #expect(shot.status == 0, "\(shot)")
        #expect(shot.errors.contains("Wrote a picture of 700 by "), "\(shot)")
        #expect(try desk.bytes(of: "list.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
        let again = try await desk.run("page", "shot", "list.png", "incident_list.do")
        #expect(again.status == 2 && again.errors.contains("--force"), "\(again)")
        let before = try desk.bytes(of: "list.png")
        let check = try await desk.run("replay", "sessions/kept.cassette", "--check")
        #expect(check.status == 0, "\(check)")
        #expect(try desk.bytes(of: "list.png") == before)
    }

    @Test func withoutABrowserThePackageIsNamed() async throws {
        let desk = try Desk()
        let hiding = ["sh", "-c", "mount --bind /dev/null /usr/bin/chromium && exec \"$0\" \"$@\""]
        let wrapper = try await HostRights.mounting(desk) + hiding
        let ended = try await desk.run("--tape", "kept", "page", "shot", "a.png", "home.do", through: wrapper)
        #expect(ended.status == 2, "\(ended)")
        #expect(ended.errors.contains("apt-get install chromium"), "\(ended)")
        let check = try await desk.run("replay", "sessions/kept.cassette", "--check")
        #expect(check.status == 0, "\(check)")
    }
}
