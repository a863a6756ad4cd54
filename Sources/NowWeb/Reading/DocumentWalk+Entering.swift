import CGumbo
import Notation

// The beginnings of elements.
extension DocumentWalk {
    mutating func enter(_ node: PageNode) {
        let tag = node.tag
        guard node.isHTML else { return enterForeign(node) }
        guard !PageHiding.isSilent(tag) else { return }
        var entered = Open(node: node, emphasis: emphasis)
        if PageHiding.isHidden(node) {
            entered.ends.insert(.hidden)
            hidden += 1
        }
        // What is hidden is sent all the same.
        switch tag {
        case GUMBO_TAG_INPUT, GUMBO_TAG_SELECT, GUMBO_TAG_TEXTAREA, GUMBO_TAG_BUTTON, GUMBO_TAG_KEYGEN:
            if let field = fields.field(node) {
                if hidden == 0, field.kind != .hidden { mark(node) }
                add(field, of: node)
            }
            if entered.ends.contains(.hidden) { hidden -= 1 }
            return
        case GUMBO_TAG_FORM:
            if let number = survey.forms.number(of: node) {
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
            // What holds nothing ends at once.
            if hidden == 0, !show(node, tag, &entered) { entered.next = node.childCount }
        }
        if hidden == 0 { mark(node) }
        open.append(entered)
    }

    /// Keeps where an element stands that has a name.
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

    /// Begins what is to be seen of an element; false when it holds nothing else.
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
            image(alternative: node.attribute("alt").map(PageSpace.collapsed) ?? node.said("title") ?? "", of: node)
            return false
        case GUMBO_TAG_AREA:
            if let target = node.address("href") {
                line.part()
                addLink(target, text: node.said("alt") ?? node.said("title") ?? "")
                line.part()
            }
            return false
        case GUMBO_TAG_IFRAME, GUMBO_TAG_FRAME:
            if let target = node.address("src"), !target.isEmpty, PageSpace.lowered(target) != "about:blank" {
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
        case GUMBO_TAG_H1: openBlock(.heading(1), &entered)
        case GUMBO_TAG_H2: openBlock(.heading(2), &entered)
        case GUMBO_TAG_H3: openBlock(.heading(3), &entered)
        case GUMBO_TAG_H4: openBlock(.heading(4), &entered)
        case GUMBO_TAG_H5: openBlock(.heading(5), &entered)
        case GUMBO_TAG_H6: openBlock(.heading(6), &entered)
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

    /// Begins a block of that kind, or at least a line of its own.
    private mutating func openBlock(_ kind: PageFrame.Kind, _ entered: inout Open) {
        if openFrame(kind) { entered.frames += 1 } else { entered.ends.insert(.block) }
    }

    private func isIn(_ kind: PageFrame.Kind) -> Bool { frames[frames.count - 1].kind == kind }

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
        let kind = PageFrame.Kind.cell(
            isHeader: tag == GUMBO_TAG_TH, columns: span(node.number("colspan")), rows: span(node.number("rowspan")))
        openBlock(kind, &entered)
    }

    private mutating func lineBreak() {
        if !links.isEmpty { links[links.count - 1].text.append(0x20) }
        line.breakLine()
    }

    private mutating func image(alternative: String, of node: PageNode) {
        // `alt=""` says that it is decoration.
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

    /// Drawings are pictures; formulas are text.
    private mutating func enterForeign(_ node: PageNode) {
        var entered = Open(node: node, emphasis: emphasis)
        if node.tag == GUMBO_TAG_SVG, node.isSVG, hidden == 0 {
            if PageHiding.isHidden(node) {
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
            let title = PageSpace.collapsed(NodeText.plain(child))
            if !title.isEmpty { return title }
        }
        return nil
    }
}
