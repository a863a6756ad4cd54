import ExchangeModel
import Notation
import NowWeb
import Rendering
import Tables
import Workbench

enum FormValues {
    /// Reads named files through the deck, and rejects passwords.
    static func assignments(
        for form: Form, _ run: isolated Run, _ arguments: BoundArguments
    ) async throws -> [FormEntry] {
        var entries: [FormEntry] = []
        let filling = FormFiller(form)
        for given in arguments.assignments {
            let field = filling.field(given.name), place = Parameter.assigned(given.name)
            if field?.kind == .password {
                throw arguments.problem(
                    .usage, "\(given.name) takes a password, and this line is kept in the history and on the tape.",
                    at: place, hints: ["login signs in.", "page browse opens the page in your browser."])
            }
            let value: FormEntry.Value
            if let file = given.value.fileName, field?.kind == .file {
                let bytes = try await run.readFile(file, of: arguments, at: place)
                let own = file.split(separator: "/").last.map(String.init) ?? file
                value = .file(FormFile(name: own, contentType: MediaTypes.type(of: own), bytes: bytes))
            } else if let file = given.value.fileName {
                value = .text(try await run.readText(file, of: arguments, at: place))
            } else {
                value = .text(given.value.text)
            }
            entries.append(FormEntry(given.name, value))
        }
        return entries
    }
}

struct FormChanges: Sendable {
    let before: Form
    let submission: FormSubmission
    let request: HTTPRequest

    /// The data to be sent, one field per line; unchanged hidden fields only with `all`.
    func shown(all: Bool) -> CommandResult {
        let hidden = Set(submission.form.fields.filter { $0.kind == .hidden }.map(\.name))
        let changed = Set(self.changed.map(\.name))
        let entries = submission.entries.filter { all || !hidden.contains($0.name) || changed.contains($0.name) }
        let rows = entries.map { entry in
            [Cell(entry.name), Cell(Self.text(of: entry)), Cell(changed.contains(entry.name) ? "changed" : "")]
        }
        let columns = ["field", "value", "note"]
        return CommandResult(rows: OutputTable(columns, rows))
    }

    /// The plan of a form that is posted: one line per changed field.
    ///
    /// - Parameter number: the form's number on its page, from 1.
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
        for (old, new) in zip(before.fields, submission.form.fields) where !new.name.isEmpty {
            let (was, value) = (FormTable.shown(old), FormTable.shown(new))
            if was != value { found.append((new.name, was, value)) }
        }
        let files = submission.entries.filter {
            if case .file(let file) = $0.value { !file.name.isEmpty } else { false }
        }
        return found + files.map { ($0.name, "", Self.text(of: $0)) }
    }

    private static func text(of entry: FormEntry) -> String {
        switch entry.value {
        case .text(let text): FormTable.shown(text, of: entry.name)
        case .file(let file): file.name.isEmpty ? "" : "\(file.name) (\(file.bytes.count) bytes)"
        }
    }

    private static func short(_ text: String) -> String { text.isEmpty ? "nothing" : SingleLine.of(text, limit: 40) }
}
