import CGumbo
import Notation

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
            if frames[frames.count - 1].kind == .preformatted { append("\n".utf8) } else { lineBreak() }
            return false
        case GUMBO_TAG_HR:
            border()
            if !frames[frames.count - 1].isLine { append(.rule) }
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

    private func isIn(_ kind: BlockBuilder.Kind) -> Bool { frames[frames.count - 1].kind == kind }

    private mutating func item(_ entered: inout Open) {
        border()
        if !frames[frames.count - 1].isList, openFrame(.list(start: nil)) {
            frames[frames.count - 1].isLoose = true
            entered.frames += 1
        }
        if frames[frames.count - 1].isList { openBlock(.item, &entered) } else { entered.ends.insert(.block) }
    }

    private mutating func row(_ entered: inout Open) {
        border()
        entered.ends.insert(.block)
        guard isIn(.table) else { return }
        frames[frames.count - 1].openRow()
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
        if frames[frames.count - 1].kind == .preformatted {
            frames[frames.count - 1].append(text: alternative.utf8)
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

/// Decides what is invisible on a page.
enum PageVisibility {
    /// Whether an element and its content are hidden by its own attributes.
    ///
    /// `aria-hidden` hides from screen readers only; it is respected for icon fonts alone.
    static func isHidden(_ node: PageNode) -> Bool {
        if node.has("hidden") { return true }
        if let style = node.attribute("style"), isHidden(byStyle: style) { return true }
        switch node.tag {
        case GUMBO_TAG_I, GUMBO_TAG_SPAN, GUMBO_TAG_SVG: return node.keyword("aria-hidden") == "true"
        case GUMBO_TAG_UNKNOWN: return node.isHTML && node.isNamed("dialog") && !node.has("open")
        default: return false
        }
    }

    /// Whether a style hides; the last `display` and `visibility` count.
    private static func isHidden(byStyle style: String) -> Bool {
        var isNone = false
        var isInvisible = false
        for declaration in style.utf8.split(separator: UInt8(ascii: ";")) {
            guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
            func word(_ part: some Sequence<UInt8>) -> String {
                HTMLWhitespace.lowered(String(decoding: HTMLWhitespace.collapsed(part), as: UTF8.self))
            }
            let value = word(declaration[declaration.index(after: colon)...].prefix { $0 != UInt8(ascii: "!") })
            switch word(declaration[..<colon]) {
            case "display": isNone = value == "none"
            case "visibility": isInvisible = value == "hidden" || value == "collapse"
            default: break
            }
        }
        return isNone || isInvisible
    }

    /// Whether an element's content is never shown and never submitted.
    static func isNeverShown(_ tag: GumboTag) -> Bool {
        switch tag {
        case GUMBO_TAG_SCRIPT, GUMBO_TAG_STYLE, GUMBO_TAG_TEMPLATE, GUMBO_TAG_HEAD, GUMBO_TAG_TITLE, GUMBO_TAG_BASE,
            GUMBO_TAG_LINK, GUMBO_TAG_META, GUMBO_TAG_NOFRAMES, GUMBO_TAG_NOEMBED, GUMBO_TAG_DATALIST, GUMBO_TAG_COL,
            GUMBO_TAG_COLGROUP, GUMBO_TAG_PARAM, GUMBO_TAG_SOURCE, GUMBO_TAG_TRACK:
            true
        default: false
        }
    }
}
