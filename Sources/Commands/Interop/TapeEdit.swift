import CassetteStore
import ExchangeModel
import Notation
import Redactors
import Rendering
import Replaying
import TapeFormats
import Tapes
import Workbench

extension Parameter {
    fileprivate static let editedAnswer = Argument<String>("request", .cassette, "A request: %6:12.1, or %:12.1")
}

extension Command {
    static let tapeEdit = Command(
        "tape edit", arguments: [.editedAnswer], flags: [.newCassette],
        traits: Traits(isRecorded: false, inRecipes: .never("is about tapes"))
    ) { run in
        let typed = run.arguments[.editedAnswer] ?? "", reference = TapeReference(typed)
        let cassette = try CassetteLookup.cassette(named: reference.tape, run)
        let path = try NewCassette.path(cassette.path, run, run.arguments)
        let numbers = try reference.command.map { try cassette.exchangeNumbers(of: $0) } ?? []
        guard let command = reference.command, let request = reference.request, request <= numbers.count,
            case let number = numbers[Int(request) - 1], case .response(var response)? = try cassette.answer(number)
        else {
            throw run.arguments.problem(
                .refused, "There is no answer \(typed). An answer is written as %6:12.1.", at: .editedAnswer,
                hints: ["tape show \(Quoting.word(reference.tape ?? "%"))"])
        }
        let document = try? JSONDocument(response.body)
        guard let text = document.map({ JSON($0.root).pretty }) ?? String(validating: response.body, as: UTF8.self)
        else {
            throw run.arguments.problem(.refused, "The answer \(typed) is not text.", at: .editedAnswer)
        }
        return try await run.edited(text, named: typed, isTaped: false) { typed in
            response.body = try body(typed, of: text, isJSON: document != nil)
            response = Redaction(secrets: run.host.secrets).redact(response)
            if response.headers["Content-Length"] != nil {
                response.headers.remove("Content-Length")
                response.headers.append("Content-Length", String(response.body.count))
            }
            let changed = response
            let runner = ReplayRunner(
                run.host, purpose: .check, trusts: false, sandbox: run.options.sandbox, version: run.options.version)
            let acceptance = OutputAcceptance(runner, run.host)
            try await NewCassette.make(at: path, run) { copy in
                try TapeCopy.copy(cassette, onto: copy)
                try copy.replaceOutcome(of: number, with: changed)
                try copy.add(
                    InputRecord(kind: InputKind.edited.rawValue, name: String(request), content: changed.body),
                    to: command)
            } checking: {
                try await acceptance.regenerate($0)
            }
            run.notes.add(NewCassette.next(path))
            return CommandResult(.none)
        }
    }
}

/// The body that the editor's text is. JSON is shown with line breaks and stays JSON.
private func body(_ typed: String, of text: String, isJSON: Bool) throws(Problem) -> [UInt8] {
    var typed = typed
    // The editor's file ends with a line break.
    if typed.hasSuffix("\n"), !text.hasSuffix("\n") || typed == text + "\n" { typed.removeLast() }
    if typed == text { throw Problem(.refused, "The answer was not edited, so no copy was made.") }
    if !isJSON { return Array(typed.utf8) }
    do throws(JSONError) {
        return Array(JSON(try JSONDocument(typed).root).compact.utf8)
    } catch {
        throw Problem(.usage, "The edited answer is not JSON: \(error).")
    }
}
