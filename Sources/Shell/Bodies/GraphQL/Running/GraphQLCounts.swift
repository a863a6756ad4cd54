import Notation

/// What is said of the records that a list of an answer does not show.
struct GraphQLCounts {
    private let shown: Int
    private let total: Int?
    private let limit: Int?
    private let offset: Int
    private let isNamed: Bool

    /// - Parameter total: `_rowCount`, which counts records that access rules withhold; nil when it was not asked for.
    init(shown: Int, _ field: GraphQL.Field, _ entry: GraphQLRun.Entry, total: Int?) {
        self.shown = shown
        self.total = total
        func argument(_ name: String) -> JSON? {
            field.arguments.first { $0.name.text == name }?.value.json(entry.value)
        }
        func number(_ json: JSON?) -> Int? { json?.scalarText.flatMap { Int($0) } }
        let pagination = argument("pagination")
        limit = number(pagination?["limit"])
        offset = max(number(pagination?["offset"]) ?? 0, 0)
        isNamed = argument("sys_id").map { $0 != .null } ?? false
    }

    /// Says what is missing, and why.
    ///
    /// - Parameter title: which list is meant, where there are several.
    func note(_ title: String?, _ notes: NoteBook) {
        let before = title.map { "\($0): " } ?? ""
        guard let total else {
            if shown == 0 { notes.add(before + "No record found.") }
            return
        }
        if total == 0 { return notes.add(before + "No record found.") }
        if isNamed, shown > 0 { return }
        if offset >= total {
            return notes.add(before + "offset \(offset) skips all of the \(Phrase.counted(total, "record")) there are.")
        }
        let there = total - offset
        // Without a limit only an empty list says for sure that records were withheld and not left for another page.
        let window = limit.map { min($0, there) } ?? (shown == 0 ? there : shown)
        let withheld = max(window - shown, 0)
        if withheld > 0 { notes.add(before + ShownRows.withheldText(shown: shown, withheld: withheld)) }
        guard shown + withheld < there else { return }
        let behind = offset > 0 ? " after the first \(offset)" : ""
        notes.add(
            before
                + (withheld > 0
                    ? "\(shown + withheld) of \(total) were asked for\(behind); a higher limit or --all asks for more."
                    : "\(shown) of \(total) shown\(behind); a higher limit or --all shows more."))
    }
}
