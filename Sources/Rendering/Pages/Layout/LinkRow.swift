import Notation

/// A list of nothing but short links, as a page's navigation is: it has room on a line or two, and would else push what
/// the page is about off the screen.
enum LinkRow {
    private static let least = 3
    private static let most = 50
    /// In cells.
    private static let longest = 20

    /// The links one behind the other; nil of every other list. The number behind each says where it ends.
    static func inlines(of items: [[Block]]) -> [Inline]? {
        guard (least...most).contains(items.count) else { return nil }
        var row: [Inline] = []
        for item in items {
            guard item.count == 1, let inlines = item[0].paragraph, inlines.count == 1,
                case .link(_, let inner) = inlines[0], inner.count == 1, case .text(let text, _) = inner[0],
                !text.isEmpty, DisplayWidth.of(PageText.line(text)) <= longest
            else { return nil }
            if !row.isEmpty { row.append(.text(" ", [])) }
            row.append(inlines[0])
        }
        return row
    }
}
