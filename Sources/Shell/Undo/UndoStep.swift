import NowData

/// One change that takes back one record of a write.
struct UndoStep: Sendable, Hashable {
    enum Action: String, Sendable, Hashable {
        case create, update, delete
    }

    /// A column and the stored value it gets.
    struct Field: Sendable, Hashable {
        let name: String
        let value: String
    }

    let action: Action
    let table: String
    let sysID: String
    /// What people call the record; the sys_id when it has no other name.
    let title: String
    /// What leads to the record once more, such as its number; the sys_id when a name may lead elsewhere.
    let name: String
    /// What is written.
    var fields: [Field]
    /// How often the record had been changed when the write was done (`sys_mod_count`): somebody has changed it since
    /// when it says otherwise. Nil where that is not known.
    var modCount: String?

    /// The change in the command language.
    ///
    /// - Parameter byName: whether the record goes by its name, for people, or by its sys_id and its name in a comment.
    func line(byName: Bool) -> String {
        var words = ["table", action.rawValue, Quoting.word(table)]
        switch action {
        case .create: words.append(Quoting.assignment("sys_id", sysID))
        case .update, .delete: words.append(Quoting.word(byName ? name : sysID))
        }
        words += fields.map { Quoting.assignment($0.name, $0.value) }
        if !byName, title != sysID { words.append("# " + SingleLine.of(title)) }
        return words.joined(separator: " ")
    }
}

extension UndoStep {
    /// A change of a record that has been read.
    ///
    /// - Parameter columns: those that the write sets: a number that is being changed leads nowhere.
    init(_ action: Action, _ row: TableRow, of table: String, _ fields: [Field], renamed columns: [String] = []) {
        let sysID = row.sysID ?? ""
        let found = FoundRecord.name(of: row)
        let leads = found.map { $0.column == "number" && !columns.contains("number") } ?? false
        self.init(
            action: action, table: table, sysID: sysID, title: found?.text ?? sysID,
            name: leads ? found?.text ?? sysID : sysID, fields: fields)
    }
}
