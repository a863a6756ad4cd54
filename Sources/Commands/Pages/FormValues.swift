import ExchangeModel
import Notation
import NowWeb
import Rendering
import Tables
import Workbench

/// Prepares the assignments of a line for a form.
enum FormValues {
    /// Reads named files through the deck, and rejects passwords.
    static func assignments(
        for form: Form, _ run: isolated Run, _ arguments: BoundArguments
    ) async throws -> [FormAssignment] {
        var assignments: [FormAssignment] = []
        let filling = FormFiller(form)
        for given in arguments.assignments {
            let field = filling.field(given.name)
            if field?.kind == .password {
                throw arguments.problem(
                    .usage, "\(given.name) takes a password, and this line is kept in the history and on the tape.",
                    at: .assigned(given.name),
                    hints: ["login signs in.", "page browse opens the page in your browser."])
            }
            guard let file = given.value.fileName else {
                assignments.append(FormAssignment(given.name, .text(given.value.text)))
                continue
            }
            if field?.kind == .file {
                let bytes = try await run.readFile(file, of: arguments, at: .assigned(given.name))
                let own = file.split(separator: "/").last.map(String.init) ?? file
                assignments.append(
                    FormAssignment(given.name, .file(name: own, contentType: MediaTypes.type(of: own), bytes: bytes)))
                continue
            }
            let text = try await run.readText(file, of: arguments, at: .assigned(given.name))
            assignments.append(FormAssignment(given.name, .text(text)))
        }
        return assignments
    }
}

/// The data that a filled-in form sends, compared with its original values.
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

    /// The data to be sent, one field per line; unchanged hidden fields only with `all`.
    func shown(all: Bool) -> CommandResult {
        let hidden = Set(after.fields.filter { $0.kind == .hidden }.map(\.name))
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
        for (old, new) in zip(before.fields, after.fields) where !new.name.isEmpty {
            let (was, value) = (FormTable.shown(old), FormTable.shown(new))
            if was != value { found.append((new.name, was, value)) }
        }
        let files = submission.entries.filter {
            if case .file(let file) = $0.value { !file.name.isEmpty } else { false }
        }
        return found + files.map { ($0.name, "", Self.text(of: $0)) }
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
