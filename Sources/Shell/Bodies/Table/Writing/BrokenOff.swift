import NowData

/// Something that was not done to the end, as a change of many records: what has been done stays so, and the rest can be
/// named.
struct BrokenOff: Error {
    /// Why it went no further.
    let cause: any Error
    /// How far it came: sentences that stand under the cause.
    let notes: [String]
    /// The line that changes the rest.
    private(set) var hints: [String]

    /// It ended at a record that failed.
    ///
    /// - Parameters:
    ///   - done: how many of the records have been changed.
    ///   - place: the one that failed.
    ///   - left: records before it that were left out.
    ///   - verb: what was done with them, `updated`.
    init(
        _ cause: any Error, after done: Int, of records: [FoundRecord], at place: Int, leaving left: [FoundRecord] = [],
        _ verb: String, _ arguments: BoundArguments
    ) {
        self.cause = cause
        let table = arguments.string("table").map { " of \($0)" } ?? ""
        let failed = records[place].title
        // A refusal changes nothing; a request that got no answer may have arrived.
        let isRefusal = if case RequestFailure.refused = cause { true } else { false }
        let rest = records.count - place - 1
        notes = [
            "\(done) of \(Phrase.counted(records.count, "record"))\(table) \(done == 1 ? "was" : "were") \(verb), \(failed) "
                + (isRefusal ? "was not" : "may have been")
                + (rest > 0 ? ", \(rest) \(rest == 1 ? "was" : "were") not tried." : ".")
        ]
        hints = BrokenOff.line(for: left + records[place...], arguments).map { [$0] } ?? []
    }

    /// It went to the end, and some records were left out.
    init(
        _ left: [(record: FoundRecord, reason: String)], of records: [FoundRecord], _ table: String, _ verb: String,
        _ arguments: BoundArguments
    ) {
        let done = records.count - left.count
        cause = Problem(
            .refused,
            "\(left.count) of \(Phrase.counted(records.count, "record")) of \(table) "
                + "\(left.count == 1 ? "was" : "were") not \(verb).")
        let more = left.count - BrokenOff.mostReasons
        notes =
            left.prefix(BrokenOff.mostReasons).map(\.reason) + (more > 0 ? ["And \(more) more."] : [])
            + ["\(Phrase.counted(done, "record")) \(done == 1 ? "was" : "were") \(verb)."]
        hints = BrokenOff.line(for: left.map(\.record), arguments).map { [$0] } ?? []
    }

    /// Something else that was not done to the end.
    init(_ cause: any Error, notes: [String], hints: [String] = []) {
        self.cause = cause
        self.notes = notes
        self.hints = hints
    }

    /// The same with other lines to go on with.
    func hinting(_ lines: [String]) -> BrokenOff {
        var other = self
        other.hints = lines
        return other
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
    private static let mostReasons = 5
}
