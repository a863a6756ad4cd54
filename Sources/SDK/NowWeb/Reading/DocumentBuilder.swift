import CGumbo
import Notation

/// Walks the tree in document order and builds the blocks. It uses its own stack because pages nest deeper than a
/// thread's stack allows.
struct DocumentBuilder {
    struct Open {
        let node: PageNode
        var next = 0
        var emphasis: Inline.Emphasis
        var ends: Ends = []
        var frames = 0
    }

    struct Ends: OptionSet {
        let rawValue: UInt16
        static let block = Ends(rawValue: 1)
        static let row = Ends(rawValue: 8)
        static let footRow = Ends(rawValue: 16)
        static let link = Ends(rawValue: 32)
        static let hidden = Ends(rawValue: 64)
        static let form = Ends(rawValue: 128)
        static let label = Ends(rawValue: 256)
        static let disabled = Ends(rawValue: 512)
        static let quotation = Ends(rawValue: 1024)
    }

    let limits: PageLimits
    var document: Document
    let pageIndex: PageIndex
    var fields: PageFields

    var open: [Open] = []
    var frames: [BlockBuilder] = [BlockBuilder(.root)]
    var line = LineBuilder()
    var emphasis: Inline.Emphasis = []
    var hidden = 0
    var forms: [Int] = []
    /// The open links: number, text so far, whether the text is blank, and whether the link has no visible content.
    var links: [(number: Int, text: [UInt8], isBare: Bool, isEmpty: Bool)] = []
    private var blocks = 0
    private var isFull = false

    /// The innermost open block.
    private var frame: BlockBuilder {
        get { frames[frames.count - 1] }
        _modify { yield &frames[frames.count - 1] }
    }

    init(_ pageIndex: PageIndex, _ limits: PageLimits) {
        self.pageIndex = pageIndex
        self.limits = limits
        document = pageIndex.document
        fields = PageFields(pageIndex)
    }

    mutating func document(of root: PageNode) -> Document {
        enter(root)
        while let last = open.last, !isFull {
            guard let child = last.node.child(last.next) else {
                leave()
                continue
            }
            open[open.count - 1].next += 1
            if child.isText {
                read(child)
            } else if child.isElement {
                if open.count > 2 * limits.depth + 100 {
                    noteCut(.depth(limits.depth))
                } else {
                    enter(child)
                }
            }
            if blocks + line.count + fields.count > limits.parts {
                isFull = true
                noteCut(.nodes(limits.parts))
            }
        }
        while !open.isEmpty { leave() }
        flush()
        while frames.count > 1 { closeFrame() }
        document.blocks = frames[0].finished(line: [])
        document.forms = fields.finished
        return document
    }

    private mutating func noteCut(_ cut: Document.Cut) {
        if !document.cuts.contains(cut) { document.cuts.append(cut) }
    }

    // MARK: Text

    private mutating func read(_ node: PageNode) {
        guard hidden == 0 else { return }
        // SVG provides its text as a title.
        if let around = open.last?.node, !around.isHTML, around.isSVG { return }
        append(node.text)
    }

    mutating func append(_ text: some Sequence<UInt8>) {
        if !links.isEmpty {
            links[links.count - 1].text += text
            if text.contains(where: { !HTMLWhitespace.isSpace($0) }) { links[links.count - 1].isBare = false }
        }
        if frame.kind == .preformatted {
            frame.append(text: text)
        } else {
            line.append(text, emphasis)
        }
    }

    // MARK: Blocks

    /// Marks the start or end of a block, which ends the line unless only one line is allowed.
    mutating func border() {
        if !links.isEmpty { links[links.count - 1].text.append(0x20) }
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

    mutating func append(_ block: Block) {
        blocks += 1
        frame.append(block)
    }

    /// Opens a container block; false if none is possible: in a line, in preformatted text, or too deep.
    mutating func openFrame(_ kind: BlockBuilder.Kind) -> Bool {
        border()
        guard !frame.isLine, frame.kind != .preformatted, frames.count < limits.nesting else { return false }
        frames.append(BlockBuilder(kind))
        return true
    }

    mutating func closeFrame() {
        let isLine = frame.isLine
        let text = isLine ? line.take() : []
        if !isLine, frame.kind != .preformatted { flush() }
        guard frames.count > 1, let closed = frames.popLast() else { return }
        blocks += 1
        frame.take(closed, line: text)
    }

    // MARK: Fields

    mutating func add(_ field: Form.Field, of node: PageNode) {
        let place = fields.add(field, to: pageIndex.forms.owner(of: node, around: forms.last))
        guard hidden == 0, field.kind != .hidden else { return }
        if !links.isEmpty { links[links.count - 1].isBare = false }
        if frame.kind == .preformatted {
            append(.paragraph([.field(form: place.form, field: place.field)]))
        } else {
            line.append(form: place.form, field: place.field)
        }
    }
}

// End of elements.
extension DocumentBuilder {
    mutating func leave() {
        guard let last = open.popLast() else { return }
        let ends = last.ends
        if ends.contains(.quotation) { append("”".utf8) }
        if ends.contains(.link) { closeLink(last.node) }
        for _ in 0..<last.frames { closeFrame() }
        if ends.contains(.row) || ends.contains(.footRow) {
            border()
            frame.closeRow(isFoot: ends.contains(.footRow))
        }
        if ends.contains(.block) { border() }
        if ends.contains(.hidden) { hidden -= 1 }
        if ends.contains(.form) { forms.removeLast() }
        if ends.contains(.label) { fields.leaveLabel() }
        if ends.contains(.disabled) { fields.disabled -= 1 }
        emphasis = last.emphasis
    }

    // MARK: Links

    /// Opens a link; false if there are too many.
    mutating func openLink(_ target: String) -> Bool {
        guard let number = newLink(target) else { return false }
        line.open(link: number)
        links.append((number, [], true, true))
        return true
    }

    private mutating func closeLink(_ node: PageNode) {
        guard let last = links.last else { return }
        var text = HTMLWhitespace.collapsed(last.text)
        if last.isBare {
            // A link without visible content may have a label.
            if let name = node.said("aria-label") ?? node.said("title") {
                text = Array(name.utf8)
                append(name.utf8)
            } else if last.isEmpty, frame.kind != .preformatted {
                line.closeLink()
                line.append(bareLink: last.number)
                links.removeLast()
                return
            }
        }
        document.links[last.number].text = String(decoding: text, as: UTF8.self)
        line.closeLink()
        links.removeLast()
    }

    /// Adds a link without content, such as a frame or an image map area.
    mutating func addLink(_ target: String, text: String) {
        guard let number = newLink(target) else { return }
        document.links[number].text = text
        line.open(link: number)
        if text.isEmpty { line.closeLink() } else { line.append(text.utf8, emphasis) }
        if text.isEmpty { line.append(bareLink: number) } else { line.closeLink() }
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

// Start of elements.
extension DocumentBuilder {
    mutating func enter(_ node: PageNode) {
        let tag = node.tag
        guard node.isHTML else { return enterForeign(node) }
        guard !PageVisibility.isNeverShown(tag) else { return }
        var entered = Open(node: node, emphasis: emphasis)
        if PageVisibility.isHidden(node) {
            entered.ends.insert(.hidden)
            hidden += 1
        }
        // Hidden fields are still submitted.
        switch tag {
        case GUMBO_TAG_INPUT, GUMBO_TAG_SELECT, GUMBO_TAG_TEXTAREA, GUMBO_TAG_BUTTON, GUMBO_TAG_KEYGEN:
            if let field = fields.field(node) {
                if hidden == 0, field.kind != .hidden { mark(node) }
                add(field, of: node)
            }
            if entered.ends.contains(.hidden) { hidden -= 1 }
            return
        case GUMBO_TAG_FORM:
            if let number = pageIndex.forms.number(of: node) {
                entered.ends.insert(.form)
                forms.append(number)
                if hidden == 0 { openBlock(.form(number), &entered) }
            }
        case GUMBO_TAG_LABEL:
            fields.enterLabel(node)
            entered.ends.insert(.label)
            if hidden == 0 { emphasis.insert(.label) }
        case GUMBO_TAG_FIELDSET:
            if node.has("disabled") {
                fields.disabled += 1
                entered.ends.insert(.disabled)
            }
            if hidden == 0 { openBlock(.group, &entered) }
        default:
            // An element without content ends at once.
            if hidden == 0, !show(node, tag, &entered) { entered.next = node.childCount }
        }
        if hidden == 0 { mark(node) }
        open.append(entered)
    }

    private mutating func mark(_ node: PageNode) {
        let own = node.tag == GUMBO_TAG_A ? node.attribute("name") : nil
        for name in [node.attribute("id"), own] {
            guard let name, !name.isEmpty, document.anchors.count < limits.links, document.anchors[name] == nil
            else { continue }
            var place: [Int] = []
            for frame in frames {
                guard let next = frame.next else { break }
                place.append(next)
            }
            document.anchors[name] = place
        }
    }

    /// Starts the visible part of an element; false if its children are not visited.
    private mutating func show(_ node: PageNode, _ tag: GumboTag, _ entered: inout Open) -> Bool {
        if let role = node.keyword("role"), ["alert", "alertdialog", "status"].contains(role) {
            openBlock(.notice, &entered)
        }
        switch tag {
        case GUMBO_TAG_BR:
            if frame.kind == .preformatted { append("\n".utf8) } else { lineBreak() }
            return false
        case GUMBO_TAG_HR:
            border()
            if !frame.isLine { append(.rule) }
            return false
        case GUMBO_TAG_IMG:
            image(
                alternative: node.attribute("alt").map(HTMLWhitespace.collapsed) ?? node.said("title") ?? "", of: node)
            return false
        case GUMBO_TAG_AREA:
            if let target = node.address("href") {
                line.part()
                addLink(target, text: node.said("alt") ?? node.said("title") ?? "")
                line.part()
            }
            return false
        case GUMBO_TAG_IFRAME, GUMBO_TAG_FRAME:
            if let target = node.address("src"), !target.isEmpty, HTMLWhitespace.lowered(target) != "about:blank" {
                border()
                addLink(target, text: node.said("title") ?? node.said("name") ?? target)
                border()
            }
            return false
        case GUMBO_TAG_A:
            if let target = node.address("href"), openLink(target) { entered.ends.insert(.link) }
        case GUMBO_TAG_Q:
            append("“".utf8)
            entered.ends.insert(.quotation)
        default:
            if let added = Self.emphasis(tag) {
                emphasis.insert(added)
            } else {
                block(node, tag, &entered)
            }
        }
        return true
    }

    private mutating func block(_ node: PageNode, _ tag: GumboTag, _ entered: inout Open) {
        switch tag {
        case GUMBO_TAG_H1, GUMBO_TAG_H2, GUMBO_TAG_H3, GUMBO_TAG_H4, GUMBO_TAG_H5, GUMBO_TAG_H6:
            openBlock(.heading(Int(tag.rawValue - GUMBO_TAG_H1.rawValue) + 1), &entered)
        case GUMBO_TAG_BLOCKQUOTE: openBlock(.quote, &entered)
        case GUMBO_TAG_PRE, GUMBO_TAG_LISTING, GUMBO_TAG_XMP, GUMBO_TAG_PLAINTEXT: openBlock(.preformatted, &entered)
        case GUMBO_TAG_OL: openBlock(.list(start: node.number("start") ?? 1), &entered)
        case GUMBO_TAG_UL, GUMBO_TAG_MENU, GUMBO_TAG_DIR: openBlock(.list(start: nil), &entered)
        case GUMBO_TAG_LI: item(&entered)
        case GUMBO_TAG_DL: openBlock(.definitions, &entered)
        case GUMBO_TAG_DT where isIn(.definitions): openBlock(.term, &entered)
        case GUMBO_TAG_DD where isIn(.definitions): openBlock(.meaning, &entered)
        case GUMBO_TAG_TABLE: openBlock(.table, &entered)
        case GUMBO_TAG_CAPTION where isIn(.table): openBlock(.caption, &entered)
        case GUMBO_TAG_TR: row(&entered)
        case GUMBO_TAG_TD, GUMBO_TAG_TH: cell(node, tag, &entered)
        case GUMBO_TAG_DETAILS: openBlock(.group, &entered)
        case GUMBO_TAG_LEGEND where isIn(.group), GUMBO_TAG_SUMMARY where isIn(.group): openBlock(.legend, &entered)
        case GUMBO_TAG_OPTION: entered.ends.insert(.block)
        default:
            if Self.isBlock(tag) {
                if node.keyword("role") == "heading", let level = node.number("aria-level"), (1...6).contains(level) {
                    openBlock(.heading(level), &entered)
                } else {
                    border()
                    entered.ends.insert(.block)
                }
            }
        }
    }

    private mutating func openBlock(_ kind: BlockBuilder.Kind, _ entered: inout Open) {
        if openFrame(kind) { entered.frames += 1 } else { entered.ends.insert(.block) }
    }

    private func isIn(_ kind: BlockBuilder.Kind) -> Bool { frame.kind == kind }

    private mutating func item(_ entered: inout Open) {
        border()
        if !frame.isList, openFrame(.list(start: nil)) {
            frame.isLoose = true
            entered.frames += 1
        }
        if frame.isList { openBlock(.item, &entered) } else { entered.ends.insert(.block) }
    }

    private mutating func row(_ entered: inout Open) {
        border()
        entered.ends.insert(.block)
        guard isIn(.table) else { return }
        frame.openRow()
        entered.ends.insert(open.last?.node.tag == GUMBO_TAG_TFOOT ? .footRow : .row)
    }

    private mutating func cell(_ node: PageNode, _ tag: GumboTag, _ entered: inout Open) {
        guard isIn(.table) else {
            border()
            entered.ends.insert(.block)
            return
        }
        func span(_ number: Int?) -> Int { min(max(number ?? 1, 1), 1000) }
        let kind = BlockBuilder.Kind.cell(
            isHeader: tag == GUMBO_TAG_TH, columns: span(node.number("colspan")), rows: span(node.number("rowspan")))
        openBlock(kind, &entered)
    }

    private mutating func lineBreak() {
        if !links.isEmpty { links[links.count - 1].text.append(0x20) }
        line.breakLine()
    }

    private mutating func image(alternative: String, of node: PageNode) {
        // `alt=""` marks a decorative image.
        if alternative.isEmpty, node.has("alt") { return }
        if !links.isEmpty {
            links[links.count - 1].text += alternative.utf8
            links[links.count - 1].isEmpty = false
            if !alternative.isEmpty { links[links.count - 1].isBare = false }
        }
        if frame.kind == .preformatted {
            frame.append(text: alternative.utf8)
        } else {
            line.append(image: alternative)
        }
    }

    /// SVG is treated as an image, MathML as text.
    private mutating func enterForeign(_ node: PageNode) {
        var entered = Open(node: node, emphasis: emphasis)
        if node.tag == GUMBO_TAG_SVG, node.isSVG, hidden == 0 {
            if PageVisibility.isHidden(node) {
                hidden += 1
                entered.ends.insert(.hidden)
            } else if let name = node.said("aria-label") ?? title(of: node) {
                image(alternative: name, of: node)
            }
        }
        open.append(entered)
    }

    private func title(of drawing: PageNode) -> String? {
        for index in 0..<min(drawing.childCount, 8) {
            guard let child = drawing.child(index), child.tag == GUMBO_TAG_TITLE else { continue }
            let title = HTMLWhitespace.collapsed(NodeText.plain(child))
            if !title.isEmpty { return title }
        }
        return nil
    }
}

// Classification of elements.
extension DocumentBuilder {
    /// The emphasis of an element; nil if none.
    static func emphasis(_ tag: GumboTag) -> Inline.Emphasis? {
        switch tag {
        case GUMBO_TAG_STRONG, GUMBO_TAG_B: .strong
        case GUMBO_TAG_EM, GUMBO_TAG_I, GUMBO_TAG_CITE, GUMBO_TAG_DFN, GUMBO_TAG_VAR: .stressed
        case GUMBO_TAG_CODE, GUMBO_TAG_KBD, GUMBO_TAG_SAMP, GUMBO_TAG_TT: .code
        case GUMBO_TAG_DEL, GUMBO_TAG_S, GUMBO_TAG_STRIKE: .struck
        case GUMBO_TAG_MARK: .marked
        default: nil
        }
    }

    /// Whether an element is a plain block.
    static func isBlock(_ tag: GumboTag) -> Bool {
        switch tag {
        case GUMBO_TAG_HTML, GUMBO_TAG_BODY, GUMBO_TAG_ARTICLE, GUMBO_TAG_SECTION, GUMBO_TAG_NAV, GUMBO_TAG_ASIDE,
            GUMBO_TAG_HGROUP, GUMBO_TAG_HEADER, GUMBO_TAG_FOOTER, GUMBO_TAG_ADDRESS, GUMBO_TAG_P, GUMBO_TAG_DT,
            GUMBO_TAG_DD, GUMBO_TAG_FIGURE, GUMBO_TAG_FIGCAPTION, GUMBO_TAG_MAIN, GUMBO_TAG_DIV, GUMBO_TAG_CAPTION,
            GUMBO_TAG_TBODY, GUMBO_TAG_THEAD, GUMBO_TAG_TFOOT, GUMBO_TAG_LEGEND, GUMBO_TAG_SUMMARY, GUMBO_TAG_FRAMESET,
            GUMBO_TAG_CENTER, GUMBO_TAG_MULTICOL, GUMBO_TAG_OPTGROUP:
            true
        default: false
        }
    }
}
