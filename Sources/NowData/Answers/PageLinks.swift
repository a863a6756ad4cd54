import ExchangeModel

/// The offsets in a `Link` line; instances send one line with `first`, `prev`, `next`, `last` joined by commas.
package struct PageLinks: Sendable, Hashable {
    /// Of the first page.
    package var first: Int?
    /// Of the page before.
    package var previous: Int?
    /// Of the page after; nil on the last.
    package var next: Int?
    /// Of the last page.
    package var last: Int?

    /// No links.
    package init() {}

    /// Reads the entries that name an offset. A negative one, which instances do send before the first page, does not
    /// count.
    package init(_ lines: [String]) {
        for line in lines {
            for entry in line.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
                guard let close = entry.firstIndex(of: ">"), let url = HTTPURL(String(entry[..<close])),
                    let offset = url.queryFields.last(where: { $0.name == "sysparm_offset" }).flatMap({ Int($0.value) }
                    ),
                    offset >= 0, let relation = PageLinks.relation(entry[entry.index(after: close)...])
                else { continue }
                switch relation {
                case "first": first = offset
                case "prev": previous = offset
                case "next": next = offset
                case "last": last = offset
                default: break
                }
            }
        }
    }

    /// The text of `rel="…"`, quotation marks or not.
    private static func relation(_ parameters: Substring) -> String? {
        for parameter in parameters.split(whereSeparator: { $0 == ";" || $0 == "," }) {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, parts[0].filter({ $0 != " " }) == "rel" else { continue }
            return String(parts[1].filter { $0 != "\"" && $0 != " " })
        }
        return nil
    }
}
