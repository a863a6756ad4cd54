import CommandLanguage
import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import GraphQLCommands
@testable import Pages
@testable import Recipes
@testable import Tables
@testable import Workbench

/// `tape export --html`.
struct TapeReportTests {
    private static let hostile = #"</code></pre><script>alert(1)</script> "&' \#u{1B}]0;title\#u{7}\#u{202E}end"#

    private static func page(after lines: [String]) async throws -> String {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        for line in lines { _ = await harness.session.run(line) }
        _ = harness.printed()
        let text = await harness.transcript(of: ["tape export --html report.html"])
        let page = try #require(machine.folder.text(of: "report.html"))
        #expect(text.contains("\n! Wrote \(lines.count) commands and ") && !text.contains("exit"), "\(text)")
        #expect(text.contains(" \(page.utf8.count) bytes, to report.html."), "\(text)")
        return page
    }

    /// The texts between two marks.
    private static func texts(in page: String, from start: String, to end: String) -> [String] {
        page.split(separator: start, omittingEmptySubsequences: false).dropFirst().map {
            String($0.prefix(upTo: $0.firstRange(of: end)?.lowerBound ?? $0.endIndex))
        }
    }

    @Test func everyCommandHasItsAnswerAndRequests() async throws {
        let lines = [
            "table list incident -n 2 -f number,short_description",
            "table list incident -n 2 -f number,short_description --format csv",
            "table count incident", "table get incident INC0010021 -f number,state", "table list nosuch",
        ]
        let page = try await Self.page(after: lines)
        expectEqual(Self.texts(in: page, from: "<code>", to: "</code>"), lines)
        #expect(
            page.contains(
                "<pre class=\"out\">\nnumber      short_description\nINC0010001  Second monitor flickers\nINC0010002"))
        #expect(page.contains("<pre class=\"out\">\nnumber,short_description\nINC0010001,"))
        #expect(page.contains("<pre class=\"out\">\n440\n</pre>"))
        #expect(page.contains("<pre class=\"out\">\nnumber  INC0010021\nstate   In Progress\n</pre>"))
        #expect(page.contains("<b class=\"error\">error:</b> There is no table nosuch"))
        #expect(page.contains("<p class=\"status\">exit 3</p>"))
        #expect(page.contains("<b>GET</b><span class=\"path\">/api/now/stats/incident?sysparm_count=true</span>"))
        #expect(page.contains("  &#34;result&#34;: {\n    &#34;stats&#34;: {\n      &#34;count&#34;: &#34;440&#34;"))
        let opened = page.ranges(of: "<details").count
        #expect(opened > lines.count && opened == page.ranges(of: "</details>").count)
    }

    @Test func textOfATapeStaysText() async throws {
        let page = try await Self.page(after: [
            "table create incident short_description=\(Quoting.word(Self.hostile))",
            "table list incident -q short_descriptionLIKEalert -f number,short_description",
        ])
        #expect(page.ranges(of: "<script").count == 1 && page.ranges(of: "</pre><script").isEmpty)
        #expect(
            page.contains("  &lt;/code&gt;&lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt; &#34;&amp;&#39; end\n")
        )
        #expect(page.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x202E })
    }

    /// The policy allows nothing but the style sheet and the script, by their digests.
    @Test func nothingIsLoaded() async throws {
        let page = try await Self.page(after: ["table count incident", "table list nosuch"])
        for (name, directive) in [("style", "style-src"), ("script", "script-src")] {
            let text = try #require(Self.texts(in: page, from: "<\(name)>", to: "</\(name)>").first)
            let digest = Base64.encode(SHA256.digest(Array(text.utf8)))
            #expect(page.contains("\(directive) 'sha256-\(digest)'"))
            for word in ["url(", "@import", "http:", "https:", "fetch(", "import("] { #expect(!text.contains(word)) }
        }
        #expect(page.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "))
        for attribute in [" src=", " href=\"h", " style=", " onclick=", "<link", "<base"] {
            #expect(!page.contains(attribute), "\(attribute)")
        }
    }

    @Test func largeAndBinaryBodiesAreReplaced() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        machine.folder.write([0x50, 0x4B, 0xFF, 0x00], to: "data.bin")
        await expectEqual(harness.session.run("attach put incident INC0010021 data.bin"), 0)
        await expectEqual(harness.session.run("rest GET /api/now/table/incident?sysparm_limit=100"), 0)
        await expectEqual(harness.session.run("tape export --html report.html"), 0)
        let page = try #require(machine.folder.text(of: "report.html"))
        #expect(page.contains("<p class=\"cut\">4 bytes, not text.</p>"))
        #expect(page.firstMatch(of: #/<p class="cut">Cut: \d+ of \d+ bytes are left out.<\/p>/#) != nil)
    }

    @Test func fileIsEitherHARorHTML() async throws {
        let machine = try TestMachine()
        let harness = try ShellHarness(machine)
        await expectEqual(harness.session.run("table count incident"), 0)
        machine.folder.write([], to: "kept.html")
        _ = harness.printed()
        let text = await harness.transcript(of: [
            "tape export tape --html kept.html --replace", "tape export tape --html - > page.html",
            "tape export - > page.har", "tape export --html kept.html", "tape export",
        ])
        #expect(text.contains("! error: tape export needs FILE or --html."), "\(text)")
        #expect(text.contains("! error: kept.html already exists and is not replaced."), "\(text)")
        #expect(text.contains("! Wrote 1 command and 1 request of [DIR]/sessions/tape.cassette, "), "\(text)")
        expectEqual(machine.folder.text(of: "kept.html"), machine.folder.text(of: "page.html"))
        expectEqual(machine.folder.text(of: "page.har")?.hasPrefix("{\"log\""), true)
    }
}
