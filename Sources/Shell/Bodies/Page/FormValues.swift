import NowWeb
import Notation

/// What a line gives the fields of a form, made ready to be filled in.
enum FormValues {
    /// Reads the files that are named, through the deck, and refuses what nobody should type into a line.
    static func assignments(
        for form: Form, _ session: isolated ShellSession, _ arguments: BoundArguments
    ) async throws -> [FormAssignment] {
        var assignments: [FormAssignment] = []
        for given in arguments.assignments {
            let name = FormFieldName.meant(by: given.name, in: form)
            let field = FormFieldName.field(name, in: form)
            if field?.kind == .password {
                throw arguments.problem(
                    .usage, "\(given.name) takes a password, and this line stands in the history and on the tape.",
                    at: given.name, hints: ["login signs in.", "page browse opens the page in your browser."])
            }
            guard let file = given.value.fileName else {
                let takesSeveral = field.map { splits($0, in: form) } ?? false
                let texts = takesSeveral ? several(given.value.text, of: field) : [given.value.text]
                assignments += texts.map { FormAssignment(name, .text(offered($0, by: field))) }
                continue
            }
            let bytes: [UInt8]
            do {
                bytes = try await session.readFile(file)
            } catch let problem as Problem {
                throw arguments.problem(problem.kind, problem.message, at: given.name)
            }
            if field?.kind == .file {
                let own = file.split(separator: "/").last.map(String.init) ?? file
                assignments.append(
                    FormAssignment(name, .file(name: own, contentType: MediaTypes.type(of: own), bytes: bytes)))
                continue
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw arguments.problem(.usage, "\(file) is not UTF-8 text, which this field takes.", at: given.name)
            }
            assignments.append(FormAssignment(name, .text(text)))
        }
        return assignments
    }

    /// The value that a choice offers under a text. Labels that repeat the value, `1 - High`, go without it as well.
    private static func offered(_ text: String, by field: Form.Field?) -> String {
        guard let options = field?.options, !options.isEmpty else { return text }
        let typed = ASCII.lowercased(text)
        if options.contains(where: { ASCII.lowercased($0.value) == typed || ASCII.lowercased($0.label) == typed }) {
            return text
        }
        let found = options.filter { ASCII.lowercased($0.label) == ASCII.lowercased($0.value) + " - " + typed }
        return found.count == 1 ? found.first?.value ?? text : text
    }

    /// Whether a field takes several values.
    private static func splits(_ field: Form.Field, in form: Form) -> Bool {
        switch field.kind {
        case .choice: field.allowsMany
        case .checkBox: form.fields.count { $0.name == field.name && $0.kind == .checkBox } > 1
        default: false
        }
    }

    /// Several values with commas between them, unless the whole is one.
    private static func several(_ text: String, of field: Form.Field?) -> [String] {
        if field?.options.contains(where: { $0.value == text || $0.label == text }) ?? false { return [text] }
        let parts = text.utf8.split(separator: .comma).map { String(ASCII.trimmed(Substring($0))) }
        return parts.isEmpty ? [text] : parts
    }
}
