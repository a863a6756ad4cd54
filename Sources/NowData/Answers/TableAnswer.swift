import ExchangeModel
import Notation

/// A list of records, and what the answer says about those it does not hold.
package struct TableAnswer: Sendable {
    /// The records in the order they came.
    package let rows: [TableRow]
    /// How many rows match on the instance, whether or not they may be read; nil when it did not count.
    package let total: Int?
    /// Offsets that the answer's `Link` line names.
    package let links: PageLinks
    /// Rows that lie in the window asked for and were not shown, for want of rights; nil when the instance did not count.
    package let withheld: Int?

    init(rows: [TableRow], response: HTTPResponse, read: TableRead) {
        self.rows = rows
        let total = response.headers["X-Total-Count"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
        self.total = total
        links = PageLinks(response.headers.values(of: "Link"))
        withheld = total.map { total in
            let rest = max(0, total - (read.offset ?? 0))
            // Behind so many rows an instance stops by itself, whatever the limit.
            let window = min(rest, read.limit ?? .max, max(TableAnswer.instanceLimit, rows.count))
            return max(0, window - rows.count)
        }
    }

    /// How many rows an instance sends when no limit is given.
    package static let instanceLimit = 10_000
}
