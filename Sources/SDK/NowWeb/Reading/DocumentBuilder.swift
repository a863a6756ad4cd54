import CGumbo
import Notation

/// Walks gumbo's tree and collects blocks.
struct DocumentBuilder {
    /// A link whose end has not been read yet: its text so far, and whether something else is visible in it.
    private struct OpenLink {
        let number: Int
        var text: [UInt8] = []
        var hasField = false
        var hasImage = false
    }

    private let limits: PageLimits
    private var document: Document
    private var forms: PageForms

    private var frames: [BlockBuilder] = [BlockBuilder(.root)]
    private var line = LineBuilder()
    private var emphasis: Inline.Emphasis = []
    private var isHidden = false
    private var form: Int?
    private var links: [OpenLink] = []
    private var depth = 0
    private var blocks = 0
    private var isFull: Bool { blocks + line.count + forms.fieldCount > limits.parts }

    private var frame: BlockBuilder {
        get { frames[frames.count - 1] }
        _modify { yield &frames[frames.count - 1] }
    }

    init(_ pageIndex: PageIndex, _ limits: PageLimits) {
        self.limits = limits
        document = pageIndex.document
        forms = pageIndex.forms
    }

    mutating func document(of root: PageNode) -> Document {
        visit(root)
        flush()
        document.blocks = frames[0].blocks
        document.forms = forms.finished
        return document
    }

    private mutating func noteCut(_ cut: Document.Cut) {
        if !document.cuts.contains(cut) { document.cuts.append(cut) }
    }

    private mutating func visit(_ node: PageNode) {
        if isFull { return noteCut(.nodes(limits.parts)) }
        if node.isText {
            if !isHidden { append(node.text) }
        } else if node.isElement {
            // Elements that gumbo moved may be nested deeper than in the source.
            guard depth < limits.depth + 20 else { return noteCut(.depth(limits.depth)) }
            let before = (emphasis, isHidden, form)
            depth += 1
            if node.isHTML { enter(node) } else { enterForeign(node) }
            depth -= 1
            (emphasis, isHidden, form) = before
        }
    }

    private mutating func visitChildren(of node: PageNode) {
        for child in node.children { visit(child) }
    }
}

// Text and blocks.
extension DocumentBuilder {
    private mutating func append(_ text: some Sequence<UInt8>) {
        inLink { $0.text += text }
        if frame.kind == .preformatted {
            frame.append(text: text)
        } else {
            line.append(text, emphasis)
        }
    }

    /// Marks the start or end of a block, which ends the line unless only one line is allowed.
    private mutating func border() {
        inLink { $0.text.append(0x20) }
        if frame.isLine {
            line.part()
        } else if frame.kind == .preformatted {
            frame.endLine()
        } else {
            flush()
        }
    }

    private mutating func flush() {
        let text = line.take()
        if !text.isEmpty { append(.paragraph(text)) }
    }

    private mutating func append(_ block: Block) {
        blocks += 1
        frame.append(block)
    }

    /// Reads an element as a block of its own, or where none is possible (in a line, in preformatted text, or too deep)
    /// between line ends.
    private mutating func block(_ kind: BlockBuilder.Kind, of node: PageNode, _ read: ((inout Self) -> Void)? = nil) {
        border()
        let isPossible = !frame.isLine && frame.kind != .preformatted && frames.count < limits.nesting
        if isPossible { frames.append(BlockBuilder(kind)) }
        if let read { read(&self) } else { visitChildren(of: node) }
        guard isPossible else { return border() }
        let isLine = frame.isLine
        let text = isLine ? line.take() : []
        if !isLine, frame.kind != .preformatted { flush() }
        frame.endText()
        guard let closed = frames.popLast() else { return }
        blocks += 1
        frame.take(closed, line: text)
    }

    private mutating func add(_ field: Form.Field, of node: PageNode) {
        let shown = forms.add(field, to: forms.owner(of: node, around: form))
        guard !isHidden, field.kind != .hidden else { return }
        inLink { $0.hasField = true }
        if frame.kind == .preformatted { append(.paragraph([shown])) } else { line.append(shown) }
    }

    private mutating func image(alternative: String) {
        inLink { link in
            link.text += alternative.utf8
            link.hasImage = true
        }
        if frame.kind == .preformatted {
            frame.append(text: alternative.utf8)
        } else {
            line.append(.image(alternative: alternative))
        }
    }
}

// Links.
extension DocumentBuilder {
    private mutating func inLink(_ change: (inout OpenLink) -> Void) {
        if !links.isEmpty { change(&links[links.count - 1]) }
    }

    private mutating func link(_ node: PageNode) {
        guard let target = node.address("href"), let number = newLink(target) else { return visitChildren(of: node) }
        line.open(link: number)
        links.append(OpenLink(number: number))
        visitChildren(of: node)
        guard let link = links.last else { return }
        document.links[number].text = String(decoding: HTMLWhitespace.collapsed(link.text), as: UTF8.self)
        // A link without visible content may have a label.
        let isBare = document.links[number].text.isEmpty && !link.hasField
        let name = isBare ? node.said("aria-label") ?? node.said("title") : nil
        if let name {
            document.links[number].text = name
            append(name.utf8)
        }
        line.closeLink()
        links.removeLast()
        if isBare, name == nil, !link.hasImage, frame.kind != .preformatted { line.append(.link(number, [])) }
    }

    private mutating func addLink(_ target: String, text: String) {
        guard let number = newLink(target) else { return }
        document.links[number].text = text
        if text.isEmpty { return line.append(.link(number, [])) }
        line.open(link: number)
        line.append(text.utf8, emphasis)
        line.closeLink()
    }

    private mutating func newLink(_ target: String) -> Int? {
        guard document.links.count < limits.links else {
            noteCut(.nodes(limits.links))
            return nil
        }
        document.links.append(Document.Link(target: target, text: ""))
        return document.links.count - 1
    }
}

// Elements.
extension DocumentBuilder {
    private mutating func enter(_ node: PageNode) {
        guard !PageVisibility.isNeverShown(node.tag) else { return }
        if PageVisibility.isHidden(node) { isHidden = true }
        // Hidden fields are still submitted.
        switch node.tag {
        case GUMBO_TAG_INPUT, GUMBO_TAG_SELECT, GUMBO_TAG_TEXTAREA, GUMBO_TAG_BUTTON:
            if let field = forms.field(node) { add(field, of: node) }
        case GUMBO_TAG_FORM:
            guard let number = forms.number(of: node) else { return visitChildren(of: node) }
            form = number
            if isHidden { visitChildren(of: node) } else { block(.form(number), of: node) }
        case GUMBO_TAG_LABEL:
            forms.around.append(NodeText.label(node))
            emphasis.insert(.label)
            visitChildren(of: node)
            forms.around.removeLast()
        case GUMBO_TAG_FIELDSET:
            let isDisabled = node.has("disabled")
            if isDisabled { forms.disabled += 1 }
            if isHidden { visitChildren(of: node) } else { block(.group, of: node) }
            if isDisabled { forms.disabled -= 1 }
        default:
            if isHidden { return visitChildren(of: node) }
            guard let role = node.keyword("role"), ["alert", "alertdialog", "status"].contains(role) else {
                return show(node)
            }
            block(.notice, of: node) { $0.show(node) }
        }
    }

    private mutating func show(_ node: PageNode) {
        switch node.tag {
        case GUMBO_TAG_BR:
            if frame.kind == .preformatted { return append("\n".utf8) }
            inLink { $0.text.append(0x20) }
            line.breakLine()
        case GUMBO_TAG_HR:
            border()
            if !frame.isLine { append(.rule) }
        case GUMBO_TAG_IMG:
            let alternative = node.attribute("alt").map(HTMLWhitespace.collapsed)
            // `alt=""` marks a decorative image.
            if alternative != "" { image(alternative: alternative ?? node.said("title") ?? "") }
        case GUMBO_TAG_AREA:
            guard let target = node.address("href") else { return }
            line.part()
            addLink(target, text: node.said("alt") ?? node.said("title") ?? "")
            line.part()
        case GUMBO_TAG_IFRAME, GUMBO_TAG_FRAME:
            guard let target = node.address("src"), !target.isEmpty, ASCII.lowercased(target) != "about:blank"
            else { return }
            border()
            addLink(target, text: node.said("title") ?? node.said("name") ?? target)
            border()
        case GUMBO_TAG_A: link(node)
        case GUMBO_TAG_Q:
            append("“".utf8)
            visitChildren(of: node)
            append("”".utf8)
        default:
            guard let added = Self.emphasis(node.tag) else { return showBlock(node) }
            emphasis.insert(added)
            visitChildren(of: node)
        }
    }

    private mutating func showBlock(_ node: PageNode) {
        let tag = node.tag
        switch tag {
        case GUMBO_TAG_H1, GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4, GUMBO_TAG_H5, GUMBO_TAG_H6:
            block(.heading(Int(tag.rawValue - GUMBO_TAG_H1.rawValue) + 1), of: node)
        case GUMBO_TAG_BLOCKQUOTE: block(.quote, of: node)
        case GUMBO_TAG_PRE, GUMBO_TAG_LISTING, GUMBO_TAG_XMP, GUMBO_TAG_PLAINTEXT: block(.preformatted, of: node)
        case GUMBO_TAG_OL: block(.list(start: node.number("start") ?? 1), of: node)
        case GUMBO_TAG_UL, GUMBO_TAG_MENU, GUMBO_TAG_DIR: block(.list(start: nil), of: node)
        case GUMBO_TAG_LI where frame.isList: block(.item, of: node)
        case GUMBO_TAG_DL: block(.definitions, of: node)
        case GUMBO_TAG_DT where frame.kind == .definitions: block(.term, of: node)
        case GUMBO_TAG_DD where frame.kind == .definitions: block(.meaning, of: node)
        case GUMBO_TAG_TABLE: block(.table, of: node)
        case GUMBO_TAG_CAPTION where frame.kind == .table: block(.caption, of: node)
        case GUMBO_TAG_TR: row(node)
        case GUMBO_TAG_TD where frame.kind == .table, GUMBO_TAG_TH where frame.kind == .table:
            func span(_ number: Int?) -> Int { min(max(number ?? 1, 1), 1000) }
            let columns = span(node.number("colspan")), rows = span(node.number("rowspan"))
            block(.cell(isHeader: tag == GUMBO_TAG_TH, columns: columns, rows: rows), of: node)
        case GUMBO_TAG_DETAILS: block(.group, of: node)
        case GUMBO_TAG_LEGEND where frame.kind == .group, GUMBO_TAG_SUMMARY where frame.kind == .group:
            block(.legend, of: node)
        default:
            guard Self.isBlock(tag) else { return visitChildren(of: node) }
            if node.keyword("role") == "heading", let level = node.number("aria-level"), (1...6).contains(level) {
                return block(.heading(level), of: node)
            }
            border()
            visitChildren(of: node)
            border()
        }
    }

    private mutating func row(_ node: PageNode) {
        border()
        if frame.kind == .table { frame.openRow() }
        visitChildren(of: node)
        border()
    }

    /// SVG is treated as an image by its label, MathML as text.
    private mutating func enterForeign(_ node: PageNode) {
        if node.tag == GUMBO_TAG_SVG, node.isSVG, !isHidden {
            if PageVisibility.isHidden(node) {
                isHidden = true
            } else if let name = node.said("aria-label") {
                image(alternative: name)
            }
        }
        for child in node.children where !(child.isText && node.isSVG) { visit(child) }
    }
}

// Classification of elements.
extension DocumentBuilder {
    private static func emphasis(_ tag: GumboTag) -> Inline.Emphasis? {
        switch tag {
        case GUMBO_TAG_STRONG, GUMBO_TAG_B: .strong
        case GUMBO_TAG_EM, GUMBO_TAG_I, GUMBO_TAG_CITE, GUMBO_TAG_DFN, GUMBO_TAG_VAR: .stressed
        case GUMBO_TAG_CODE, GUMBO_TAG_KBD, GUMBO_TAG_SAMP, GUMBO_TAG_TT: .code
        case GUMBO_TAG_DEL, GUMBO_TAG_S, GUMBO_TAG_STRIKE: .struck
        case GUMBO_TAG_MARK: .marked
        default: nil
        }
    }

    static func isBlock(_ tag: GumboTag) -> Bool { blocks.contains(tag.rawValue) }

    private static let blocks = PageNode.tags(
        """
        html body article section nav aside hgroup header footer address p dt dd figure figcaption main div caption \
        tbody thead tfoot legend summary frameset center multicol optgroup option li td th tr table ul ol dl pre \
        blockquote h1 h2 h3 h4
        """)
}
