import Notation

/// Which of a page's forms is meant.
enum FormChoice {
    /// The places of the forms that a line is about: the one that it names, else the only one, else for a line that fills
    /// fields in the only one that has them, else all.
    static func places(in document: Document, _ arguments: BoundArguments) throws(Problem) -> [Int] {
        let forms = document.forms
        guard !forms.isEmpty else {
            throw Problem(.usage, "The page has no form.", hints: ["page links"])
        }
        if let name = arguments.string("form") {
            if let number = Int(name), forms.indices.contains(number - 1) { return [number - 1] }
            let named = forms.indices.filter { ASCII.lowercased(forms[$0].name ?? "") == ASCII.lowercased(name) }
            guard named.count == 1 else { throw missing(name, forms, arguments) }
            return named
        }
        // What has nothing to fill in and nothing to press is no form for people.
        var usable = forms.indices.filter { forms[$0].fields.contains { $0.kind != .hidden && $0.kind != .button } }
        if usable.isEmpty { usable = Array(forms.indices) }
        if usable.count > 1, !arguments.assignments.isEmpty {
            let fitting = usable.filter { place in
                arguments.assignments.allSatisfy {
                    FormFieldName.field(FormFieldName.meant(by: $0.name, in: forms[place]), in: forms[place]) != nil
                }
            }
            if !fitting.isEmpty { return fitting }
        }
        return usable
    }

    /// The one form that is filled in or sent.
    static func place(in document: Document, _ arguments: BoundArguments) throws(Problem) -> Int {
        let places = try places(in: document, arguments)
        if places.count == 1, let place = places.first { return place }
        let names = places.map { title(of: document.forms[$0], number: $0 + 1) }
        throw Problem(
            .usage, "The page has several forms, and the line may mean any of these.", notes: names,
            hints: places.map { "page form \($0 + 1)" }.prefix(3).map(\.self))
    }

    /// `Form 1, incident.do (POST)`.
    static func title(of form: Form, number: Int) -> String {
        "Form \(number)" + (form.name.map { ", \($0)" } ?? "") + " (\(form.method))"
    }

    private static func missing(_ name: String, _ forms: [Form], _ arguments: BoundArguments) -> Problem {
        let names = forms.compactMap(\.name)
        let near = DidYouMean.hints(for: name, among: names)
        return arguments.problem(
            .usage,
            "The page has no form \(Quoting.word(name)): it has "
                + (forms.count == 1 ? "one." : "1 to \(forms.count)."), at: "form",
            hints: near.isEmpty ? [forms.count == 1 ? "page form" : "page form lists them."] : near)
    }
}
