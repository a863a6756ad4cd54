import ExchangeModel
import LineEditing
import Notation
import NowData
package import Workbench

/// Completes an encoded query: field, operator, value, and again after `^`.
package struct QueryCompletion {
    package struct Found {
        /// The start of the replaced part.
        package let from: Int
        package var candidates: [Candidate]
        var isWhole = true

        init(_ from: Int, _ candidates: [Candidate], isWhole: Bool = true) {
            self.from = from
            self.candidates = candidates
            self.isWhole = isWhole
        }
    }

    let source: any CompletionSource
    package let table: String
    var form = ReferenceForm.sysID
    /// Nil if dates are not offered.
    var dates: DateCandidates?

    package init(
        source: any CompletionSource, table: String, form: ReferenceForm = ReferenceForm.sysID,
        dates: DateCandidates? = nil
    ) {
        self.source = source
        self.table = table
        self.form = form
        self.dates = dates
    }

    private static let conjunctions = [
        Candidate("OR", "or, joined to the condition before"), Candidate("NQ", "or, a whole new query"),
        Candidate("ORDERBY", "order by a field"), Candidate("ORDERBYDESC", "order by a field, descending"),
        Candidate("GROUPBY", "group by a field"),
    ]

    func complete(_ point: CompletionPoint, _ word: Word) async -> Completions {
        let found = await candidates(at: Array(CompletionPoint.text(of: word).utf8))
        var offered = point.offer(found.candidates, in: word, from: found.from)
        offered.isWhole = found.isWhole
        return offered
    }

    /// The candidates for a partial query.
    package func candidates(at text: [UInt8]) async -> Found {
        let termStart = (text.lastIndex(of: .caret) ?? -1) + 1
        let (start, orders) = QueryCompletion.fieldStart(in: text, from: termStart)
        let fieldEnd = text[start...].firstIndex { !QueryCompletion.isFieldCharacter($0) } ?? text.count
        let field = String(decoding: text[start..<fieldEnd], as: UTF8.self)

        let term = String(decoding: text[termStart...], as: UTF8.self)
        if fieldEnd == text.count {
            var candidates = await fields(field, orders: orders)
            if term.isEmpty, termStart > 0 { candidates += conjunctions("", isFirst: false) }
            if term == "ORDERBY" { candidates.append(.init("DESC", "descending", appendsSpace: false)) }
            return Found(start, candidates)
        }
        if field.isEmpty, start == termStart {
            // `OR` is complete, but may also become `ORDERBY`.
            let ored = term == "OR" ? await fields("", orders: false) : []
            let candidates = ored.map { Candidate("OR" + $0.name, $0.label) }.open
            return Found(termStart, candidates + conjunctions(term, isFirst: termStart == 0))
        }
        guard !orders, let (owner, column) = await DotWalk(source: source).column(at: field, of: table) else {
            return Found(text.count, [])
        }
        guard let (found, valueStart) = QueryCompletion.operatorAndValue(in: text, from: fieldEnd) else {
            let typed = String(decoding: text[fieldEnd...], as: UTF8.self)
            let fitting = QueryOperator.applicable(column).filter { $0.spelling.hasPrefix(typed) }
            return Found(fieldEnd, fitting.map { .init($0.spelling, $0.summary, appendsSpace: false) })
        }
        guard found.takesValue else { return Found(text.count, []) }
        var from = valueStart
        let isInList = found.scope == .listed
        if isInList, let comma = text[valueStart...].lastIndex(of: .comma) { from = comma + 1 }
        if found.meaning == .between, let sign = text[valueStart...].lastIndex(of: .at) { from = sign + 1 }
        let typed = String(decoding: text[from...], as: UTF8.self)
        if column.sort == .reference, let reference = column.reference, !reference.isEmpty {
            guard found.meaning.comparesValue else { return Found(text.count, []) }
            let known = await source.references(to: reference, display: column.referenceDisplay, holding: typed)
            let isUser = reference == CurrentUser.table && form == .name
            let me = isUser ? [CurrentUser.candidate].matching(typed) : []
            let names = me + known.candidates(typed, as: form, isInList: isInList)
            return Found(from, names.open, isWhole: known.isWhole)
        }
        return Found(from, await self.values(of: column, in: owner).matching(typed).open)
    }

    /// Skips `NQ`, `OR`, `ORDERBY` and the like: the start of the field, and whether it is ordered by.
    private static func fieldStart(in text: [UInt8], from start: Int) -> (Int, orders: Bool) {
        for (word, orders) in [
            ("ORDERBYDESC", true), ("ORDERBY", true), ("GROUPBY", true), ("OR", false), ("NQ", false),
        ] where text[start...].starts(with: word.utf8) {
            let end = start + word.utf8.count
            // `OR` may be the beginning of `ORDERBY`, so the next character must be able to begin a field.
            if end < text.count, !isFieldCharacter(text[end]) { continue }
            if end == text.count, word == "OR" { continue }
            return (end, orders)
        }
        return (start, false)
    }

    /// The operator and the start of its value; nil while a longer operator is possible.
    private static func operatorAndValue(in text: [UInt8], from start: Int) -> (QueryOperator, Int)? {
        let rest = text[start...]
        let fitting = QueryOperator.all.filter { rest.starts(with: $0.spelling.utf8) }
        guard let longest = fitting.max(by: { $0.spelling.utf8.count < $1.spelling.utf8.count }) else { return nil }
        return (longest, start + longest.spelling.utf8.count)
    }

    /// Column names are lowercase, unlike operators.
    private static func isFieldCharacter(_ byte: UInt8) -> Bool {
        ASCII.isLowercaseLetter(byte) || ASCII.isDigit(byte) || byte == .underscore || byte == .dot
    }

    /// Fields with this prefix; a complete field is offered with its operators.
    private func fields(_ typed: String, orders: Bool) async -> [Candidate] {
        let walk = DotWalk(source: source)
        let columns = await walk.candidates(at: typed, of: table)
        guard !orders, columns.contains(where: { $0.name == typed }),
            let whole = await walk.column(at: typed, of: table)?.column
        else { return columns }
        let operators = QueryOperator.applicable(whole).map { Candidate(typed + $0.spelling, $0.summary) }
        return columns.filter { $0.name != typed } + operators.open
    }

    /// Keywords with this prefix that precede a field; the first term has no conjunction.
    private func conjunctions(_ typed: String, isFirst: Bool) -> [Candidate] {
        QueryCompletion.conjunctions.filter {
            $0.name.hasPrefix(typed) && !(isFirst && ($0.name == "OR" || $0.name == "NQ"))
        }.open
    }

    private func values(of column: ColumnInfo, in table: String) async -> [Candidate] {
        switch column.sort {
        case .choice: await source.choices(of: table, column: column.name)
        case .truth: .truth
        case .ordered: column.isDated ? dates.map { $0.stored(column.type) + DateCandidates.scripts } ?? [] : []
        case .reference, .text: []
        }
    }
}

/// A common operator, offered by completion and listed by help, for some categories of columns.
package struct QueryOperator: Sendable, Hashable {
    enum Scope: Sendable, Hashable { case all, text, ordered, listed }

    let meaning: Operator
    /// A phrase without a full stop.
    package let summary: String
    let scope: Scope

    /// The usual ones, in the order of help.
    package static let all: [QueryOperator] = [
        QueryOperator(.equals, "is", .all),
        QueryOperator(.differs, "is not", .all),
        QueryOperator(.contains, "contains", .text),
        QueryOperator(.containsNot, "does not contain", .text),
        QueryOperator(.startsWith, "begins with", .text),
        QueryOperator(.endsWith, "ends with", .text),
        QueryOperator(.less, "is less than, or before", .ordered),
        QueryOperator(.lessOrEqual, "is at most, or not after", .ordered),
        QueryOperator(.greater, "is greater than, or after", .ordered),
        QueryOperator(.greaterOrEqual, "is at least, or not before", .ordered),
        QueryOperator(.between, "is between two values: 1@3", .ordered),
        QueryOperator(.isOneOf, "is one of: 1,2", .listed),
        QueryOperator(.isNoneOf, "is none of: 1,2", .listed),
        QueryOperator(.isEmpty, "is empty", .all),
        QueryOperator(.isNotEmpty, "is not empty", .all),
    ]

    private init(_ meaning: Operator, _ summary: String, _ scope: Scope) {
        self.meaning = meaning
        self.summary = summary
        self.scope = scope
    }

    package var spelling: String { meaning.rawValue }
    package var takesValue: Bool { meaning.takesValue }

    static func applicable(_ column: ColumnInfo) -> [QueryOperator] {
        all.filter { candidate in
            switch candidate.scope {
            case .all: true
            case .text: column.sort == .text || column.sort == .reference
            case .ordered: column.sort == .ordered
            case .listed: column.sort != .truth
            }
        }
    }
}

/// Resolves `caller_id.department.na` from table to table.
package struct DotWalk {
    let source: any CompletionSource

    package init(source: any CompletionSource) { self.source = source }

    /// The partial dot-walk continued with each matching column.
    package func candidates(at typed: String, of table: String) async -> [Candidate] {
        let steps = typed.split(separator: ".", omittingEmptySubsequences: false)
        var table = table
        for step in steps.dropLast() {
            guard let next = await source.columns(of: table).first(where: { $0.name == step })?.reference else {
                return []
            }
            table = next
        }
        let last = steps.last.map(String.init) ?? ""
        let walked = String(typed.dropLast(last.count))
        let columns = await source.columns(of: table).map { Candidate($0.name, $0.menuText) }.matching(last)
        return columns.map { Candidate(walked + $0.name, $0.label) }.open
    }

    /// The column at the end of a complete dot-walk, and its table.
    func column(at walk: String, of table: String) async -> (table: String, column: ColumnInfo)? {
        var table = table
        let steps = walk.split(separator: ".", omittingEmptySubsequences: false)
        for (place, step) in steps.enumerated() {
            guard let column = await source.columns(of: table).first(where: { $0.name == step }) else { return nil }
            if place == steps.count - 1 { return (table, column) }
            guard let next = column.reference else { return nil }
            table = next
        }
        return nil
    }
}

/// Dates and times offered by completion, as stored values and as scripts that the instance evaluates.
package struct DateCandidates {
    let now: Timestamp
    /// The time zone of days; the instance uses that of the user's record.
    var zone = ZoneRule.utc

    /// Values in the column's stored format.
    package func stored(_ type: String) -> [Candidate] {
        let days = [("today", 0), ("tomorrow", 1), ("yesterday", -1)]
        if ["glide_date", "date"].contains(type) {
            return days.map { Candidate(day(after: $1).dateText, $0) }
        }
        return [Candidate(now.glideText, "now")]
            + days.map { word, count in
                let start = zone.moment(of: day(after: count))
                let isUTC = zone.offset(at: start) == 0
                return Candidate(start.glideText, "start of \(word)" + (isUTC ? "" : ": " + zone.text(of: start)))
            }
    }

    /// Scripts that the instance evaluates in a query.
    static let scripts = [
        ("beginningOfToday()", "start of today"), ("endOfToday()", "end of today"),
        ("beginningOfYesterday()", "start of yesterday"), ("hoursAgo(1)", "an hour ago"),
        ("daysAgo(1)", "a day ago"), ("daysAgo(7)", "7 days ago"), ("daysAgo(30)", "30 days ago"),
        ("beginningOfThisWeek()", "start of this week"), ("beginningOfLastWeek()", "start of last week"),
        ("beginningOfThisMonth()", "start of this month"), ("beginningOfLastMonth()", "start of last month"),
        ("beginningOfThisYear()", "start of this year"),
    ].map { Candidate("javascript:gs.\($0)", $1) }

    /// Midnight of a day.
    private func day(after count: Int) -> CivilTime { zone.civil(at: now).moved(days: count).startOfDay }
}
