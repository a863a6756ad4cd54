import CGumbo

/// What of a page is not to be seen.
enum PageHiding {
    /// Whether an element is hidden with everything in it, by its own attributes.
    ///
    /// `aria-hidden` hides from those who listen, not from those who look: it counts for signs drawn by a font alone.
    static func isHidden(_ node: PageNode) -> Bool {
        if node.has("hidden") { return true }
        if let style = node.attribute("style"), isHidden(byStyle: style) { return true }
        switch node.tag {
        case GUMBO_TAG_I, GUMBO_TAG_SPAN, GUMBO_TAG_SVG: return node.keyword("aria-hidden") == "true"
        case GUMBO_TAG_UNKNOWN: return node.isHTML && node.isNamed("dialog") && !node.has("open")
        default: return false
        }
    }

    /// Whether a declaration hides: the last of `display` and of `visibility` counts.
    private static func isHidden(byStyle style: String) -> Bool {
        var isNone = false
        var isInvisible = false
        for declaration in style.utf8.split(separator: UInt8(ascii: ";")) {
            guard let colon = declaration.firstIndex(of: UInt8(ascii: ":")) else { continue }
            func word(_ part: some Sequence<UInt8>) -> String {
                PageSpace.lowered(String(decoding: PageSpace.collapsed(part), as: UTF8.self))
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

    /// Whether nothing in an element is ever shown, and nothing in it is sent.
    static func isSilent(_ tag: GumboTag) -> Bool {
        switch tag {
        case GUMBO_TAG_SCRIPT, GUMBO_TAG_STYLE, GUMBO_TAG_TEMPLATE, GUMBO_TAG_HEAD, GUMBO_TAG_TITLE, GUMBO_TAG_BASE,
            GUMBO_TAG_LINK, GUMBO_TAG_META, GUMBO_TAG_NOFRAMES, GUMBO_TAG_NOEMBED, GUMBO_TAG_DATALIST, GUMBO_TAG_COL,
            GUMBO_TAG_COLGROUP, GUMBO_TAG_PARAM, GUMBO_TAG_SOURCE, GUMBO_TAG_TRACK:
            true
        default: false
        }
    }
}
