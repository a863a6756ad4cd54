import LineEditing
import Notation

/// Completes an encoded query: field, operator, value; after `^` another.
struct QueryCompletion {
    let knowledge: any SchemaKnowledge
    let table: String

    /// Words that stand before a field.
    private static let joints = [
        Named("OR", "or, joined to the condition before"), Named("NQ", "or, a whole new query"),
        Named("ORDERBY", "order by a field"), Named("ORDERBYDESC", "order by a field, descending"),
        Named("GROUPBY", "group by a field"),
    ]

    func complete(_ point: CompletionPoint, _ word: Word) async -> Completions {
        let (from, candidates) = await candidates(at: Array(CompletionPoint.text(of: word).utf8))
        return point.offer(candidates, in: word, from: from)
    }

    /// What may stand at the end of a query that is half typed, and where what it takes the place of begins.
    func candidates(at text: [UInt8]) async -> (from: Int, candidates: [Completions.Candidate]) {
        let termStart = (text.lastIndex(of: .caret) ?? -1) + 1
        let (start, orders) = QueryCompletion.fieldStart(in: text, from: termStart)
        let fieldEnd = text[start...].firstIndex { !QueryCompletion.mayStandInField($0) } ?? text.count
        let field = String(decoding: text[start..<fieldEnd], as: UTF8.self)

        let term = String(decoding: text[termStart...], as: UTF8.self)
        if fieldEnd == text.count {
            var candidates = await fields(field, orders: orders)
            if term.isEmpty, termStart > 0 { candidates += joints("", isFirst: false) }
            if term == "ORDERBY" { candidates.append(.init("DESC", "descending", appendsSpace: false)) }
            return (start, candidates)
        }
        if field.isEmpty, start == termStart {
            // `OR` is whole, and may yet grow into `ORDERBY`.
            let ored = term == "OR" ? await fields("", orders: false) : []
            let candidates = ored.map { Completions.Candidate("OR" + $0.text, $0.description, appendsSpace: false) }
            return (termStart, candidates + joints(term, isFirst: termStart == 0))
        }
        guard !orders, let (owner, column) = await DotWalk(knowledge: knowledge).column(at: field, of: table) else {
            return (text.count, [])
        }
        guard let (found, valueStart) = QueryCompletion.operatorAndValue(in: text, from: fieldEnd) else {
            let typed = String(decoding: text[fieldEnd...], as: UTF8.self)
            let fitting = QueryOperator.suiting(column).filter { $0.spelling.hasPrefix(typed) }
            return (fieldEnd, fitting.map { .init($0.spelling, $0.summary, appendsSpace: false) })
        }
        guard found.takesValue else { return (text.count, []) }
        var from = valueStart
        if found.suits == .listed, let comma = text[valueStart...].lastIndex(of: .comma) { from = comma + 1 }
        let typed = String(decoding: text[from...], as: UTF8.self)
        let values = NameFilter.pick(await self.values(of: column, in: owner), typed: typed)
        return (from, values.map { .init($0.name, $0.label, appendsSpace: false) })
    }

    /// Steps over `NQ`, `OR`, `ORDERBY` and their like: where the field begins, and whether it is one to order by.
    private static func fieldStart(in text: [UInt8], from start: Int) -> (Int, orders: Bool) {
        for (word, orders) in [
            ("ORDERBYDESC", true), ("ORDERBY", true), ("GROUPBY", true), ("OR", false), ("NQ", false),
        ]
        where text[start...].starts(with: word.utf8) {
            let end = start + word.utf8.count
            // `OR` may be the beginning of `ORDERBY`: what follows must be able to begin a field.
            if end < text.count, !mayStandInField(text[end]) { continue }
            if end == text.count, word == "OR" { continue }
            return (end, orders)
        }
        return (start, false)
    }

    /// The operator that stands there and where its value begins; nil while it may still grow into one.
    private static func operatorAndValue(in text: [UInt8], from start: Int) -> (QueryOperator, Int)? {
        let rest = text[start...]
        let fitting = QueryOperator.all.filter { rest.starts(with: $0.spelling.utf8) }
        guard let longest = fitting.max(by: { $0.spelling.utf8.count < $1.spelling.utf8.count }) else { return nil }
        return (longest, start + longest.spelling.utf8.count)
    }

    /// Columns are written in lower case, which is how operators are told from them.
    private static func mayStandInField(_ byte: UInt8) -> Bool {
        ASCII.isLowercaseLetter(byte) || ASCII.isDigit(byte) || byte == .underscore || byte == .dot
    }

    /// Fields that begin like this; a whole field is offered with its operators as well.
    private func fields(_ typed: String, orders: Bool) async -> [Completions.Candidate] {
        let walk = DotWalk(knowledge: knowledge)
        let (walked, columns) = await walk.columns(at: typed, of: table)
        let whole = columns.first { walked + $0.name == typed }
        var candidates: [Completions.Candidate] = columns.filter { orders || $0 != whole }.map {
            .init(walked + $0.name, $0.menuText, appendsSpace: false)
        }
        if let whole, !orders {
            candidates += QueryOperator.suiting(whole).map {
                .init(typed + $0.spelling, $0.summary, appendsSpace: false)
            }
        }
        return candidates
    }

    /// Words before a field that begin like this; the first term of a query is joined to nothing.
    private func joints(_ typed: String, isFirst: Bool) -> [Completions.Candidate] {
        QueryCompletion.joints.filter { $0.name.hasPrefix(typed) && !(isFirst && ($0.name == "OR" || $0.name == "NQ")) }
            .map { .init($0.name, $0.label, appendsSpace: false) }
    }

    private func values(of column: ColumnKnowledge, in table: String) async -> [Named] {
        switch column.sort {
        case .choice: await knowledge.choices(of: table, column: column.name)
        case .truth: [Named("true"), Named("false")]
        case .ordered, .reference, .text: []
        }
    }
}
