import ExchangeModel
import Foundation
import Testing
import TestSupport

/// Pages in every wrong character set, and answers that are no pages.
@Suite struct PageBytesTests {
    /// What is no page, or hardly one.
    private static let odd: [(path: String, answer: HTTPResponse)] = [
        ("/json", HostileInstance.page(Array("{\"a\":[1,2]}\n".utf8), "application/json")),
        ("/plain", HostileInstance.page(Array("plain, <b>not bold</b>\n".utf8), "text/plain")),
        ("/unsaid", HostileInstance.page(Array(" <p>Begins with a tag.".utf8))),
        ("/unsaid_text", HostileInstance.page(Array("No tag.\n".utf8))),
        ("/empty", HostileInstance.page("")), ("/204", HostileInstance.page([], status: 204)),
        ("/500", HostileInstance.page("<title>Broken</title><p>Ask Ann.</p>", status: 500)),
        ("/501", HostileInstance.page([], status: 501)), ("/404", HostileInstance.page([], status: 404)),
        ("/403_json", HostileInstance.page(Array("{\"no\":1}\n".utf8), "application/json", status: 403)),
        (
            "/binary",
            HostileInstance.page(
                Array("<p>\u{0}\u{1}\u{7}\u{8}\u{1B}[31m\u{7F}".utf8) + [0x9B, 0xFF, 0xFE], "text/html")
        ),
        ("/title", HostileInstance.page("<title>\u{1B}]0;mine\u{7}\u{202E}</title><p>after")),
    ]

    @Test func whatIsHardlyAPageIsShownAsWhatItIs() async throws {
        let instance = try HostileInstance(Dictionary(uniqueKeysWithValues: Self.odd.map { ($0.path, $0.answer) }))
        let visit = try await HostileVisit(Self.odd.map { "page open \($0.path)\n" }.joined(), at: instance)
        #expect(visit.text(at: instance.address) == Self.said, "now reads:\n\(visit.text(at: instance.address))")
        #expect(visit.ended.outputBytes.allSatisfy { $0 == 0x0A || $0 >= 0x20 && $0 != 0x7F })
    }

    @Test func aPictureGoesIntoAFileAndNotOnTheTerminal() async throws {
        let picture = [0x89] + Array("PNG\r\n\u{1A}\n\u{0}\u{1B}[31m".utf8)
        let instance = try HostileInstance(["/picture": HostileInstance.page(picture, "image/png")])
        let visit = try await HostileVisit(
            "page open /picture > one.png\npage source > two.png\npage links\n", at: instance)
        #expect(visit.ended.errors == "The page has no link.\n" && visit.ended.status == 0, "\(visit.ended)")
        #expect(try visit.desk.bytes(of: "one.png") == picture && visit.desk.bytes(of: "two.png") == picture)
        let sitting = try PromptSitting(
            visit.desk, ["--instance", instance.address, "--user", "jane", "page", "open", "/picture"],
            variables: ["SNOWDECK_PASSWORD": "secret-of-jane"])
        await sitting.shows("hint: > FILE behind the command keeps them.")
        #expect(await sitting.end() == 2)
    }

    private static let said = """
        {"a":[1,2]}
        plain, <b>not bold</b>
        http://HOST/unsaid

        Begins with a tag.
        No tag.
        http://HOST/empty
        Broken
        http://HOST/500

        Ask Ann.
        {"no":1}
        http://HOST/binary

        �����[31m�›ÿþ

        ────

        1 byte of the page is no text in its character set, shown as �.
        �]0;mine�
        http://HOST/title

        after
        —
        There is nothing on the page: the answer is empty (200 OK).
        There is nothing on the page: the answer is empty (204 No Content).
        script:7: error: HOST answered with 500 Internal Server Error.
          page open /500
          ^^^^^^^^^^^^^^
        script:8: error: HOST answered with 501 Not Implemented.
          page open /501
          ^^^^^^^^^^^^^^
        note: No page came with it.
        script:9: error: HOST answered with 404 Not Found.
          page open /404
          ^^^^^^^^^^^^^^
        note: No page came with it.
        script:10: error: HOST answered with 403 Forbidden.
          page open /403_json
          ^^^^^^^^^^^^^^^^^^^
        exit 3

        """
}

/// Links that lead nowhere, elsewhere, or in disguise to a page: what is followed, and what is said of the rest.
@Suite struct PageLinkTests {
    /// Text and target of each link, and what the error contains; `HOST` is the instance's host and port.
    private static let refused = [
        ("script", "java\tscript:alert(1)", "scripts are not run here"),
        ("mail", "mailto:ann@example.com", "a mail to"),
        ("file", "file:///etc/passwd", "begins with file:"), ("http", "http://evil.example/x", "of another host"),
        ("no scheme", "\\\\evil.example\\x", "of another host"),
        ("other port", "http://127.0.0.1:1/x", "is not served by"),
        ("user", "//joe:of-the-page@HOST/a/ok.do", "names a user"),
        ("host as user", "http://HOST@evil.example/x", "of another host"),
        ("broken", "http://[::1", "cannot be an address"),
    ]

    private static func instance(_ links: [(String, String)]) throws -> HostileInstance {
        try HostileInstance { request in
            guard request.url.path == "/a/b/links.do", request.url.query == nil else { return nil }
            let place = "127.0.0.1:\(request.url.port ?? 0)"
            let lines = links.map { text, target in
                let target = target.replacingOccurrences(of: "HOST", with: place)
                return #"<a href="\#(target.replacingOccurrences(of: "\"", with: "&quot;"))">\#(text)</a><br>"#
            }
            return HostileInstance.page("<title>Links</title><p id=notes>" + lines.joined())
        }
    }

    @Test func whatIsNoPageOfTheInstanceIsNotOpened() async throws {
        let instance = try Self.instance(Self.refused.map { ($0.0, $0.1) })
        let script =
            "page open /a/b/links.do > page\n" + Self.refused.indices.map { "page follow \($0 + 1)\n" }.joined()
        let visit = try await HostileVisit(script, at: instance)
        let errors = visit.ended.errors.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(errors.count == Self.refused.count && visit.ended.output == "", "\(visit.ended)")
        for (error, (_, _, cause)) in zip(errors, Self.refused) { #expect(error.contains(cause)) }
        #expect(instance.asked == ["GET /a/b/links.do basic"])
    }

    @Test func aPlaceInThePageIsShownWithoutAskingAgain() async throws {
        let instance = try Self.instance([("notes", "#notes"), ("top", "#"), ("whole", "/a/b/links.do#notes")])
        let visit = try await HostileVisit(
            "page open /a/b/links.do > page\npage follow 1 > page\npage follow 2 > page\npage follow 3 > page\n",
            at: instance)
        #expect(
            visit.ended
                == Ended(
                    0,
                    errors: """
                        This is the page from #notes on; page reload shows all of it.
                        The address leads to the top of the page.
                        This is the page from #notes on; page reload shows all of it.

                        """))
        #expect(instance.asked.count == 1)
    }
}

/// Pages that are far too much: they come, what is shown is bounded, and what is left out is said.
@Suite struct HugePageTests {
    private static let line = Array("<p>A line of a page that does not end, with words.</p>\n".utf8)

    private static func repeated(_ piece: [UInt8], upTo size: Int, _ start: String) -> [UInt8] {
        var bytes = Array(start.utf8)
        bytes.reserveCapacity(size + piece.count)
        while bytes.count < size { bytes += piece }
        return bytes
    }

    @Test func aPageBeyondTheLimitIsCut() async throws {
        let page = Self.repeated(Self.line, upTo: 12 << 20, "<title>Huge</title>")
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

                The page has 12 582 919 bytes; the first 8 388 567 are shown. `page source >
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
