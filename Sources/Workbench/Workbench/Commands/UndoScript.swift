package import Notation
import NowData
import Redactors

/// The changes that undo the write of a command: one per record, in the command language.
package struct UndoScript: Sendable, Hashable {
    /// The command that wrote: its session's seed, its number on the tape and its time; nil on tapes of earlier versions.
    package var origin: String?
    /// How many earlier steps can be undone after it.
    package var before = 0
    /// What it cannot restore, in sentences.
    package var lost: [String] = []
    package let instance: String
    /// The original line, without secrets.
    package let line: String
    package var steps: [UndoStep] = []

    package init(instance: String, line: String) {
        self.instance = instance
        self.line = line
    }

    /// One line per change, the last written record first.
    package var lines: [String] { steps.reversed().map { $0.line(byName: steps.count == 1) } }

    package var text: String {
        let verb = steps.isEmpty ? "cannot be undone" : "takes back"
        return "# On \(instance), \(verb): \(SingleLine.of(line))\n" + lines.map { $0 + "\n" }.joined()
    }

    package var json: JSON {
        .object(present: [
            "instance": .string(instance), "line": .string(line), "steps": .array(steps.map(Self.json)),
            "origin": origin.map(JSON.string), "before": .number(String(before)),
            "lost": .array(lost.map(JSON.string)),
        ])
    }

    /// Parses a recorded script; nil for any other text.
    package init?(reading text: String) {
        guard let root = (try? JSONDocument(Array(text.utf8)))?.root, let instance = root["instance"]?.string,
            let line = root["line"]?.string, let steps = root["steps"]
        else { return nil }
        self.init(instance: instance, line: line)
        self.steps = steps.elements.compactMap(Self.step)
        origin = root["origin"]?.string
        before = root["before"].map(JSON.init).flatMap { Int($0.plainText) } ?? 0
        lost = root["lost"]?.elements.compactMap(\.string) ?? []
    }

    /// The number of the command that wrote.
    package var command: Int64? { origin.flatMap { $0.split(separator: ":").dropFirst().first.flatMap { Int64($0) } } }

    /// The script after a later step was undone: what that left of a record is what this one had left.
    ///
    /// - Parameter undone: lines of a sys_id and two counts, of when this script ran and now.
    package func adapted(to undone: [String]) -> UndoScript {
        var script = self
        for line in undone {
            let parts = line.split(separator: " ").map(String.init)
            for place in steps.indices where parts.count == 3 && steps[place].sysID == parts[0] {
                if script.steps[place].modCount == parts[1] { script.steps[place].modCount = parts[2] }
            }
        }
        return script
    }

    /// The script without values that the tape has only placeholders for, which would be written as they are.
    package var withoutPlaceholders: UndoScript {
        var script = self
        for place in steps.indices {
            let secret = steps[place].fields.filter { Placeholder.occurs(in: $0.value) }
            guard !secret.isEmpty else { continue }
            script.steps[place].fields.removeAll { Placeholder.occurs(in: $0.value) }
            script.lost += secret.map {
                "`undo` cannot restore \($0.name) of \(steps[place].title): its old value is secret."
            }
        }
        script.steps.removeAll { $0.action == .update && $0.fields.isEmpty }
        return script
    }

    private static func json(_ step: UndoStep) -> JSON {
        let fields = step.fields.map { JSON.array([$0.name, $0.value, $0.now].compactMap { $0.map(JSON.string) }) }
        return .object(present: [
            "action": .string(step.action.rawValue), "table": .string(step.table), "sys_id": .string(step.sysID),
            "title": .string(step.title), "name": .string(step.name), "fields": .array(fields),
            "mod_count": step.modCount.map(JSON.string),
        ])
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
                guard 2...3 ~= texts.count, UndoStep.isName(texts[0]) else { return nil }
                return UndoStep.Field(name: texts[0], value: texts[1], now: texts.count == 3 ? texts[2] : nil)
            }, modCount: node["mod_count"]?.string)
    }
}

/// One change that undoes the write of one record.
package struct UndoStep: Sendable, Hashable {
    package enum Action: String, Sendable, Hashable { case create, update, delete }

    /// A column and its new stored value.
    package struct Field: Sendable, Hashable {
        package let name: String
        package let value: String
        /// The value that the write left; nil if unknown.
        package let now: String?

        package init(name: String, value: String, now: String? = nil) {
            self.name = name
            self.value = value
            self.now = now
        }
    }

    package let action: Action
    package let table: String
    package let sysID: String
    /// The record's display name, or its sys_id.
    package let title: String
    /// The record's unambiguous name, such as its number, or its sys_id.
    package let name: String
    package var fields: [Field]
    /// The record's `sys_mod_count` after the write; another value means that it has been changed since. Nil if
    /// unknown.
    package var modCount: String?

    package init(
        action: Action, table: String, sysID: String, title: String, name: String, fields: [Field],
        modCount: String? = nil
    ) {
        self.action = action
        self.table = table
        self.sysID = sysID
        self.title = title
        self.name = name
        self.fields = fields
        self.modCount = modCount
    }

    /// Whether a text from an instance or a tape may name a table or a column. Another one could be read as further words
    /// of the command, or as further commands.
    package static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, ASCII.isLetter(first) || first == UInt8(ascii: "_") else { return false }
        return text.utf8.allSatisfy(ASCII.isName)
    }

    /// The change in the command language.
    ///
    /// - Parameter byName: whether to name the record, or to use its sys_id with the name in a comment.
    package func line(byName: Bool) -> String {
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

/// Untrusted text as a single line, safe for a terminal and for a comment.
package enum SingleLine {
    /// - Parameter limit: the maximum number of characters.
    package static func of(_ text: String, limit: Int = .max) -> String {
        let words = TerminalText.plain(text).split { $0.isNewline || $0 == "\t" || $0 == " " }
        let line = words.joined(separator: " ")
        return line.count > limit ? line.prefix(limit) + "…" : line
    }
}
