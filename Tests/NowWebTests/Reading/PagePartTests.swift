import NowWeb
import Notation
import TestSupport
import Testing

/// Parts of a page that links lead to by their names.
@Suite struct PagePartTests {
    /// A page, the name of a part, and what stands from there on.
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

    @Test(arguments: cases.indices) func aPartIsThePageFromItsNameOn(_ index: Int) {
        let (page, name, expected) = Self.cases[index]
        let document = PageReader.document(Array(page.utf8), contentType: "text/html; charset=utf-8")
        guard let part = document.from(part: name) else {
            #expect(expected == nil, "\(page)")
            return
        }
        var blocks = Document()
        blocks.blocks = part.blocks
        #expect(DocumentDump.text(blocks) == expected, "\(page)")
        // What is told by number is told by the same number.
        #expect(part.links == document.links && part.forms == document.forms)
    }

    @Test func namesWithoutNumberAndDepthAreBounded() {
        let deep = String(repeating: "<blockquote>", count: 400)
        let names = (0..<25_000).map { "<p id=n\($0)>a" }.joined()
        let document = PageReader.document(Array((deep + names).utf8), contentType: "text/html")
        let limits = PageLimits()
        #expect(document.anchors.count == limits.links)
        #expect(document.anchors.values.allSatisfy { $0.count <= limits.nesting })
        #expect(document.from(part: "n19999") != nil)
    }
}
