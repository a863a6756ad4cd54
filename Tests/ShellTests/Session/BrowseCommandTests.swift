import CassetteStore
import ExchangeModel
import GraphQLCommands
import NowSDK
import Pages
import Recipes
import Tables
import Tapes
import TestSupport
import Testing
import Workbench

struct BrowseCommandTests {
    private static let form: HeaderFields = ["Content-Type": "application/x-www-form-urlencoded"]
    private static let word = String(repeating: "c4", count: 16)

    private static func facts(_ pages: Int, _ requests: Int, _ cached: Int, _ refused: Int) -> String {
        """
        pages        \(pages)
        requests     \(requests)
        from_cache   \(cached)
        refused      \(refused)
        turned_away  1

        """
    }

    @Test func browserRequestsReplay() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        machine.browsing.steps = [
            .init("/incident_list.do"), .init("/favicon.ico", dest: "image"), .init("/favicon.ico", dest: "image"),
            .init(.post, "/incident.do", headers: Self.form, body: "sys_action=sysverb_insert&sysparm_ck=x"),
            .init("/api/now/table/incident?sysparm_limit=1", dest: "empty"),
        ]
        let printed = await harness.transcript(of: [
            "page browse incident_list.do?sysparm_query=active=true --theme dark"
        ])
        let address = "http://\(Self.word).localhost:4711/\(Self.word)/incident_list.do?sysparm_query=active=true"
        expectEqual(machine.browsing.address, address)
        #expect(printed.contains("! " + address))
        #expect(printed.contains(Self.facts(2, 5, 0, 0)), "\(printed)")
        expectEqual(machine.browsing.seen.map(\.status).first, 200)
        expectEqual(machine.browsing.seen.count, 5)
        let page = try #require(machine.browsing.seen.first)
        #expect(String(decoding: page.body, as: UTF8.self).contains("color-scheme: dark"))
        try await harness.session.close()
        let kept = try #require(machine.tapes.first)
        #expect(!String(decoding: machine.folder.bytes(of: kept) ?? [], as: UTF8.self).contains(Self.word))
        let replay = try await machine.check(kept)
        expectEqual(replay.status, 0, "\(replay.printed)")
    }

    @Test func changesElsewhereNeedInstanceName() async throws {
        for (flag, refused) in [("", 1), (" --allow-writes dev1", 0)] {
            let answer = HTTPResponse(
                status: 200, headers: ["Content-Type": "text/html", "X-Is-Logged-In": "true"], body: Array("<p>x".utf8))
            let machine = try TestMachine(
                instance: ScriptedTransport([HTTPResponse](repeating: answer, count: 4).map { .success($0) }))
            let harness = try ShellHarness(machine, instance: "dev1", user: "abel.tuter")
            machine.browsing.steps = [
                .init("/a.do"), .init(.post, "/a.do", headers: Self.form, body: "a=b"),
            ]
            let printed = await harness.transcript(of: ["page browse a.do" + flag])
            #expect(printed.contains(Self.facts(2, 2, 0, refused)), "\(printed)")
            try await harness.closeAndReplay()
        }
    }

    @Test func screenshotWritesFileButReplayDoesNot() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        machine.browsing.steps = [.init("/home.do")]
        let printed = await harness.transcript(of: [
            "page shot a.png home.do --width 700 --dark", "page shot a.png home.do",
            "page shot a.png home.do --force", "page shot b.png --width 666", "page shot b.png --theme nosuch",
        ])
        expectEqual(
            printed,
            """
            > page shot a.png home.do --width 700 --dark
            ! Wrote a picture of 700 by 600 pixels to a.png: 25 bytes.
            > page shot ‹a.png› home.do
            ! error: a.png already exists and is not replaced.
            ! hint: --force replaces it.
            ? exit 2
            > page shot a.png home.do --force
            ! Wrote a picture of 1280 by 600 pixels to a.png: 25 bytes.
            > page shot b.png --width 666
            ! error: There is no browser.
            ! hint: Get one.
            ? exit 2
            > page shot b.png --theme ‹nosuch›
            ! error: There is no theme nosuch. There is no file nosuch.
            ! hint: page theme lists them.
            ? exit 2

            """, "\(printed)")
        try await harness.session.close()
        let before = machine.folder.bytes(of: "a.png")
        let replay = try await machine.check(try #require(machine.tapes.first))
        expectEqual(replay.status, 0, "\(replay.printed)")
        expectEqual(machine.folder.bytes(of: "a.png"), before)
    }

    @Test func typedReplayOpensBrowser() async throws {
        let machine = try TestMachine()
        let first = try ShellHarness(machine)
        machine.browsing.steps = [.init("/home.do")]
        _ = await first.transcript(of: ["page browse home.do"])
        try await first.session.close()
        let played = try TestMachine(machine.folder, instance: ScriptedTransport([]))
        played.browsing.steps = [.init("/home.do"), .init("/incident.do")]
        let second = try ShellHarness(played, tape: "other")
        let printed = await second.transcript(of: ["tape open tape --mode replay", "page browse home.do"])
        expectEqual(played.browsing.seen.map(\.status), [200, 502], "\(printed)")
        #expect(printed.contains(Self.facts(2, 2, 0, 0)), "\(printed)")
    }

    /// An untrusted or damaged tape: its record of the browser does not match the requests.
    @Test func replayReportsMissingResponses() async throws {
        for (line, found, put) in [
            ("page browse home.do", #""target":"/home.do""#, #""target":"/hume.do""#),
            ("page shot a.png home.do --width 700", "[700,600,25]", "[-70,600,25]"),
        ] {
            let machine = try TestMachine()
            let harness = try ShellHarness(machine)
            machine.browsing.steps = [.init("/home.do")]
            _ = await harness.transcript(of: [line])
            try await harness.session.close()
            let kept = try #require(machine.tapes.first)
            var bytes = try #require(machine.folder.bytes(of: kept))
            let start = try #require(bytes.firstRange(of: Array(found.utf8))).lowerBound
            bytes.replaceSubrange(start..<(start + found.utf8.count), with: Array(put.utf8))
            machine.folder.write(bytes, to: kept)
            let replay = try await machine.check(kept)
            expectEqual((replay.status != 0), line.contains("browse"), "\(replay.printed)")
            expectEqual(replay.printed.contains("/hume.do"), line.contains("browse"), "\(replay.printed)")
            #expect(!replay.printed.contains("of -70 by"), "\(replay.printed)")
        }
    }
}
