import Notation
import NowData

/// What takes the last write back: one change for each record, in the command language.
struct UndoScript: Sendable, Hashable {
    let instance: String
    /// The line that wrote, without secrets.
    let line: String
    var steps: [UndoStep] = []

    init(instance: String, line: String) {
        self.instance = instance
        self.line = line
    }

    /// Every change on a line of its own, the record written last first.
    var lines: [String] { steps.reversed().map { $0.line(byName: steps.count == 1) } }

    var text: String {
        "# On \(instance), takes back: \(SingleLine.of(line))\n" + lines.map { $0 + "\n" }.joined()
    }

    var json: JSON {
        .object([
            .init("instance", .string(instance)), .init("line", .string(line)),
            .init("steps", .array(steps.map(Self.json))),
        ])
    }

    /// Reads what a tape keeps; nil for any other text.
    init?(reading text: String) {
        guard let root = (try? JSONDocument(Array(text.utf8)))?.root, let instance = root["instance"]?.string,
            let line = root["line"]?.string, let steps = root["steps"]
        else { return nil }
        self.init(instance: instance, line: line)
        self.steps = steps.elements.compactMap(Self.step)
    }

    private static func json(_ step: UndoStep) -> JSON {
        let fields = step.fields.map { JSON.array([.string($0.name), .string($0.value)]) }
        var members: [JSON.Member] = [
            .init("action", .string(step.action.rawValue)), .init("table", .string(step.table)),
            .init("sys_id", .string(step.sysID)), .init("title", .string(step.title)),
            .init("name", .string(step.name)), .init("fields", .array(fields)),
        ]
        if let count = step.modCount { members.append(.init("mod_count", .string(count))) }
        return .object(members)
    }

    private static func step(_ node: JSONNode) -> UndoStep? {
        guard let action = node["action"]?.string.flatMap(UndoStep.Action.init), let table = node["table"]?.string,
            let sysID = node["sys_id"]?.string, let title = node["title"]?.string, let name = node["name"]?.string,
            let fields = node["fields"]
        else { return nil }
        return UndoStep(
            action: action, table: table, sysID: sysID, title: title, name: name,
            fields: fields.elements.compactMap { pair in
                let texts = pair.elements.compactMap(\.string)
                return texts.count == 2 ? UndoStep.Field(name: texts[0], value: texts[1]) : nil
            }, modCount: node["mod_count"]?.string)
    }
}

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
    /// How the record is named, such as by its number; by its sys_id when a name may be ambiguous.
    let name: String
    var fields: [Field]
    /// How often the record had been changed when the write was done (`sys_mod_count`): somebody has changed it since
    /// when it says otherwise. Nil where that is not known.
    var modCount: String?

    /// The change in the command language.
    ///
    /// - Parameter byName: whether the record is named for people, or by its sys_id with its name in a comment.
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
        let found = PlannedRecord.name(of: row)
        let leads = found.map { $0.column == "number" && !columns.contains("number") } ?? false
        self.init(
            action: action, table: table, sysID: sysID, title: found?.text ?? sysID,
            name: leads ? found?.text ?? sysID : sysID, fields: fields)
    }
}
