package import Notation

/// One column of a row: what the instance stores and what it shows.
package struct TableCell: Sendable, Hashable {
    /// What is stored; what is shown when the answer holds nothing else.
    package var value: String
    /// What is shown, when the answer says so. An empty choice shows null, which is empty text here.
    package var display: String?
    /// Where a reference leads.
    package var link: String?

    /// Makes a cell of its parts.
    package init(value: String, display: String? = nil, link: String? = nil) {
        self.value = value
        self.display = display
        self.link = link
    }

    /// Reads a column in any of the forms instances send: text, `{link, value}`, `{display_value, link}`,
    /// `{display_value, value}`, with a link or a currency beside them.
    package init(_ node: JSONNode) {
        if let text = node.scalarText {
            self.init(value: text)
            return
        }
        let value = node["value"]?.scalarText
        let display = node["display_value"].map { $0.scalarText ?? "" }
        let link = node["link"]?.scalarText
        guard value != nil || display != nil else {
            self.init(value: String(decoding: node.source, as: UTF8.self))
            return
        }
        self.init(value: value ?? TableCell.target(of: link) ?? display ?? "", display: display, link: link)
    }

    /// The sys_id at the end of a reference's link: with display values alone it stands nowhere else.
    private static func target(of link: String?) -> String? {
        guard let link, let slash = link.lastIndex(of: "/") else { return nil }
        let tail = link[link.index(after: slash)...]
        return tail.isEmpty ? nil : String(tail)
    }
}
