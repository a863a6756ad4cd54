import ExchangeModel
import Foundation
import TestSupport
import Testing

/// Pages in every wrong character set, and answers that are no pages.
@Suite struct PageBytesTests {
    private static let text = "Grüße – 日本 €"

    private static func html(_ text: String, _ encoding: String.Encoding, mark: [UInt8] = [], meta: String = "")
        -> [UInt8]
    {
        mark + (("\(meta)<p>\(text)</p>").data(using: encoding).map { Array($0) } ?? [])
    }

    /// Each page, and the line that it has to show.
    private static let pages: [(path: String, answer: HTTPResponse, line: String)] = {
        func page(_ bytes: [UInt8], _ charset: String? = nil) -> HTTPResponse {
            HostileInstance.page(bytes, "text/html" + (charset.map { ";charset=" + $0 } ?? ""))
        }
        return [
            ("/utf8_is_latin1", page(html("Grüße", .isoLatin1), "UTF-8"), "Gr\u{FFFD}\u{FFFD}e"),
            ("/latin1_is_utf8", page(html("Grüße", .utf8), "ISO-8859-1"), "GrÃ¼ÃŸe"),
            ("/latin1_is_1252", page(html("Grüße – €", .windowsCP1252), "iso-8859-1"), "Grüße – €"),
            ("/unsaid_1252", page(html("Grüße – €", .windowsCP1252)), "Grüße – €"),
            ("/unsaid_utf8", page(html(text, .utf8)), text),
            ("/mark_wins", page(html(text, .utf8, mark: [0xEF, 0xBB, 0xBF]), "Shift_JIS"), text),
            ("/utf16le", page(html(text, .utf16LittleEndian), "UTF-16LE"), text),
            ("/utf16be", page(html(text, .utf16BigEndian), "utf-16be"), text),
            ("/utf16", page(html(text, .utf16LittleEndian), "utf-16"), text),
            ("/utf16le_marked", page(html(text, .utf16LittleEndian, mark: [0xFF, 0xFE])), text),
            ("/utf16be_marked", page(html(text, .utf16BigEndian, mark: [0xFE, 0xFF]), "utf-8"), text),
            ("/meta_utf16", page(html(text, .utf8, meta: "<meta charset='utf-16'>")), text),
            ("/meta_latin1", page(html("Grüße", .isoLatin1, meta: "<meta charset=latin1>")), "Grüße"),
            ("/line_beats_meta", page(html("Grüße", .isoLatin1, meta: "<meta charset=utf-8>"), "latin1"), "Grüße"),
            ("/shift_jis", page(html("日本語", .shiftJIS), "Shift_JIS"), "日本語"),
            ("/meta_shift_jis", page(html("日本語", .shiftJIS, meta: "<meta charset=x-sjis>")), "日本語"),
            (
                "/xml_latin1", page(html("Grüße", .isoLatin1, meta: "<?xml version='1.0' encoding='ISO-8859-1'?>")),
                "Grüße"
            ),
            ("/xml_utf16", page(html(text, .utf16LittleEndian, meta: "<?xml version='1.0'?>")), text),
            ("/nobodys", page(html(text, .utf8), "x-nobodys"), text),
            (
                "/gzip",
                HostileInstance.page(
                    Gzip.compress(html(text, .utf8)), "text/html", [HeaderField("Content-Encoding", "gzip")]), text
            ),
        ]
    }()

    @Test func everyCharacterSetIsReadAsBrowsersReadIt() async throws {
        let instance = try HostileInstance(
            Dictionary(uniqueKeysWithValues: Self.pages.map { ($0.path, $0.answer) }))
        let visit = try await HostileVisit(Self.pages.map { "page open \($0.path)\n" }.joined(), at: instance)
        let said = Self.pages.map { page in
            var text = "http://HOST\(page.path)\n\n\(page.line)\n"
            let bad = page.line.unicodeScalars.count { $0 == "\u{FFFD}" }
            if bad > 0 {
                text += "\n────\n\n\(bad) bytes of the page are no text in its character set, shown as \u{FFFD}.\n"
            }
            return text
        }
        #expect(visit.text(at: instance.address) == said.joined() + "—\nexit 0\n")
    }

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
