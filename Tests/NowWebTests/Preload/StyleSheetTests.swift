import Testing

@testable import NowWeb

@Suite struct StyleSheetTests {
    @Test func addressesOfASheetAreFoundWhereABrowserFindsThem() {
        let cases: [(String, [String])] = [
            ("", []),
            ("a { background: url(x.png) }", ["x.png"]),
            ("a { background: URL( 'x y.png' ) no-repeat, url(\"b.iix?v=1&c=2\") }", ["x y.png", "b.iix?v=1&c=2"]),
            ("@import 'a.css'; @import url(b.css) screen; @IMPORT\n\"c.css\";", ["a.css", "b.css", "c.css"]),
            ("/* url(no.png) */ a{b:url(yes.png)} /* unfinished url(no.png)", ["yes.png"]),
            ("a:after { content: 'url(no.png)' \"@import 'no.css'\" }", []),
            ("a { b: curl(no.png); c: url-like(no.png); d: my-url(no.png) }", []),
            ("a { b: url(x\\29 y.png) }", ["x)y.png"]),
            ("a { b: url(\\78.png); c: url(a\\ b) }", ["x.png", "a b"]),
            ("a { b: url('x\\\ny.png') }", ["xy.png"]),
            // An unfinished text ends with its line, and what follows is read.
            ("a { b: 'oops\n } c { d: url(x.png) }", ["x.png"]),
            ("a { b: url(", []), ("a { b: url('x", []), ("a { b: url(x", ["x"]), ("a { b: url(\\", []), ("@import", []),
            ("\\", []), ("/", []), ("/*", []), ("'", []), ("@", []),
            ("@font-face { src: url(a.woff2) format('woff2'), url(b.woff) }", ["a.woff2", "b.woff"]),
        ]
        for (sheet, addresses) in cases {
            #expect(StyleSheetLinks.find(in: Array(sheet.utf8)) == addresses, "\(sheet)")
        }
    }

    @Test func aSheetOfManyAddressesIsBounded() {
        let sheet = Array(String(repeating: "a{b:url(x.png)}", count: 5000).utf8)
        #expect(StyleSheetLinks.find(in: sheet).count == StyleSheetLinks.most)
        #expect(StyleSheetLinks.find(in: Array("a{b:url(".utf8) + [UInt8](repeating: 0x78, count: 100_000)).isEmpty)
        #expect(StyleSheetLinks.find(in: (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }).count <= 256)
    }
}
