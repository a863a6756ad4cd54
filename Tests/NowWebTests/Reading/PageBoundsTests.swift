import NowWeb
import Notation
import TestSupport
import Testing

/// Pages that are too much for a parser without limits: each ends, and says what was left out.
@Suite struct PageBoundsTests {
    /// A beginning and what follows it again and again; `%` is a number that is another each time.
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

    @Test(arguments: soups) func whatGoesOnAndOnEnds(_ soup: (head: String, again: String)) async {
        let page = Self.page(soup.head, soup.again, size: 400_000)
        let document = await Task.detached {
            PageReader.document(page, contentType: "text/html; charset=utf-8", limits: Self.limits)
        }.value
        #expect(DocumentClaims.broken(document, of: page) == nil)
        #expect(!document.cuts.isEmpty)
        #expect(document.links.count <= 1000 && document.assets.count <= 1000)
    }

    @Test func whatStandsBeforeTheDepthIsShown() {
        let page = "<p>before</p>" + String(repeating: "<div>", count: 5000) + "<p>after</p>"
        let document = PageReader.document(Array(page.utf8), contentType: nil)
        #expect(DocumentDump.text(document) == "p 'before'\ncut depth(512)")
    }

    @Test func aPageThatGumboAssertsAboutIsReadUpToThere() {
        let page = """
            <p>before</p><svg><thead><foreignObject><select><select><td><colgroup><n><select><select></body><p>after
            """
        let document = PageReader.document(Array(page.utf8), contentType: nil)
        #expect(document.blocks.first == .paragraph([.text("before", [])]))
        #expect(document.cuts.count == 1)
    }

    @Test func aLongPageIsCutAtATag() {
        var limits = PageLimits()
        limits.bytes = 1000
        let page = Array(String(repeating: "<p>漢字</p>\n", count: 1000).utf8)
        let document = PageReader.document(page, contentType: "text/html; charset=utf-8", limits: limits)
        #expect(document.blocks.count == 71)
        #expect(Set(document.blocks) == [.paragraph([.text("漢字", [])])])
        #expect(document.cuts == [.bytes(read: 997, of: 14_000)])
    }

    @Test func fiftyMegabytesAreReadUpToTheLimit() {
        let line = Array("<!-- nothing to be seen in all this text, which goes on for a long time -->\n".utf8)
        var page = Array("<p>first</p>".utf8)
        while page.count < 50 << 20 { page += line }
        let document = PageReader.document(page, contentType: "text/html; charset=iso-8859-1")
        #expect(document.blocks == [.paragraph([.text("first", [])])])
        guard case .bytes(let read, page.count)? = document.cuts.first else {
            Issue.record("no cut: \(document.cuts)")
            return
        }
        #expect(read <= 8 << 20 && read > (8 << 20) - 100)
    }

    @Test func muchThatIsNotTooMuchIsWhole() {
        let links = (0..<10_000).map { "<a href=/incident.do?n=\($0)>INC\($0)</a> " }.joined()
        let rows = (0..<5000).map { "<tr><td>\($0)<td><a href=x>y</a><td>z" }.joined()
        let fields = (0..<10_000).map { "<label for=i\($0)>L\($0)</label><input id=i\($0)>" }.joined()
        let page = links + "<table>" + rows + "</table><form>" + fields + "</form>"
        let document = PageReader.document(Array(page.utf8), contentType: nil)
        #expect(document.cuts.isEmpty)
        #expect(document.links.count == 15_000)
        #expect(document.links[9999] == Document.Link(target: "/incident.do?n=9999", text: "INC9999"))
        #expect(document.forms.first?.fields.count == 10_000)
        #expect(document.forms.first?.fields.last?.label == "L9999")
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
