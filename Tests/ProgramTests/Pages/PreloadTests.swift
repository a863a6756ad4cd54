import Testing

/// Many pages at once, with the sandbox's own assets.
@Suite struct PreloadTests {
    private static let pages =
        (1...40).map { "incident_list.do?sysparm_query=active=true&sysparm_first_row=\($0)" }
        + (31...33).map { "kb_view.do?sysparm_article=KB00000\($0)" }
        + ["home.do", "/kb", "/sp", "problem_list.do", "change_request_list.do", "/sp?id=list&table=incident"]
        + ["incident.do?sysparm_query=number=INC0010002"]

    private static let script = """
        page preload @pages.txt
        page preload @pages.txt --parallel 1

        """

    @Test func fiftyPagesAreFetchedBeforehandAndThenOnlyWhatTheRulesDemand() async throws {
        let desk = try Desk()
        try desk.write(Self.pages.joined(separator: "\n"), to: "pages.txt")
        let live = try await desk.run("--tape", "kept", input: Self.script)
        #expect(live.status == 0 && live.errors == "", "\(live)")
        let facts = live.output.split(separator: "\n").prefix(18).map { line in
            line.split(separator: " ").map(String.init)
        }
        #expect(
            facts == [
                // Each of eight assets once: two style sheets, two scripts, the two pictures of every page, and the two of
                // one article.
                ["pages", "50"], ["assets", "8"], ["requests", "58"], ["from_cache", "0"], ["asked_about", "0"],
                ["still_valid", "0"], ["asset_bytes", "33412"], ["requests_saved", "294"],
                ["asset_bytes_saved", "568351"],
                // Pages are never kept, and two pictures carry no version: they are asked about.
                ["pages", "50"], ["assets", "8"], ["requests", "52"], ["from_cache", "6"], ["asked_about", "2"],
                ["still_valid", "2"], ["asset_bytes", "0"], ["requests_saved", "300"],
                ["asset_bytes_saved", "601763"],
            ], "\(facts)")
        let played = try await desk.run("--tape", "kept", "--mode", "replay", input: Self.script)
        #expect(played == live)
        let check = try await desk.run("replay", "sessions/kept.cassette", "--check")
        #expect(check.status == 0, "\(check)")
    }
}
