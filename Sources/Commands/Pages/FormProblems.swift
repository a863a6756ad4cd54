import Workbench
import Tables
import ExchangeModel
import NowSDK
import NowWeb
import Notation

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
