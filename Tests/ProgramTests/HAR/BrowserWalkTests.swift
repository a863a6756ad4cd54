import Chromium
import Glibc
import Notation
import Testing

/// What Debian's Chromium saw on a walk through the sandbox's pages, as a tape: in a network of its own that has loopback
/// alone, by one browser.
@Suite struct BrowserWalkTests {
    private static let list = "/incident_list.do?sysparm_query=number%3DINC0010002"
    private static let text = "Walked and saved"

    private static let look = """
        [location.pathname, document.title, getComputedStyle(document.querySelector('header.bar')).backgroundColor,
         [...document.images].every(image => image.complete && image.naturalWidth > 0)]
        """

    /// From the list, which is shown, to the record, which is saved, and home; `gather` is called at every page.
    private static func walk(
        _ browser: ChromiumSession, at each: () async -> Void
    ) async throws -> [JSON] {
        var seen = [try await browser.evaluate(look)]
        await each()
        try await browser.follow("document.querySelector('a[href*=\"incident.do?sys_id=\"]').click()")
        seen.append(try await browser.evaluate(look))
        await each()
        try await browser.follow(
            """
            (() => {
              const form = document.forms['incident.do'];
              form.elements['incident.short_description'].value = '\(text)';
              form.querySelector('button[value=sysverb_update], button[value=sysverb_update_and_stay]').click();
            })()
            """)
        seen.append(try await browser.evaluate(look))
        seen.append(try await browser.evaluate("document.body.innerText.includes('INC0010002 was saved')"))
        await each()
        try await browser.follow("document.querySelector('header.bar a[href=\"/home.do\"]').click()")
        seen.append(try await browser.evaluate(look))
        await each()
        return seen
    }

    @Test func aWalkBecomesATapeThatTheBrowserSeesAgain() async throws {
        let desk = try Desk()
        let sandbox = try await BrowseVisit(
            serving: desk, ["serve", "sandbox"], through: try await HostRights.withLoopbackAlone(desk))
        let within =
            ["nsenter"] + (geteuid() == 0 ? ["--net"] : ["--user", "--preserve-credentials", "--net"])
            + ["--target", "\(sandbox.child.id)", "--"]
        let address = sandbox.address
        let (walked, again) = try await sandbox.browse(desk, inside: true) { browser in
            var log = NetworkLog()
            browser.keepEvents()
            _ = try await browser.call("Network.enable", [:])
            try await browser.look(width: 1000, isDark: false)
            try await browser.navigate(to: address + Self.list)
            await log.gather(browser)
            try await browser.follow(
                """
                (() => {
                  document.querySelector('[name=user_name]').value = 'john.doe';
                  document.querySelector('[name=user_password]').value = 'password';
                  document.querySelector('[name=user_name]').form.querySelector('button').click();
                })()
                """)
            let walked = try await Self.walk(browser) { await log.gather(browser) }
            try desk.write(log.har, to: "walk.har")
            let made = try await desk.run("tape", "import", "walk.har")
            #expect(made.status == 0, "\(made)")
            #expect(made.output.contains("user       john.doe"), "\(made)")
            let left = made.errors.split(separator: "\n").filter { $0.hasPrefix("Left out: ") }
            #expect(left.allSatisfy { $0.contains(" that the browser answered from its cache: ") }, "\(made)")
            let replay = try await BrowseVisit(serving: desk, ["serve", "replay", "walk"], through: within)
            try await browser.navigate(to: replay.address + Self.list)
            let again = try await Self.walk(browser) {}
            let ended = await replay.end()
            #expect(ended.status == 0, "\(ended)")
            return (walked, again)
        }
        #expect(walked.count == 5 && walked[3] == true, "\(walked)")
        #expect(again == walked)
        _ = await sandbox.end()

        let audit = try await desk.run("tape", "audit", "walk")
        #expect(audit.status == 0 && audit.output.contains("no secret found"), "\(audit)")
        let out = try await desk.run("tape", "export", "again.har", "walk")
        #expect(out.status == 0, "\(out)")
        let back = try await desk.run("tape", "import", "again.har")
        #expect(back.status == 0 && back.errors.isEmpty, "\(back)")
        let dump = try await desk.run("dump", "walk")
        let other = try await desk.run("dump", "again")
        #expect(dump.status == 0 && dump.output == other.output)
        for place in ["sessions/walk.cassette", "again.har"] {
            let text = String(decoding: try desk.bytes(of: place), as: UTF8.self)
            #expect(!text.contains("user_password=password"), "\(place)")
        }
    }
}
