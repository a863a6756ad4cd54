package import Notation

/// HTML pages: complete ones as sent by instances, and tag soup.
package struct PageFuzzTarget: FuzzTarget {
    /// Parses a page from its bytes and its `Content-Type`.
    private let read: @Sendable (_ bytes: [UInt8], _ contentType: String?) -> Document

    /// Creates the subject with the parser under test.
    package init(read: @escaping @Sendable (_ bytes: [UInt8], _ contentType: String?) -> Document) { self.read = read }

    package let name = "pages"

    package let words =
        RandomPages.tags.map { "<\($0)>" } + RandomPages.tags.map { "</\($0)>" }
        + RandomPages.attributes.map { "<p \($0)>" }
        + RandomPages.texts + [
            "<", "</", "<!--", "-->", "<![CDATA[", "]]>", "<!doctype html>", ">", "\"", "'", "=", "&",
        ]

    package func text(_ random: inout SeededGenerator) -> [UInt8] {
        var soup = RandomPages(random)
        let text = soup.page()
        random = soup.random
        return text
    }

    package func tokens(of text: [UInt8]) -> [Range<Int>] {
        var tokens: [Range<Int>] = []
        var start: Int?
        for (place, byte) in text.enumerated() {
            if byte == UInt8(ascii: "<") { start = place }
            guard byte == UInt8(ascii: ">"), let from = start else { continue }
            tokens.append(from..<place + 1)
            start = nil
        }
        return tokens
    }

    package func judge(_ text: [UInt8], _ random: inout SeededGenerator) -> FuzzOutcome {
        let type = random.pick([
            nil, "text/html", "text/html; charset=UTF-8", "text/html; charset=utf-16", "text/html;charset=sjis",
        ])
        let document = read(text, type)
        if let claim = DocumentProperties.broken(document, of: text) { return .broken(claim) }
        guard read(text, type) == document else { return .broken("read again, it is another document") }
        return document.cuts.isEmpty ? .accepted : .rejected
    }
}

/// Random pages: forms and lists as sent by instances, and tags in random order.
package struct RandomPages {
    /// The source of randomness.
    package private(set) var random: SeededGenerator

    /// Creates a generator of pages.
    package init(_ random: SeededGenerator) { self.random = random }

    static let tags = [
        "html", "head", "title", "base", "link", "meta", "style", "script", "noscript", "template", "body", "section",
        "h1",
        "h2", "p", "hr", "pre", "blockquote", "ol", "ul", "li", "dl", "dt", "dd", "div", "a", "em", "b", "i", "code",
        "s",
        "nobr", "font", "ruby", "rt", "rp", "br", "wbr", "image", "img", "iframe", "object", "math", "mi", "mtext",
        "annotation-xml", "svg", "foreignObject", "desc", "table", "caption", "colgroup", "col", "tbody", "thead",
        "tfoot",
        "tr", "td", "th", "form", "fieldset", "legend", "label", "input", "button", "select", "optgroup", "option",
        "textarea", "applet", "marquee", "frame", "frameset", "noframes", "isindex", "listing", "xmp", "plaintext",
        "center", "details", "summary", "dialog", "area", "main", "x-y",
    ]

    static let attributes = [
        "a=1", "type=hidden", "type=text", "type=checkbox", "type=image", "type=submit", "name=n", "id=i", "for=i",
        "form=i", "hidden", "checked checked", "selected", "multiple", "disabled", "href=x", "href=' y\nz '", "src=s",
        "alt=' a  b '", "alt", "value=v", "style='display:none'", "role=alert", "role=heading aria-level=2",
        "colspan=9",
        "rowspan=99999", "start=-3", "aria-label=l", "aria-labelledby='i i'", "class=\"<>\"", "rel=stylesheet", "/",
        "charset=utf-16", "http-equiv=refresh content='1;url=q'", "xlink:href=q", "data-formName=f", "open",
    ]

    static let texts = [
        "text", " ", "\n", "\t \r\n", "&amp;", "&lt", "&nbsp;", "&#0;", "&#x10ffff;", "&notit;", "漢字", "e\u{301}",
        "\u{600} ", "👩‍👩‍👧", "\u{1B}[31m", "\u{7}", "\u{202E}", "\u{FEFF}", "<!-- c -->", "<!-->", "<![CDATA[x]]>", "<?x?>",
    ]

    /// The next page.
    package mutating func page() -> [UInt8] {
        switch random.below(4) {
        case 0: whole()
        case 1: Array(whole().prefix(random.below(600))) + soup(40) + whole().suffix(random.below(600))
        case 2: soup(random.below(20) == 0 ? 2000 : 60)
        default: deep()
        }
    }

    private mutating func whole() -> [UInt8] {
        var page = """
            <!DOCTYPE html><html lang=en><head><title>\(text()) | ServiceNow</title><meta charset=UTF-8>
            <link rel=stylesheet href="/styles/css_includes_doctype.cssx?v=\(random.below(9))"><script>var g_ck = '\(text())';
            </script></head><body data-formName="incident"><div role="alert" style="display:none"></div>
            """
        page += "<form id=incident.do method=POST action=incident.do><input type=hidden name=sysparm_ck value=1>"
        for field in 0..<random.below(8) {
            page += "<div class=form-group><label for=f\(field)>\(text())</label><span>"
            page += random.pick([
                "<input id=f\(field) name=n\(field) value='\(text())'>",
                "<select id=f\(field)><option value=1>\(text())<option value=2 selected>\(text())</select>",
                "<textarea id=f\(field)>\n\(text())</textarea>", "<input type=checkbox id=f\(field) checked>",
            ])
            page += "</span></div>"
        }
        page +=
            "<button name=sysverb_update>Update</button></form><table class=list><thead><tr><th>#<th>\(text())</thead>"
        for row in 0..<random.below(12) {
            page += "<tr><td><a href='incident.do?sys_id=\(row)'>INC\(row)</a></td><td>\(text())<td>"
        }
        return Array((page + "</table><ul><li>\(text())<li>\(text())</ul><pre>\n\(text())\n</pre></body></html>").utf8)
    }

    private mutating func soup(_ count: Int) -> [UInt8] {
        let few = (0..<4).map { _ in random.pick(Self.tags) }
        let isNarrow = random.below(2) == 0
        var page = ""
        for _ in 0..<count {
            let tag = isNarrow ? random.pick(few) : random.pick(Self.tags)
            switch random.below(10) {
            case 0...4:
                page += "<\(tag)"
                while random.below(3) == 0 { page += " " + random.pick(Self.attributes) }
                page += ">"
            case 5...7: page += "</\(tag)>"
            default: page += text()
            }
        }
        return Array(page.utf8)
    }

    /// Deep nesting, many attributes, a long attribute, invalid UTF-8.
    private mutating func deep() -> [UInt8] {
        let words = (0...random.below(3)).map { _ in "<\(random.pick(Self.tags))>" }.joined() + text()
        var page = soup(10) + Array(String(repeating: words, count: random.below(400)).utf8)
        if random.below(4) == 0 {
            page += "<p ".utf8
            for number in 0..<random.below(400) { page += "a\(number)=\(number) ".utf8 }
            page += ">".utf8
        }
        if random.below(4) == 0 { page += "<a href='\(String(repeating: "x", count: random.below(5000)))'>y</a>".utf8 }
        if random.below(4) == 0 { for _ in 0..<20 { page.append(UInt8(random.below(256))) } }
        return page + soup(20)
    }

    private mutating func text() -> String { (0...random.below(3)).map { _ in random.pick(Self.texts) }.joined() }
}
