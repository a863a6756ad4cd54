import NowData

/// A change of many records that failed in the middle: what has been changed stays so, and the rest can be named.
struct BrokenOff: Error {
    /// Why it went no further.
    let cause: any Error
    /// How far it came: sentences that stand under the cause.
    let notes: [String]
    /// The line that changes the rest.
    let hints: [String]

    /// - Parameters:
    ///   - done: how many of the records have been changed; the next one is what failed.
    ///   - verb: what was done with them, `updated`.
    init(_ cause: any Error, after done: Int, of records: [FoundRecord], _ verb: String, _ arguments: BoundArguments) {
        self.cause = cause
        let table = arguments.string("table") ?? ""
        let failed = records[done].title
        // A refusal changes nothing; a request that got no answer may have arrived.
        let isRefusal = if case RequestFailure.refused = cause { true } else { false }
        let left = records.count - done - 1
        notes = [
            "\(done) of \(Phrase.counted(records.count, "record")) of \(table) \(done == 1 ? "was" : "were") \(verb), \(failed) "
                + (isRefusal ? "was not" : "may have been")
                + (left > 0 ? ", \(left) \(left == 1 ? "was" : "were") not tried." : ".")
        ]
        hints = BrokenOff.line(for: Array(records[done...]), arguments).map { [$0] } ?? []
    }

    /// The line with a query that finds these records alone; nil for more than a line should name.
    private static func line(for records: [FoundRecord], _ arguments: BoundArguments) -> String? {
        guard records.count <= mostNamed, let query = arguments.value("query") else { return nil }
        let column = records[0].name?.column
        let names = records.compactMap { $0.name?.column == column ? $0.name?.text : nil }
        let areTold = names.count == records.count && Set(names).count == names.count
        let listed = areTold && !names.contains { $0.utf8.contains { $0 == .comma || $0 == .caret } }
        let rest =
            listed
            ? (column ?? "") + "IN" + names.joined(separator: ",")
            : "sys_idIN" + records.map(\.sysID).joined(separator: ",")
        let line = Array(arguments.line.utf8)
        return String(decoding: line[..<query.span.lowerBound], as: UTF8.self) + Quoting.word(rest)
            + String(decoding: line[query.span.upperBound...], as: UTF8.self)
    }

    private static let mostNamed = 100
}
