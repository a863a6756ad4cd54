import CGumbo

/// What an element says in one line.
enum NodeText {
    /// The text of its own texts, as it is: of a title, a text area, an option.
    static func plain(_ node: PageNode) -> String {
        var bytes: [UInt8] = []
        for index in 0..<node.childCount {
            if let child = node.child(index), child.isText { bytes += child.text }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// All text in it, white space collapsed, pictures by their alternative text, fields left out: of a label, a button.
    ///
    /// Labels are short: of what is long or deep the beginning is enough, so that labels in labels do not cost the page's
    /// length each.
    static func label(_ node: PageNode) -> String {
        var bytes: [UInt8] = []
        var open: [(node: PageNode, next: Int)] = [(node, 0)]
        var steps = 0
        while let last = open.last, steps < 200, bytes.count <= longest {
            guard let child = last.node.child(last.next) else {
                open.removeLast()
                // Words of neighbouring blocks are two words.
                if !isInline(last.node.tag) { bytes.append(0x20) }
                continue
            }
            open[open.count - 1].next += 1
            steps += 1
            if child.isText {
                bytes += child.text.prefix(longest + 1)
            } else if child.isElement {
                if child.tag == GUMBO_TAG_IMG { bytes += (child.attribute("alt") ?? "").utf8 }
                if child.tag == GUMBO_TAG_BR { bytes.append(0x20) }
                if !isSilent(child) { open.append((child, 0)) }
            }
        }
        let isCut = bytes.count > longest || !open.isEmpty
        let text = PageSpace.collapsed(whole(bytes.prefix(longest)))
        return isCut ? text + "…" : text
    }

    /// Bytes of the longest label; of a longer one the beginning and an ellipsis are left.
    private static let longest = 300

    /// A text that may have been cut in a character.
    private static func whole(_ bytes: ArraySlice<UInt8>) -> String {
        var end = bytes.count
        var start = end
        while start > 0, end - start < 4, bytes[start - 1] & 0xC0 == 0x80 { start -= 1 }
        if start > 0, bytes[start - 1] >= 0xC0 {
            let first = bytes[start - 1]
            let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
            if end - start + 1 < length { end = start - 1 }
        }
        return String(decoding: bytes[..<end], as: UTF8.self)
    }

    private static func isSilent(_ node: PageNode) -> Bool {
        switch node.tag {
        case GUMBO_TAG_SCRIPT, GUMBO_TAG_STYLE, GUMBO_TAG_TEMPLATE, GUMBO_TAG_SELECT, GUMBO_TAG_TEXTAREA,
            GUMBO_TAG_BUTTON, GUMBO_TAG_DATALIST, GUMBO_TAG_SVG:
            true
        default: PageHiding.isHidden(node)
        }
    }

    private static func isInline(_ tag: GumboTag) -> Bool {
        switch tag {
        case GUMBO_TAG_SPAN, GUMBO_TAG_B, GUMBO_TAG_I, GUMBO_TAG_EM, GUMBO_TAG_STRONG, GUMBO_TAG_A, GUMBO_TAG_U,
            GUMBO_TAG_SMALL, GUMBO_TAG_FONT, GUMBO_TAG_CODE, GUMBO_TAG_MARK, GUMBO_TAG_SUP, GUMBO_TAG_SUB,
            GUMBO_TAG_ABBR, GUMBO_TAG_S, GUMBO_TAG_UNKNOWN, GUMBO_TAG_LABEL:
            true
        default: false
        }
    }
}
