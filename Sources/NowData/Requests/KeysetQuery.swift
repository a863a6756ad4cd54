import Notation

/// A query that goes through a list by the order of `sys_id`, each batch beginning behind the last record of the one
/// before. Records that are made or deleted meanwhile move no other record from one batch into another.
struct KeysetQuery: Sendable {
    /// The conditions of each alternative.
    private let groups: [String]
    /// What stands behind them and orders nothing: `^EQ`.
    private let tail: String

    /// Nil for a query that orders its rows otherwise, and for one to whose alternatives a condition cannot be added for
    /// certain: with a part that cannot be read, a block, or a list in groups.
    init?(_ text: String?) {
        let text = text ?? ""
        let query = EncodedQuery(text)
        guard query.unread.isEmpty, query.groupings.isEmpty, !text.hasSuffix("^"), !text.hasPrefix("^"),
            query.orderings.allSatisfy({ $0.field == "sys_id" && !$0.descending }),
            query.groups.lazy.flatMap(\.terms).flatMap(\.conditions).allSatisfy({ $0.kind == .comparison })
        else { return nil }
        var groups: [String] = [""]
        var tail = ""
        for part in EncodedQuery.parts(of: text) {
            let bare = part.hasPrefix("^") ? String(part.dropFirst()) : part
            if bare.hasPrefix("ORDERBY") { continue }
            if bare == "EQ" {
                tail = "^EQ"
            } else if tail.isEmpty, bare.hasPrefix("NQ") {
                groups.append(String(bare.dropFirst(2)))
            } else if tail.isEmpty {
                groups[groups.count - 1] += groups[groups.count - 1].isEmpty ? bare : "^" + bare
            } else {
                return nil
            }
        }
        // An alternative without a condition means every row; the added one must not make it mean less.
        guard groups.count == 1 || groups.allSatisfy({ !$0.isEmpty }) else { return nil }
        self.groups = groups
        self.tail = tail
    }

    /// The query for the records behind that sys_id; nil for those from the beginning.
    func text(after sysID: String?) -> String {
        let condition = sysID.map { "sys_id>" + $0 } ?? ""
        let alternatives = groups.map { [$0, condition].filter { !$0.isEmpty }.joined(separator: "^") }
        let conditions = alternatives.joined(separator: "^NQ") + tail
        return EncodedQuery.text(of: conditions, orderedBy: [EncodedQuery.Ordering("sys_id")])
    }

    /// Whether rows came in the order that the batches rely on, all of them behind `last`, by their sys_ids: 32 hexadecimal digits that
    /// grow. Views of several tables have others, and an instance could order them otherwise.
    static func isInOrder(_ sysIDs: some Sequence<String?>, after last: String?) -> Bool {
        var last = last ?? ""
        for sysID in sysIDs {
            guard let sysID, RecordName.isSysID(sysID), last < sysID else { return false }
            last = sysID
        }
        return true
    }
}
