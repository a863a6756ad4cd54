import Database

/// `123TEXTQUERY321=words`: rows in which every word stands somewhere. A real instance asks an index that knows stems
/// and ranks; here a word is found where its letters are.
struct TextSearch {
    /// Words beyond these are not looked for.
    static let mostWords = 16

    let plan: JoinPlan

    /// The rows that hold all words in their searchable columns. Nil when there are no words.
    func condition(for text: String) -> SQLFragment? {
        let columns = plan.table.columns.filter { $0.type.isSearchable && !$0.name.hasPrefix("sys_") }
        let words = text.split { " ()\"\t\n".contains($0) }.prefix(TextSearch.mostWords)
        let terms = words.compactMap { word -> SQLFragment? in
            guard word.utf8.count < 200 else { return .never }
            let value = SQLValue.text(word.lowercased())
            return SQLFragment.joined(
                columns.map { SQLFragment("instr(lower(" + plan.alias + "." + $0.sqlName + "), ?) > 0", [value]) },
                by: "OR")
        }
        return SQLFragment.joined(terms, by: "AND")
    }
}
