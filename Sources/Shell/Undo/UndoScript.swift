import Notation

/// What takes the last write back: one change for each record, in the command language.
struct UndoScript: Sendable, Hashable {
    /// The instance that was written to; its changes belong nowhere else.
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

    /// A script that `snowdeck run` takes.
    var text: String {
        "# On \(instance), takes back: \(SingleLine.of(line))\n" + lines.map { $0 + "\n" }.joined()
    }

    /// As a tape keeps it.
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
