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

/// `tape export --html`: the data of the page. `TapeReportPageTests` has what its script makes of them.
struct TapeReportTests {
    private static let hostile =
        #"</script><script>alert(1)</script> "&' \#u{1B}]0;title\#u{7}\#u{202E}\#u{2028}end"#

    private static func page(after lines: [String], _ machine: TestMachine? = nil) async throws -> ReportText {
        let machine = try machine ?? TestMachine()
        let harness = try ShellHarness(machine)
        for line in lines { _ = await harness.session.run(line) }
        _ = harness.printed()
        let text = await harness.transcript(of: ["tape export --html report.html"])
        let page = try ReportText(try #require(machine.folder.text(of: "report.html")))
        #expect(text.contains("\n! Wrote \(lines.count) commands and ") && !text.contains("exit"), "\(text)")
        #expect(text.contains(" \(page.text.utf8.count) bytes, to report.html."), "\(text)")
        return page
    }

    @Test func everyCommandHasItsAnswerAndRequests() async throws {
        let lines = [
            "table list incident -n 2 -f number,short_description --format csv",
            "table count incident", "table list nosuch", "rest GET /api/now/table/incident?sysparm_limit=1",
        ]
        let page = try await Self.page(after: lines)
        expectEqual(page.commands.map { $0[3] }, lines.map(JSON.string))
        expectEqual(page.commands.map { $0[5] }, [0, 0, 3, 0])
        expectEqual(
            page.details[0][0]?[0],
            "number,short_description\nINC0010001,Second monitor flickers\nINC0010002,Application freezes while saving a draft\n"
        )
        let count = try #require(page.requests.first { $0[6] == "/api/now/stats/incident?sysparm_count=true" })
        expectEqual(count[5], "GET")
        expectEqual(count[7], 200)
        let detail = try #require(count[0]?.scalarText.flatMap { Int($0) }.map { page.details[$0] })
        expectEqual(detail["line"], "rest GET /api/now/stats/incident?sysparm_count=true")
        #expect(detail["curl"]?.scalarText?.hasPrefix("curl 'http://sandbox.localhost/api/now/stats/") == true)
        expectEqual(detail["answer"]?[0], #"{"result":{"stats":{"count":"440"}}}"#)
    }

    @Test func recordsHaveTheirValuesBeforeAndAfter() async throws {
        let page = try await Self.page(after: [
            "table describe incident", "table update incident INC0010021 urgency=1 work_notes=Seen",
            "table create problem short_description=New", "table delete incident INC0010022",
        ])
        let changes = page.about["changes"]?.elements ?? []
        expectEqual(changes.map { $0["kind"] }, ["updated", "created", "deleted"])
        expectEqual(changes.map { $0["table"] }, ["incident", "problem", "incident"])
        let fields = changes.map { $0["fields"]?.elements ?? [] }
        #expect(fields[0].contains(["Urgency", "urgency", "2 - Medium", "1 - High"]), "\(fields[0])")
        #expect(fields[0].contains { $0[1] == "work_notes" && $0[3]?.scalarText?.contains("Seen") == true })
        #expect(fields[1].contains { $0[1] == "short_description" && $0[3] == "New" })
        #expect(fields[2].contains { $0[1] == "number" && $0[2] == "INC0010022" && $0[3] == .null })
        let numbers = changes.flatMap { $0["requests"]?.elements ?? [] }
        expectEqual(numbers.count, 3)
    }

    /// The requests in a batch count like those that are sent alone; those that failed do not.
    @Test func recordsOfABatchHaveTheirValues() async throws {
        let machine = try TestMachine()
        let incident = "/api/now/table/incident/becf6f1413bde14f36bde90c3d219baf?sysparm_display_value=all"
        let parts: [(String, String, String?)] = [
            ("PATCH", incident, #"{"urgency":"1"}"#),
            ("POST", "/api/now/table/problem", #"{"short_description":"In a batch"}"#),
            ("PATCH", "/api/now/table/incident/nosuch", #"{"urgency":"1"}"#),
            ("GET", "/api/now/table/incident/bc76816a03ca1fba5a7dcb9e3aa99e09", nil),
        ]
        let sent = parts.enumerated().map { number, part -> JSON in
            .object(present: [
                "id": .string("\(number)"), "method": .string(part.0), "url": .string(part.1),
                "headers": [["name": "Content-Type", "value": "application/json"]],
                "body": part.2.map { .string(Base64.encode($0.utf8)) },
            ])
        }
        machine.folder.write(
            Array(JSON.object([.init("batch_request_id", "1"), .init("rest_requests", .array(sent))]).compact.utf8),
            to: "batch.json")
        let page = try await Self.page(
            after: [
                "rest GET \(incident)",
                "rest POST /api/now/v1/batch --body @batch.json",
            ], machine)
        let changes = page.about["changes"]?.elements ?? []
        expectEqual(changes.map { $0["kind"] }, ["updated", "created"])
        expectEqual(changes.map { $0["table"] }, ["incident", "problem"])
        let fields = changes.map { $0["fields"]?.elements ?? [] }
        #expect(fields[0].contains { $0[1] == "urgency" && $0[2] == "3 - Low" && $0[3] == "1 - High" }, "\(fields[0])")
        #expect(fields[1].contains { $0[1] == "short_description" && $0[3] == "In a batch" }, "\(fields[1])")
        expectEqual(changes[0]["requests"], changes[1]["requests"])
    }

    @Test func textOfATapeStaysText() async throws {
        let page = try await Self.page(after: [
            "table create incident short_description=\(Quoting.word(Self.hostile))",
            "table list incident -q short_descriptionLIKEalert -f number,short_description",
        ])
        expectEqual(page.text.ranges(of: "<script").count, page.blocks.count + 1)
        #expect(!page.text.contains("alert(1)<"))
        let output = page.details.compactMap { $0[0]?[0]?.scalarText }.joined()
        #expect(output.contains(#"</script><script>alert(1)</script> "&' "#), "\(output)")
        #expect(page.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x202E })
    }

    /// The policy allows nothing but the style sheet and the script, by their digests, and pictures in the page.
    @Test func nothingIsLoaded() async throws {
        let page = try await Self.page(after: ["table count incident", "table list nosuch"])
        for (name, directive) in [("style", "style-src"), ("script", "script-src")] {
            let text = try #require(ReportText.texts(in: page.text, from: "<\(name)>", to: "</\(name)>").last)
            let digest = Base64.encode(SHA256.digest(Array(text.utf8)))
            #expect(page.text.contains("\(directive) 'sha256-\(digest)';"))
            for word in ["url(", "@import", "http:", "https:", "fetch(", "import(", "innerHTML", "eval("] {
                #expect(!text.contains(word), "\(word)")
            }
        }
        #expect(page.text.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "))
        #expect(page.text.contains(" img-src data:; base-uri 'none'; form-action 'none'\">"))
        let shell = ReportText.texts(
            in: page.text.replacing("<script type", with: "\u{0}"), from: "</style>", to: "\u{0}")
        for attribute in [" src=", " href=", " style=", " onclick=", "<link", "<base"] {
            #expect(!shell[0].contains(attribute), "\(attribute)")
        }
    }

    @Test func largeAndBinaryBodiesAreReplaced() async throws {
        let machine = try TestMachine()
        machine.folder.write([0x50, 0x4B, 0xFF, 0x00], to: "data.bin")
        let page = try await Self.page(
            after: [
                "attach put incident INC0010021 data.bin", "rest GET /api/now/table/incident?sysparm_limit=100",
            ], machine)
        #expect(page.details.contains { $0["body"] == [.null, 4] })
        let large = try #require(page.details.last?["answer"])
        let (size, left) = (large[1]?.scalarText.flatMap { Int($0) }, large[2]?.scalarText.flatMap { Int($0) })
        expectEqual(try #require(size) - (large[0]?.scalarText ?? "").utf8.count, left)
        #expect(try #require(left) > 0)
    }

    /// A picture is included from its file, if that is what the command wrote.
    @Test func picturesOfPagesAreInThePage() async throws {
        let machine = try TestMachine()
        let lines = ["page shot a.png home.do --width 700", "page shot b.png home.do"]
        let harness = try ShellHarness(machine)
        for line in lines { await expectEqual(harness.session.run(line), 0) }
        machine.folder.write(Array("short".utf8), to: "b.png")
        await expectEqual(harness.session.run("tape export --html report.html"), 0)
        let page = try ReportText(try #require(machine.folder.text(of: "report.html")))
        let pictures = page.details.filter { $0["sent"] == nil }.map { $0[2]?.scalarText?.prefix(26) }
        expectEqual(pictures, ["data:image/png;base64,iVBO", ""])
        #expect(harness.printed().contains("1 picture of page shot is included, not redacted."))
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

/// A page's text and the data in it.
private struct ReportText {
    let text: String
    private(set) var blocks: [String: JSON] = [:]

    init(_ text: String) throws {
        self.text = text
        for block in Self.texts(in: text, from: "<script type=\"application/json\" id=\"", to: "</script>") {
            let parts = block.split(separator: "\">", maxSplits: 1)
            blocks[String(parts[0])] = JSON(try JSONDocument(String(parts[1])).root)
        }
    }

    var about: JSON { blocks["about"] ?? .null }
    var commands: [JSON] { blocks["commands"]?.elements ?? [] }
    var requests: [JSON] { blocks["requests"]?.elements ?? [] }
    var details: [JSON] { (0..<blocks.count).flatMap { blocks["part-\($0)"]?.elements ?? [] } }

    /// The texts between two marks.
    static func texts(in page: String, from start: String, to end: String) -> [String] {
        page.split(separator: start, omittingEmptySubsequences: false).dropFirst().map {
            String($0.prefix(upTo: $0.firstRange(of: end)?.lowerBound ?? $0.endIndex))
        }
    }
}
