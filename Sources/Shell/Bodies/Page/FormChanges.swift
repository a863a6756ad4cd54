import ExchangeModel
import NowWeb
import Notation
import Rendering

/// What a form that was filled in sends, beside what it came with.
struct FormChanges: Sendable {
    private let before: Form
    private let after: Form
    private let submission: FormSubmission
    private let request: HTTPRequest

    init(from before: Form, to after: Form, _ submission: FormSubmission, _ request: HTTPRequest) {
        self.before = before
        self.after = after
        self.submission = submission
        self.request = request
    }

    /// What would be sent, a field a line; without hidden fields that are as they were, unless told.
    func shown(all: Bool) -> CommandResult {
        let hidden = Set(after.fields.filter { $0.kind == .hidden }.map(\.name))
        let changed = Set(self.changed.map(\.name))
        let entries = submission.entries.filter { all || !hidden.contains($0.name) || changed.contains($0.name) }
        let rows = entries.map { entry in
            [Cell(entry.name), Cell(Self.text(of: entry)), Cell(changed.contains(entry.name) ? "changed" : "")]
        }
        let columns = ["field", "value", "note"]
        return CommandResult(.table(Table(columns: columns.map(Column.init), rows: rows))) {
            .array(rows.map { row in .object(zip(columns, row).map { .init($0, .string($1.value)) }) })
        }
    }

    /// The plan of a form that is posted: what is new in it, a line each.
    ///
    /// - Parameter number: of the form on its page, from 1.
    func plan(ofForm number: Int) -> WritePlan {
        let changed = changed
        let what = changed.isEmpty ? "" : " with \(Phrase.counted(changed.count, "changed field"))"
        let name = before.name.map { " (\($0))" } ?? ""
        var plan = WritePlan(doing: "send form \(number)\(name) to \(request.url.path)\(what)", table: "")
        plan.lines = changed.map { "\($0.name): \(Self.short($0.was)) becomes \(Self.short($0.value))" }
        plan.unlisted = 0
        return plan
    }

    private var changed: [(name: String, was: String, value: String)] {
        var found: [(name: String, was: String, value: String)] = []
        for (old, new) in zip(before.fields, after.fields) where !new.name.isEmpty {
            let (was, value) = (Self.text(of: old), Self.text(of: new))
            if was != value { found.append((new.name, was, value)) }
        }
        let files = submission.entries.filter {
            if case .file(let file) = $0.value { !file.name.isEmpty } else { false }
        }
        return found + files.map { ($0.name, "", Self.text(of: $0)) }
    }

    private static func text(of field: Form.Field) -> String {
        switch field.kind {
        case .checkBox: field.isChecked ? "true" : "false"
        case .radio: field.isChecked ? field.value : ""
        case .choice:
            field.options.filter(\.isSelected).map { $0.label.isEmpty ? $0.value : $0.label }.joined(separator: ", ")
        default: FormTable.shown(field.value, of: field.name)
        }
    }

    private static func text(of entry: FormSubmission.Entry) -> String {
        switch entry.value {
        case .text(let text): FormTable.shown(text, of: entry.name)
        case .file(let file): file.name.isEmpty ? "" : "\(file.name) (\(file.bytes.count) bytes)"
        }
    }

    private static func short(_ text: String) -> String {
        text.isEmpty ? "nothing" : SingleLine.of(text, limit: 40)
    }
}
