import ExchangeModel
import Notation
import NowSDK
import NowWeb
import Rendering
import Tables
import TapeDeck
import Workbench

extension Parameter {
    static let form = Argument<String>(
        "form", .form, .optional, "The name or number of the form; needed if there are several")
    fileprivate static let submit = Flag<Bool>("submit", "Send the form")
    static let button = Flag<String>(
        "button", .word("BUTTON"), fallback: "the first", "Press this button, by name, value or text")
    fileprivate static let all = Flag<Bool>("all", "Include hidden fields")
}

extension Command {
    static let pageForm = Command(
        "page form", "Show, fill in and submit a form of the page",
        details: """
            Without FIELD=VALUE it lists the fields with their values and choices. With FIELD=VALUE it shows what
            would be sent; --submit sends it and shows the response.

            FIELD is a field's name, its last part (short_description for incident.short_description), or its label
            with _ for blanks.

            A choice takes a value or a label, several separated by commas; a check box takes true or false; a file
            takes @FILE, and other fields take the text of a file that way. Password fields cannot be filled in,
            because the line is kept in the history.

            A POST form is a write: it needs confirmation, a read-only profile rejects it, and undo cannot revert
            it. A GET form reads.
            """,
        arguments: [
            .form,
            Argument<[String]>("fields", .assignment(of: .formField), .repeated, "A field's new value"),
        ],
        flags: [
            .submit,
            .button,
            .all,
            .plan,
        ],
        traits: Traits(value: .answer, changes: .with(flag: .submit, "page")),
        examples: [
            Example("page form", "the fields of the page's form"),
            Example(#"page form short_description="Printer on fire" urgency=High"#, "what would be sent"),
            Example(#"page form urgency=High --submit --button Update"#, "submit it with the button Update"),
        ]
    ) { run in
        let arguments = run.arguments
        let page = try PageNavigation.current(run), document = page.document
        let onlyLooks =
            arguments.assignments.isEmpty && ![Parameter.submit, .plan, .button].contains(where: arguments.has)
        if onlyLooks { return fields(of: document, try FormChoice.places(in: document, arguments), run) }
        let place = try FormChoice.place(in: document, arguments)
        let form = document.forms[place]
        let given = try await FormValues.assignments(for: form, run, arguments)
        let submission: FormSubmission, request: HTTPRequest
        var filling = FormFiller(form)
        do throws(FormError) {
            try filling.fill(given)
            submission = try filling.submission(pressing: arguments[.button])
            request = try submission.request(from: page.address, base: document.base, at: run.instance)
        } catch {
            throw FormProblems.problem(error, form, run, arguments)
        }
        let received = page.received.map { $0.forms[place] } ?? form
        let changes = FormChanges(from: received, to: filling.form, submission, request)
        let plan = changes.plan(ofForm: place + 1)
        if arguments[.plan] {
            run.notes.add(plan.text(on: run.shortName) + "\nNothing was sent.")
            return CommandResult(.none)
        }
        guard arguments[.submit] else {
            run.notes.add("Nothing was sent; --submit sends it (\(request.method) \(request.url.path)).")
            return changes.shown(all: arguments[.all])
        }
        submission.secrets.forEach { run.host.secrets.write($0, as: "password") }
        guard submission.isPost else {
            return try await PageNavigation.send(request, submission, from: page.address, run)
        }
        try await run.authorize(plan)
        let result = try await PageNavigation.send(request, submission, from: page.address, run)
        run.recordsHaveChanged()
        return result
    }
}

private func fields(
    of document: Document, _ places: [Int], _ run: isolated Run
) -> CommandResult {
    let all = run.arguments[.all]
    let tables = places.map { (place: $0, rows: FormTable.rows(of: document.forms[$0], withHidden: all)) }
    let names = ["form"] + FormTable.columns
    let rows = OutputTable(
        names, tables.flatMap { table in table.rows.map { [Cell(String(table.place + 1))] + $0.cells } })
    if run.format(of: run.arguments).isForPrograms { return CommandResult(rows: rows) }
    let sections = tables.map { table in
        Section(
            title: FormChoice.title(of: document.forms[table.place], number: table.place + 1),
            output: .table(used(table.rows)))
    }
    return CommandResult(.sections(sections)) { rows.objects }
}

/// A table without columns that are empty in all rows.
private func used(_ rows: [FormTable.Row]) -> OutputTable {
    let cells = rows.map(\.cells)
    let kept = FormTable.columns.indices.filter { column in
        column < 4 || cells.contains { !$0[column].shown.isEmpty }
    }
    return OutputTable(
        columns: kept.map { OutputColumn(FormTable.columns[$0]) }, rows: cells.map { row in kept.map { row[$0] } })
}

/// Words errors in the values given for a form. Nothing was sent.
enum FormProblems {
    private static let listed = 12

    static func problem(
        _ failure: FormError, _ form: Form, _ run: isolated Run, _ arguments: BoundArguments
    ) -> Problem {
        let typed = failure.field
        let button = arguments[.button] ?? ""
        func about(_ sentence: String, at name: Parameter? = nil, hints: [String] = []) -> Problem {
            arguments.problem(.usage, sentence + " Nothing was sent.", at: name ?? .assigned(typed), hints: hints)
        }
        let others = list(failure.others)
        switch failure.kind {
        case .unknownField:
            let names = form.fields.filter { $0.kind != .hidden && !$0.name.isEmpty }.map {
                FormFieldName.short($0.name)
            }
            let near = DidYouMean.hints(for: typed, among: Set(names))
            return about(
                "The form has no field \(typed).", hints: near.isEmpty ? ["page form lists the fields."] : near)
        case .ambiguousField:
            return about("\(typed) may be any of \(others).", hints: ["Its whole name tells them apart."])
        case .unknownButton:
            let names = failure.others.isEmpty ? "It has none." : "It has \(others)."
            return about("The form has no button \(Quoting.word(button)). \(names)", at: .button)
        case .ambiguousButton:
            return about("\(Quoting.word(button)) may be any of \(others).", at: .button)
        case .scriptedButton:
            return about(
                "The button \(Quoting.word(button)) runs a script, and scripts are not run here.", at: .button,
                hints: ["page browse opens the page in your browser."])
        case .isButton: return about("\(typed) is a button.", hints: ["--button \(Quoting.word(typed))"])
        case .readOnly: return about("\(typed) cannot be changed on this form.")
        case .disabled:
            return failure.field == button
                ? about("The button \(Quoting.word(button)) is disabled.", at: .button)
                : about("\(typed) is disabled on this form.")
        case .unknownOption: return about("\(typed) does not offer \(Quoting.word(failure.value)); it has \(others).")
        case .ambiguousOption:
            return about("\(typed) offers several that are called so: \(others).", hints: ["One of these values."])
        case .notYesOrNo: return about("\(typed) is on or off: true or false.")
        case .tooMany: return about("\(typed) takes one value.")
        case .oneLine: return about("\(typed) takes one line.")
        case .wantsFile: return about("\(typed) takes a file.", hints: ["\(typed)=@FILE"])
        case .wantsText: return about("\(typed) takes no file.")
        case .required:
            let missing = failure.others.map { name in
                form.fields.first { $0.kind != .hidden && ($0.label == name || $0.name == name) }
            }
            let labels = zip(missing, failure.others).map { $0.map(FormFieldName.label) ?? $1 }
            let short = FormFieldName.shortest(in: form)
            let typing = missing.compactMap { field in field.flatMap { short[$0.name] } }.map { "\($0)=…" }
            return Problem(
                .usage, "The form wants \(list(labels)) filled in. Nothing was sent.",
                hints: typing.isEmpty
                    ? ["page form lists the fields."] : [(["page form"] + typing).joined(separator: " ")])
        case .elsewhere:
            let place = failure.address.map(\.description) ?? "another host"
            return Problem(
                .refused, "The form leads to another host, and nothing was sent there: \(place)",
                hints: ["page browse opens the page in your browser."])
        case .unreadable: return Problem(.refused, "The form leads to no address that can be read. Nothing was sent.")
        }
    }

    private static func list(_ names: [String]) -> String {
        let some = names.prefix(listed).map { Quoting.word($0) }
        return Phrase.listed(
            Array(some) + (names.count > listed ? ["\(names.count - listed) more"] : []), joinedBy: "and")
    }
}
