import Foundation
import Notation
import NowWeb
import TestSupport
import Testing

struct PageCharsetTests {
    private typealias Case = (bytes: [UInt8], type: String?, text: String)

    private static func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func text(_ bytes: [UInt8], _ type: String?) -> (text: String?, cuts: [Document.Cut]) {
        let document = PageReader.document(bytes, contentType: type)
        guard case .paragraph(let line)? = document.blocks.first, case .text(let text, _)? = line.first else {
            return (nil, document.cuts)
        }
        return (text, document.cuts)
    }

    @Test func charsetIsDetectedLikeBrowsers() {
        let euro: [UInt8] = [0x80]
        let utf8 = Self.ascii("é€漢")
        let cases: [Case] = [
            // Undeclared: UTF-8 if valid, else windows-1252.
            (utf8, nil, "é€漢"), (utf8, "text/html", "é€漢"), (euro, nil, "€"), ([0xE9, 0x41], "text/html", "éA"),
            // A byte order mark takes precedence.
            ([0xEF, 0xBB, 0xBF] + utf8, "text/html; charset=iso-8859-1", "é€漢"),
            ([0xFF, 0xFE, 0x41, 0x00, 0x3D, 0xD8, 0x00, 0xDE], "text/html; charset=utf-8", "A\u{1F600}"),
            ([0xFE, 0xFF, 0x00, 0x41, 0xD8, 0x3D, 0xDE, 0x00], nil, "A\u{1F600}"),
            // Then Content-Type.
            ([0xC3, 0xA9], "text/html;charset=\"ISO-8859-1\"", "Ã©"),
            ([0xC3, 0xA9], "text/html; CHARSET = 'utf8' ", "é"),
            ([0x41, 0x00, 0xAC, 0x20], "text/html; charset=UTF-16LE", "A€"),
            ([0x00, 0x41, 0x20, 0xAC], "text/html; charset=utf-16be", "A€"),
            ([0x41, 0x00], "text/html; charset=utf-16", "A"), (euro, "text/html; charset=us-ascii", "€"),
            ([0xA4], "text/html; charset=iso-8859-15", "€"), ([0xCF], "text/html; charset=windows-1251", "П"),
            ([0x93, 0xFA], "text/html; charset=Shift_JIS", "日"), ([0xC6, 0xFC], "text/html; charset=euc-jp", "日"),
            ([0xC8, 0xD5], "text/html; charset=gbk", "日"), ([0xC8, 0xD5], "text/html; charset=gb2312", "日"),
            ([0xA4, 0xE9], "text/html; charset=big5", "日"), ([0xB0, 0xA1], "text/html; charset=euc-kr", "가"),
            ([0xD0], "text/html; charset=koi8-r", "п"),
            // Unknown names are ignored.
            (utf8, "text/html; charset=klingon", "é€漢"), (euro, "text/html; charset=", "€"), (utf8, "charset", "é€漢"),
            // Then a meta element at the beginning.
            (Self.ascii("<meta charset=windows-1251>") + [0xCF], nil, "П"),
            (Self.ascii("<!-- <meta charset=koi8-r> --><META x='>' CHARSET = 'windows-1251' >") + [0xCF], nil, "П"),
            (Self.ascii("<meta http-equiv=Content-Type content='text/html; charset=windows-1251'>") + [0xCF], nil, "П"),
            (Self.ascii("<meta content='text/html; charset=windows-1251'>") + [0xCF], nil, "Ï"),
            (Self.ascii("<meta charset=klingon><meta charset=windows-1251>") + [0xCF], nil, "П"),
            (Self.ascii("<a title='<meta charset=koi8-r>'></a><meta charset=windows-1251>") + [0xCF], nil, "П"),
            (Self.ascii("<meta charset=windows-1251>") + [0xCF], "text/html; charset=koi8-r", "о"),
            (Self.ascii(String(repeating: " ", count: 1024) + "<meta charset=windows-1251>") + [0xCF], nil, "Ï"),
            // If a meta element is readable as ASCII, the page is not in UTF-16.
            (Self.ascii("<meta charset=utf-16>") + utf8, nil, "é€漢"),
        ]
        for (bytes, type, text) in cases {
            let (read, cuts) = Self.text(bytes, type)
            expectEqual(read, text, "\(bytes) \(type ?? "-")")
            #expect(cuts.isEmpty, "\(bytes) \(type ?? "-")")
        }
    }

    @Test func invalidBytesAreReplacedAndCounted() {
        let utf8 = "text/html; charset=utf-8"
        let cases: [([UInt8], String, String, Int)] = [
            ([0x61, 0xFF, 0x62], utf8, "a\u{FFFD}b", 1), ([0xE2, 0x82, 0x62], utf8, "\u{FFFD}b", 2),
            ([0xED, 0xA0, 0x80], utf8, "\u{FFFD}\u{FFFD}\u{FFFD}", 3), ([0xC0, 0xAF], utf8, "\u{FFFD}\u{FFFD}", 2),
            ([0xF4, 0x90, 0x80, 0x80], utf8, "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}", 4),
            ([0x61, 0xE2], utf8, "a\u{FFFD}", 1),
            ([0x61, 0x00, 0x62], utf8, "a\u{FFFD}b", 1),
            ([0x61, 0x00], "text/html; charset=iso-8859-1", "a\u{FFFD}", 1),
            ([0x61, 0x00, 0x00, 0xD8, 0x62, 0x00], "text/html; charset=utf-16", "a\u{FFFD}b", 2),
            ([0x61, 0x00, 0x62], "text/html; charset=utf-16", "a\u{FFFD}", 1),
            ([0x61, 0x93], "text/html; charset=shift_jis", "a\u{FFFD}", 1),
            ([0x61, 0xFF, 0x62], "text/html; charset=euc-jp", "a\u{FFFD}b", 1),
        ]
        for (bytes, type, text, count) in cases {
            let (read, cuts) = Self.text(bytes, type)
            expectEqual(read, text, "\(bytes) \(type)")
            expectEqual(cuts, [.badText(count)], "\(bytes) \(type)")
        }
    }
}

/// Pages and their documents, in the texts of the folder Cases.
struct PageCaseTests {
    @Test(arguments: PageCase.all) func isParsedLikeABrowser(_ page: PageCase) {
        expectEqual(page.dump, page.expected)
    }

    @Test func everyCaseIsRead() { #expect(PageCase.all.count == 237) }

    @Test func emptyPageIsEmptyDocument() {
        expectEqual(PageReader.document([], contentType: nil), Document())
    }
}

/// A page as one line, with its document.
struct PageCase: Sendable, CustomTestStringConvertible {
    /// The page, with `\n`, `\t` and `\r` as escapes.
    let page: String
    /// The dump of its document, folded.
    let expected: String

    var testDescription: String { page }

    /// The cases of all texts: each is a line that begins with `> `, and below it the dump on one line, as `folded`
    /// writes it.
    static let all: [PageCase] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases")
        let lines = ["text", "forms", "blocks", "tables", "soup"].flatMap { name in
            (try? String(contentsOf: folder.appending(path: name + ".txt"), encoding: .utf8))?.split(separator: "\n")
                ?? []
        }
        var cases: [PageCase] = []
        for line in lines {
            if line.hasPrefix("> ") {
                cases.append(PageCase(page: String(line.dropFirst(2)), expected: ""))
            } else if let last = cases.popLast() {
                let space = last.expected.isEmpty ? "" : " "
                cases.append(PageCase(page: last.page, expected: last.expected + space + line.drop { $0 == " " }))
            }
        }
        return cases
    }()

    /// A dump on one line: indented lines are put in braces.
    private static func folded(_ dump: String) -> String {
        var text = "", depth = 0
        for line in dump.split(separator: "\n") {
            let next = line.prefix { $0 == " " }.count / 2
            if !text.isEmpty { text += next > depth ? " { " : String(repeating: " }", count: depth - next) + "; " }
            text += line.drop { $0 == " " }
            depth = next
        }
        return text + String(repeating: " }", count: depth)
    }

    /// The document that the reader produces.
    var dump: String {
        var bytes: [UInt8] = []
        var page = page.utf8.makeIterator()
        while let byte = page.next() {
            guard byte == UInt8(ascii: "\\"), let next = page.next() else {
                bytes.append(byte)
                continue
            }
            switch next {
            case UInt8(ascii: "n"): bytes.append(0x0A)
            case UInt8(ascii: "t"): bytes.append(0x09)
            default: bytes.append(0x0D)
            }
        }
        return Self.folded(DocumentDump.text(PageReader.document(bytes, contentType: "text/html; charset=utf-8")))
    }
}

/// Pages that exceed the limits of the parser: parsing ends and reports what is missing.
struct PageBoundsTests {
    /// A prefix and a repeated part; each `%` is replaced by an increasing number.
    static let soups: [(head: String, again: String)] = [
        ("", "<div>"), ("", "<b>"), ("", "<b id=%>"), ("", "<p><b id=%><i id=%>x"), ("", "<a href=%><div>x"),
        ("", "<font size=%><p>x</p>"), ("", "<table><tr><td>"), ("<table>", "<b id=%>x<tr>"), ("<table>", "<a>x"),
        ("", "<b a=%></p>"), ("", "<b><div>x</b>"), ("", "<svg>"), ("<svg>", "<a><b>"), ("", "<math><mi>"),
        ("", "<object>"),
        ("", "<template>"), ("", "<ul><li>"), ("", "<blockquote><form><dl><dt>a<dd>"), ("", "<ruby><rt>"),
        ("", "<button>"),
        ("", "<select><optgroup>"), ("", "<frameset>"), ("<p ", "a% "), ("<p ", "a "), ("", "<body a%=1>"),
        ("", "<a "), ("", "<a b='"), ("", "</x>"), ("", "</p>"), ("<script>", "<!--<script>"), ("", "<!--"),
        ("", "&lt"),
        ("<table>", "<form><input>"), ("<form>", "</form><form>"), ("", "<label><input>"),
        ("", "<label for=%><input id=%>"),
        ("", "<a href=%>x</a> "), ("", "<a href=%>"), ("<table>", "<tr><td>x"), ("<select>", "<option>x"),
        ("<pre>", "<div>x"),
        ("", "<img src=%>"), ("<dl>", "<dt>x"), ("", "<li>x"), ("<h1>", "<h2>x"), ("", "<iframe src=%></iframe>"),
    ]

    static let limits = {
        var limits = PageLimits()
        limits.nodes = 20_000
        limits.steps = 5_000_000
        limits.parts = 20_000
        limits.links = 1000
        limits.bytes = 300_000
        return limits
    }()

    @Test(arguments: soups) func endlessNestingEnds(_ soup: (head: String, again: String)) async {
        let page = Self.page(soup.head, soup.again, size: 400_000)
        let document = await Task.detached {
            PageReader.document(page, contentType: "text/html; charset=utf-8", limits: Self.limits)
        }.value
        expectEqual(DocumentProperties.broken(document, of: page), nil)
        #expect(!document.cuts.isEmpty)
        #expect(document.links.count <= 1000 && document.assets.count <= 1000)
    }

    @Test func contentBeforeDepthLimitIsShown() {
        let page = "<p>before</p>" + String(repeating: "<div>", count: 5000) + "<p>after</p>"
        let document = PageReader.document(Array(page.utf8), contentType: nil)
        expectEqual(DocumentDump.text(document), "p 'before'\ncut depth(200)")
    }

    @Test func gumboAssertionTruncatesPage() {
        let page = """
            <p>before</p><svg><thead><foreignObject><select><select><td><colgroup><n><select><select></body><p>after
            """
        let document = PageReader.document(Array(page.utf8), contentType: nil)
        expectEqual(document.blocks.first, .paragraph([.text("before", [])]))
        expectEqual(document.cuts.count, 1)
    }

    @Test func longPageIsTruncatedAtTag() {
        var limits = PageLimits()
        limits.bytes = 1000
        let page = Array(String(repeating: "<p>漢字</p>\n", count: 1000).utf8)
        let document = PageReader.document(page, contentType: "text/html; charset=utf-8", limits: limits)
        expectEqual(document.blocks.count, 71)
        expectEqual(Set(document.blocks), [.paragraph([.text("漢字", [])])])
        expectEqual(document.cuts, [.bytes(read: 997, of: 14_000)])
    }

    @Test func hugePageIsReadUpToLimit() {
        let line = Array("<!-- nothing to be seen in all this text, which goes on for a long time -->\n".utf8)
        var page = Array("<p>first</p>".utf8)
        while page.count < 9 << 20 { page += line }
        let document = PageReader.document(page, contentType: "text/html; charset=iso-8859-1")
        expectEqual(document.blocks, [.paragraph([.text("first", [])])])
        guard case .bytes(let read, page.count)? = document.cuts.first else {
            Issue.record("no cut: \(document.cuts)")
            return
        }
        #expect(read <= 8 << 20 && read > (8 << 20) - 100)
    }

    @Test func largePageWithinLimitIsComplete() {
        let links = (0..<10_000).map { "<a href=/incident.do?n=\($0)>INC\($0)</a> " }.joined()
        let rows = (0..<5000).map { "<tr><td>\($0)<td><a href=x>y</a><td>z" }.joined()
        let fields = (0..<10_000).map { "<label for=i\($0)>L\($0)</label><input id=i\($0)>" }.joined()
        let page = links + "<table>" + rows + "</table><form>" + fields + "</form>"
        let document = PageReader.document(Array(page.utf8), contentType: nil)
        #expect(document.cuts.isEmpty)
        expectEqual(document.links.count, 15_000)
        expectEqual(document.links[9999], Document.Link(target: "/incident.do?n=9999", text: "INC9999"))
        expectEqual(document.forms.first?.fields.count, 10_000)
        expectEqual(document.forms.first?.fields.last?.label, "L9999")
    }

    static func page(_ head: String, _ again: String, size: Int) -> [UInt8] {
        var page = Array(head.utf8)
        var number = 0
        while page.count < size {
            for byte in again.utf8 {
                if byte == UInt8(ascii: "%") { page += "\(number)".utf8 } else { page.append(byte) }
            }
            number += 1
        }
        return page
    }
}
