import Database
import Notation

/// `123TEXTQUERY321=words`: rows in which every word stands somewhere: in their text, in what people read for their
/// references, in their journals. A real instance asks an index that knows stems and ranks; here a word is found where
/// its letters are.
struct TextSearch {
    /// Words beyond these are not looked for.
    static let mostWords = 16
    /// References beyond these are not looked behind.
    static let mostReferences = 24

    let plan: JoinPlan
    let context: QueryContext

    /// The rows that hold all words. Nil when there are no words.
    func condition(for text: String) throws(QueryTooComplex) -> SQLFragment? {
        let columns = plan.table.columns.filter { $0.type.isSearchable && !$0.name.hasPrefix("sys_") }
        let own = columns.map { "coalesce(" + plan.alias + "." + $0.sqlName + ", '')" }
        // One text for all columns, so that it is put into lower case once; no word holds a line feed.
        let all = own.isEmpty ? "''" : own.joined(separator: " || char(10) || ")
        var terms: [SQLFragment] = []
        for word in text.split(whereSeparator: { " ()\"\t\n\r".contains($0) }).prefix(TextSearch.mostWords) {
            guard word.utf8.count < 200 else { return .never }
            let places = [SQLFragment("instr(lower(\(all)), ?) > 0", [.text(TextSearch.lower(word))])]
            let word = String(word)
            if let term = SQLFragment.joined(try places + references(word) + journals(word), by: "OR") {
                terms.append(term)
            }
        }
        return SQLFragment.joined(terms, by: "AND")
    }

    private func references(_ word: String) throws(QueryTooComplex) -> [SQLFragment] {
        let compiler = ConditionCompiler(plan: plan, context: context)
        var found: [SQLFragment] = []
        for column in plan.table.columns where found.count < TextSearch.mostReferences && column.type == .reference {
            guard let target = column.reference.flatMap({ plan.schema[$0] }), target.root != plan.table.root,
                !column.name.hasPrefix("sys_"), let term = try compiler.compile(column.name, .contains, word)
            else { continue }
            found.append(term)
        }
        return found
    }

    private func journals(_ word: String) -> [SQLFragment] {
        guard plan.table.columns.contains(where: { $0.type == .journalInput }) else { return [] }
        plan.read("sys_journal_field")
        return [
            SQLFragment(
                plan.alias + ".\"sys_id\" IN (SELECT j.\"element_id\" FROM \"sys_journal_field\" AS j "
                    + "WHERE instr(lower(j.\"value\"), ?) > 0)", [.text(TextSearch.lower(word[...]))])
        ]
    }

    /// As SQLite's `lower` does it: ASCII letters alone.
    private static func lower(_ word: Substring) -> String {
        String(decoding: word.utf8.map { (65...90).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}
