import ExchangeModel
import Foundation
import TestSupport
import Testing

/// Pages that are far too much: they come, what is shown is bounded, and what is left out is said.
@Suite struct HugePageTests {
    private static let line = Array("<p>A line of a page that does not end, with words.</p>\n".utf8)

    private static func repeated(_ piece: [UInt8], upTo size: Int, _ start: String) -> [UInt8] {
        var bytes = Array(start.utf8)
        bytes.reserveCapacity(size + piece.count)
        while bytes.count < size { bytes += piece }
        return bytes
    }

    @Test func aPageOfFiftyMegabytesComes() async throws {
        let page = Self.repeated(Self.line, upTo: 50 << 20, "<title>Huge</title>")
        let instance = try HostileInstance(["/huge.do": HostileInstance.page(page, "text/html")])
        let visit = try await HostileVisit(
            "page open /huge.do > shown\npage source > whole\npage links\n", at: instance)
        #expect(visit.ended == Ended(0, "number  text  address\n", errors: "The page has no link.\n"))
        #expect(try visit.desk.bytes(of: "whole") == page)
        let shown = try visit.desk.text(of: "shown")
        #expect(shown.utf8.count < 8 << 20)
        #expect(
            shown.hasSuffix(
                """
                A line of a page that does not end, with words.

                ────────────────────────────────────────────────────────────────────────────────

                The page has 52 428 824 bytes; the first 8 388 567 are shown. `page source >
                FILE` has all of it.

                """), "\(shown.suffix(500))")
        let refused = try await visit.desk.run(
            "--instance", instance.address, "--user", "jane", "page", "open", "/huge.do", "--max-body", "10m",
            variables: ["SNOWDECK_PASSWORD": "secret-of-jane"])
        #expect(
            refused
                == Ended(
                    4,
                    errors: """
                        error: The answer of 127.0.0.1 is larger than 10485760 bytes, the limit.
                        hint: --max-body 256m takes more.

                        """))
    }

    @Test func aPageOfNothingButBeginningsIsCut() async throws {
        let page = Self.repeated(Array("<div>".utf8), upTo: 8 << 20, "<title>Divs</title>")
        let instance = try HostileInstance(["/divs.do": HostileInstance.page(page, "text/html")])
        let visit = try await HostileVisit("page open /divs.do\n", at: instance)
        #expect(
            visit.text(at: instance.address) == """
                Divs
                http://HOST/divs.do

                ────

                The page has 8 388 609 bytes; the first 8 388 604 are shown. `page source >
                FILE` has all of it.

                The page nests deeper than 512 levels; what lies deeper is not shown. `page
                source` has it.
                —
                exit 0

                """, "\(visit.ended)")
    }

    @Test func fiveThousandLinksAreNumberedAndFollowed() async throws {
        let links = (1...5000).map { "<a href='/n.do?i=\($0)'>link \($0)</a>\n" }.joined()
        let instance = try HostileInstance(["/many.do": HostileInstance.page("<title>Many</title>" + links)])
        let visit = try await HostileVisit(
            """
            page open /many.do > shown
            page links --format csv > links
            page follow 4999
            page back > again
            page follow 5001

            """, at: instance)
        #expect(
            visit.text(at: instance.address) == """
                http://HOST/n.do?i=4999

                page /n.do?i=4999
                —
                script:5: error: The page has no link 5001: it has 1 to 5000.
                  page follow 5001
                              ^^^^
                hint: page links
                exit 2

                """, "\(visit.ended)")
        let shown = try visit.desk.text(of: "shown")
        #expect(try visit.desk.text(of: "again") == shown)
        let words = shown.split { $0 == "\n" || $0 == " " }
        #expect(words.filter { $0.hasSuffix("]") } == (1...5000).map { "\($0)[\($0)]" })
        #expect(
            try visit.desk.text(of: "links")
                == "number,text,address\n" + (1...5000).map { "\($0),link \($0),/n.do?i=\($0)\n" }.joined())
        #expect(instance.asked.count == 3)
        let sitting = try PromptSitting(
            visit.desk, ["--instance", instance.address, "--user", "jane"], rows: 30,
            variables: ["SNOWDECK_PASSWORD": "secret-of-jane"])
        let prompt = instance.name + ">"
        await sitting.prompted(prompt)
        _ = await sitting.enter("page open /many.do > shown", prompt: prompt)
        sitting.screen.type("page follow \t")
        let offered = await sitting.shows("of 5000; space: more, or type on")
        #expect(offered.split(separator: "\n").count <= 30)
    }
}
