import ExchangeModel
import Notation
import NowWeb
import Rendering
import Tables
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
        "page form",
        arguments: [
            .form, Argument<[String]>("fields", .assignment(of: .formField), .repeated, "A field's new value"),
        ], flags: [.submit, .button, .all, .plan], traits: Traits(value: .answer, changes: .with(flag: .submit, "page"))
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
            throw FormProblems.problem(error, form, arguments)
        }
        let changes = FormChanges(before: form, submission: submission, request: request)
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
        guard submission.isPost else { return try await PageNavigation.send(request, run) }
        try await run.authorize(plan)
        let result = try await PageNavigation.send(request, run)
        run.recordsHaveChanged()
        return result
    }
}

private func fields(of document: Document, _ places: [Int], _ run: isolated Run) -> CommandResult {
    let tables = places.map { place in
        (place: place, rows: FormTable.rows(of: document.forms[place], withHidden: run.arguments[.all]))
    }
    let rows = OutputTable(
        ["form"] + FormTable.columns,
        tables.flatMap { table in table.rows.map { [Cell(String(table.place + 1))] + $0 } })
    if run.format(of: run.arguments).isForPrograms { return CommandResult(rows: rows) }
    let sections = tables.map { table in
        Section(
            title: FormChoice.title(of: document.forms[table.place], number: table.place + 1),
            output: .table(FormTable.used(table.rows)))
    }
    return CommandResult(.sections(sections)) { rows.objects }
}

/// Locates errors in the values given for a form, and says what helps. Nothing was sent.
enum FormProblems {
    static func problem(_ failure: FormError, _ form: Form, _ arguments: BoundArguments) -> Problem {
        let typed = failure.field, short = FieldNames(form).shortest
        var hints: [String] = []
        switch failure.kind {
        case .unknownField:
            hints = DidYouMean.hints(for: typed, among: Set(short.values))
            if hints.isEmpty { hints = ["page form lists the fields."] }
        case .ambiguousField: hints = ["Its whole name tells them apart."]
        case .scriptedButton, .elsewhere: hints = ["page browse opens the page in your browser."]
        case .isButton: hints = ["--button \(Quoting.word(typed))"]
        case .wantsFile: hints = ["\(typed)=@FILE"]
        case .required:
            let missing = form.fields.filter {
                $0.kind != .hidden && (failure.others.contains($0.plainLabel) || failure.others.contains($0.name))
            }
            let typing = missing.compactMap { short[$0.name] }.map { " \($0)=…" }
            hints = typing.isEmpty ? ["page form lists the fields."] : ["page form" + typing.joined()]
        default: break
        }
        let kind = failure.kind == .elsewhere || failure.kind == .unreadable ? Problem.Kind.refused : .usage
        let message = failure.description + " Nothing was sent."
        if typed.isEmpty { return Problem(kind, message, hints: hints) }
        let place: Parameter = typed == arguments[.button] ? .button : .assigned(typed)
        return arguments.problem(kind, message, at: place, hints: hints)
    }
}
