import Notation
import NowData

/// The changes that undo the last write: one per record, in the command language.
struct UndoScript: Sendable, Hashable {
    let instance: String
    /// The original line, without secrets.
    let line: String
    var steps: [UndoStep] = []

    init(instance: String, line: String) {
        self.instance = instance
        self.line = line
    }

    /// One line per change, the last written record first.
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

    /// Parses a recorded script; nil for any other text.
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
            let fields = node["fields"], UndoStep.isName(table), sysID.utf8.allSatisfy(ASCII.isName)
        else { return nil }
        return UndoStep(
            action: action, table: table, sysID: sysID, title: title, name: name,
            fields: fields.elements.compactMap { pair in
                let texts = pair.elements.compactMap(\.string)
                guard texts.count == 2, UndoStep.isName(texts[0]) else { return nil }
                return UndoStep.Field(name: texts[0], value: texts[1])
            }, modCount: node["mod_count"]?.string)
    }
}

/// One change that undoes the write of one record.
struct UndoStep: Sendable, Hashable {
    enum Action: String, Sendable, Hashable {
        case create, update, delete
    }

    /// A column and its new stored value.
    struct Field: Sendable, Hashable {
        let name: String
        let value: String
    }

    let action: Action
    let table: String
    let sysID: String
    /// The record's display name, or its sys_id.
    let title: String
    /// The record's unambiguous name, such as its number, or its sys_id.
    let name: String
    var fields: [Field]
    /// The record's `sys_mod_count` after the write; another value means that it has been changed since. Nil if
    /// unknown.
    var modCount: String?

    /// Whether a text from an instance or a tape may name a table or a column. Another one could be read as further words
    /// of the command, or as further commands.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, ASCII.isLetter(first) || first == UInt8(ascii: "_") else { return false }
        return text.utf8.allSatisfy(ASCII.isName)
    }

    /// The change in the command language.
    ///
    /// - Parameter byName: whether to name the record, or to use its sys_id with the name in a comment.
    func line(byName: Bool) -> String {
        var words = ["table", action.rawValue, Quoting.word(table)]
        switch action {
        case .create: words.append(Quoting.assignment("sys_id", sysID))
        case .update, .delete: words.append(Quoting.word(byName && SingleLine.of(name) == name ? name : sysID))
        }
        words += fields.map { Quoting.assignment($0.name, $0.value) }
        if !byName, title != sysID { words.append("# " + SingleLine.of(title)) }
        return words.joined(separator: " ")
    }
}

extension UndoStep {
    /// Undoes a write of a record that was read.
    ///
    /// - Parameter columns: the columns that the write sets; a number that is being changed cannot identify the record.
    init(_ action: Action, _ row: TableRow, of table: String, _ fields: [Field], renamed columns: [String] = []) {
        let sysID = row.sysID ?? ""
        let found = PlannedRecord.name(of: row)
        let leads = found.map { $0.column == "number" && !columns.contains("number") } ?? false
        self.init(
            action: action, table: table, sysID: sysID, title: found?.text ?? sysID,
            name: leads ? found?.text ?? sysID : sysID, fields: fields)
    }
}
