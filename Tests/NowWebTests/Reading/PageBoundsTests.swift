import Notation
import NowWeb
import Testing
import TestSupport

/// Pages that exceed the limits of the parser: parsing ends and reports what is missing.
@Suite struct PageBoundsTests {
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
        #expect(DocumentProperties.broken(document, of: page) == nil)
        #expect(!document.cuts.isEmpty)
        #expect(document.links.count <= 1000 && document.assets.count <= 1000)
    }

    @Test func contentBeforeDepthLimitIsShown() {
        let page = "<p>before</p>" + String(repeating: "<div>", count: 5000) + "<p>after</p>"
        let document = PageReader.document(Array(page.utf8), contentType: nil)
        #expect(DocumentDump.text(document) == "p 'before'\ncut depth(512)")
    }

    @Test func gumboAssertionTruncatesPage() {
        let page = """
            <p>before</p><svg><thead><foreignObject><select><select><td><colgroup><n><select><select></body><p>after
            """
        let document = PageReader.document(Array(page.utf8), contentType: nil)
        #expect(document.blocks.first == .paragraph([.text("before", [])]))
        #expect(document.cuts.count == 1)
    }

    @Test func longPageIsTruncatedAtTag() {
        var limits = PageLimits()
        limits.bytes = 1000
        let page = Array(String(repeating: "<p>漢字</p>\n", count: 1000).utf8)
        let document = PageReader.document(page, contentType: "text/html; charset=utf-8", limits: limits)
        #expect(document.blocks.count == 71)
        #expect(Set(document.blocks) == [.paragraph([.text("漢字", [])])])
        #expect(document.cuts == [.bytes(read: 997, of: 14_000)])
    }

    @Test func hugePageIsReadUpToLimit() {
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

    @Test func largePageWithinLimitIsComplete() {
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

/// Fragments: parts of a page that links refer to by name.
@Suite struct PageFragmentTests {
    /// A page, a fragment name, and the text from there on.
    private static let cases: [(page: String, name: String, part: String?)] = [
        ("<p>a<h2 id=x>b</h2><p>c", "x", "h2 'b'\np 'c'"),
        ("<p>a<p><a name=x></a>b<p>c", "x", "p 'b'\np 'c'"),
        ("<p>a <b id=x>b</b> c<p>d", "x", "p 'a ' 'b'/b ' c'\np 'd'"),
        ("a<div id=x><p>b</div>c", "x", "p 'b'\np 'c'"),
        ("<p>a<fieldset><legend>l</legend><p>b<p id=x>c</fieldset><p>d", "x", "group 'l'\n  p 'c'\np 'd'"),
        ("<p>a<form><p>b<p id=x>c<input name=q></form>", "x", "form 0\n  p 'c' field 0.0"),
        ("<p>a<form><p><input name=q><p><input id=x name=r></form>", "x", "form 0\n  p field 0.1"),
        ("<p>a<ul><li>b<li id=x>c</ul>", "x", "list\n  -\n    p 'b'\n  -\n    p 'c'"),
        ("<p>a<p>b<div id=x></div>", "x", "p 'b'"),
        ("<p id=x>a<p id=x>b", "x", "p 'a'\np 'b'"),
        ("<div id=x></div>", "x", ""),
        ("<p>a<p id=X hidden>b", "X", nil),
        ("<p id=x>a", "X", nil), ("<p id=''>a", "", nil), ("<div name=x>a</div>", "x", nil),
    ]

    @Test(arguments: cases.indices) func fragmentStartsAtItsName(_ index: Int) {
        let (page, name, expected) = Self.cases[index]
        let document = PageReader.document(Array(page.utf8), contentType: "text/html; charset=utf-8")
        guard let part = document.from(part: name) else {
            #expect(expected == nil, "\(page)")
            return
        }
        var blocks = Document()
        blocks.blocks = part.blocks
        #expect(DocumentDump.text(blocks) == expected, "\(page)")
        // A numeric reference selects the same number.
        #expect(part.links == document.links && part.forms == document.forms)
    }

    @Test func fragmentNamesAreBounded() {
        let deep = String(repeating: "<blockquote>", count: 400)
        let names = (0..<25_000).map { "<p id=n\($0)>a" }.joined()
        let document = PageReader.document(Array((deep + names).utf8), contentType: "text/html")
        let limits = PageLimits()
        #expect(document.anchors.count == limits.links)
        #expect(document.anchors.values.allSatisfy { $0.count <= limits.nesting })
        #expect(document.from(part: "n19999") != nil)
    }
}
