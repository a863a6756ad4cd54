/// Columns of a record with what people read in them, to be looked at alone.
struct Facts {
    let visit: RecordVisit
    let record: StoredRecord

    /// Those of the named columns that the user may read and that are not empty.
    func html(_ names: [String]) throws -> String {
        var rows: [String] = []
        let lookup = visit.lookup
        for name in names {
            guard let column = record.table[name], visit.call.rules.mayRead(column), !column.isJournal else { continue }
            let value = record[name]
            let text = try lookup.display(value, value, in: column)
            if text.isEmpty { continue }
            rows.append("<dt>\(HTML.escaped(column.definition.label))</dt><dd>\(HTML.lines(text))</dd>")
        }
        return "<dl class=\"facts\">\n" + rows.joined(separator: "\n") + "\n</dl>"
    }
}
