/// What is to be read of a table.
package struct TableRead: Sendable, Hashable {
    /// The table's name.
    package var table: String
    /// An encoded query; nil or empty reads everything.
    package var query: String?
    /// Columns, dot-walks included, in the order they are wanted; none means all.
    package var fields: [String]
    /// At most so many rows; nil leaves it to the instance, which stops at 10 000.
    package var limit: Int?
    /// How many rows are passed over.
    package var offset: Int?
    /// What the answer holds for each column.
    package var display: DisplayForm
    /// Whether references come without their link, which makes answers smaller.
    package var excludesReferenceLinks: Bool
    /// Whether the instance may save itself the counting; then the answer has no total.
    package var skipsCount: Bool
    /// A UI view that chooses the columns when `fields` names none.
    package var view: String?
    /// The read-replica category of the query.
    package var queryCategory: String?

    /// Asks for both forms of every column, without links, unless told.
    package init(
        _ table: String, query: String? = nil, fields: [String] = [], limit: Int? = nil, offset: Int? = nil,
        display: DisplayForm = .both, excludesReferenceLinks: Bool = true, skipsCount: Bool = false,
        view: String? = nil, queryCategory: String? = nil
    ) {
        self.table = table
        self.query = query
        self.fields = fields
        self.limit = limit
        self.offset = offset
        self.display = display
        self.excludesReferenceLinks = excludesReferenceLinks
        self.skipsCount = skipsCount
        self.view = view
        self.queryCategory = queryCategory
    }
}
