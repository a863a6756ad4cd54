package import ExchangeModel
package import Notation
package import NowSDK

package struct FormEntry: Sendable, Hashable {
    package enum Value: Sendable, Hashable {
        /// A text. To fill in, also the label of an option, or a Boolean for a check box.
        case text(String)
        case file(FormFile)
    }

    package var name: String
    package var value: Value

    package init(_ name: String, _ value: Value) {
        self.name = name
        self.value = value
    }

    var text: String {
        switch value {
        case .text(let text): text
        case .file(let file): file.name
        }
    }

    /// Whether a field's value is a secret, such as the token of a form.
    static func isSecret(_ name: some Collection<UInt8>) -> Bool {
        name.elementsEqual("sysparm_ck".utf8) || SecretWords.kind(of: name) != nil
    }
}

package struct FormFile: Sendable, Hashable {
    /// Empty if it has none.
    package var name: String
    package var contentType: String
    package var bytes: [UInt8]

    package init(name: String, contentType: String, bytes: [UInt8]) {
        self.name = name
        self.contentType = contentType
        self.bytes = bytes
    }
}

package struct FormSubmission: Sendable, Hashable {
    package let form: Form
    package let entries: [FormEntry]

    /// Whether the method is POST. Otherwise the fields are in the URL and nothing is changed.
    package var isPost: Bool { form.isPost }
    /// The values of password fields, which must be registered as secrets before sending.
    package var secrets: [String] {
        form.fields.lazy.filter { $0.kind == .password && !$0.value.isEmpty }.map(\.value)
    }

    /// The URL of the form's action, without fields. `base` is the one that the page states.
    package func address(from page: HTTPURL, base: String? = nil, at instance: Instance) throws(FormError) -> HTTPURL {
        let target: PageAddress
        if let action = form.action, !action.allSatisfy(\.isWhitespace) {
            target = PageAddress(action, from: PageAddress.base(base, of: page), at: instance)
        } else {
            target = page.origin == instance.origin.origin ? .page(page) : .elsewhere(page)
        }
        switch target {
        case .page(let url): return url
        case .fragment: return page
        case .elsewhere(let url): throw FormError(.elsewhere, "", address: url)
        case .unsupported, .unreadable: throw FormError(.unreadable, "", value: form.action ?? "")
        }
    }

    package func request(
        from page: HTTPURL, base: String? = nil, at instance: Instance
    ) throws(FormError) -> HTTPRequest {
        var url = try address(from: page, base: base, at: instance)
        guard isPost else {
            url.query = PercentCoding.form(pairs)
            return HTTPRequest(.get, url, headers: ["Accept": PageClient.accept])
        }
        let (type, body) = encoded
        return HTTPRequest(.post, url, headers: ["Accept": PageClient.accept, "Content-Type": type], body: body)
    }
}

// The encodings of forms (HTML, 4.10.21.5 to 4.10.21.8), in UTF-8 with CR LF line ends.
extension FormSubmission {
    /// A file is sent as its name.
    private var pairs: [(name: String, value: String)] {
        entries.map { (Self.lines($0.name), Self.lines($0.text)) }
    }

    private var encoded: (contentType: String, bytes: [UInt8]) {
        switch form.encoding {
        case .fields: return ("application/x-www-form-urlencoded", Array(PercentCoding.form(pairs).utf8))
        case .text: return ("text/plain", Array(pairs.map { "\($0.name)=\($0.value)\r\n" }.joined().utf8))
        case .multipart:
            var body = MultipartBody()
            for (entry, pair) in zip(entries, pairs) {
                switch entry.value {
                case .text: body.add(pair.name, pair.value.utf8)
                case .file(let file): body.add(pair.name, file: file.name, type: file.contentType, file.bytes)
                }
            }
            return (body.contentType, body.bytes)
        }
    }

    private static func lines(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 10 || $0 == 13 }) else { return text }
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\r\n" || $0 == "\r" || $0 == "\n" }
        return lines.joined(separator: "\r\n")
    }
}

extension FormFiller {
    /// The submission when a button is pressed (HTML, 4.10.21.3 and 4.10.21.4), named by value, label or name; nil for
    /// the first enabled submit button, if there is one.
    package func submission(pressing button: String? = nil) throws(FormError) -> FormSubmission {
        let pressed = try pressed(button)
        let chosen = Set(form.fields.lazy.filter { $0.kind == .radio && $0.isChecked }.map(\.name))
        let missing = form.fields.indices.filter { isMissing($0, chosen) }.map { form.fields[$0].shownName }
        guard missing.isEmpty else {
            var seen: Set<String> = []
            throw FormError(.required, "", others: missing.filter { seen.insert($0).inserted })
        }
        var entries: [FormEntry] = []
        for place in form.fields.indices { entries += self.entries(of: place, pressed: pressed) }
        return FormSubmission(form: form, entries: entries)
    }

    private func pressed(_ called: String?) throws(FormError) -> Int? {
        let buttons = form.fields.indices.filter { form.fields[$0].isButton }
        func isUsable(_ place: Int) -> Bool { form.fields[place].kind == .submit && !form.fields[place].isDisabled }
        func shown(_ places: [Int]) -> [String] {
            places.map { form.fields[$0] }.map { field in
                [field.label, field.value, field.name].first { !$0.isEmpty } ?? ""
            }
        }
        guard let called else { return buttons.first(where: isUsable) }
        let folded = FieldNames.folded(called)
        let found = FormFiller.first(
            of: buttons,
            [
                { form.fields[$0].value == called }, { form.fields[$0].name == called },
                { FieldNames.folded(form.fields[$0].label) == folded },
                { FieldNames.folded(form.fields[$0].value) == folded },
                { FieldNames.folded(form.fields[$0].name) == folded },
            ])
        guard let first = found.first else {
            let others = shown(buttons.filter { form.fields[$0].kind == .submit })
            throw FormError(.unknownButton, called, others: others)
        }
        // The same button is often above and below a form.
        guard Set(found.map { [form.fields[$0].name, form.fields[$0].value] }).count == 1 else {
            throw FormError(.ambiguousButton, called, others: shown(found))
        }
        guard let usable = found.first(where: isUsable) else {
            throw FormError(form.fields[first].kind == .button ? .scriptedButton : .disabled, called)
        }
        return usable
    }

    /// Whether a required field is empty; `chosen` are the radio groups with a selection.
    private func isMissing(_ place: Int, _ chosen: Set<String>) -> Bool {
        let field = form.fields[place]
        guard field.isRequired, !field.isDisabled, !field.isReadOnly else { return false }
        switch field.kind {
        case .text, .password, .area: return field.value.isEmpty
        case .checkBox: return !field.isChecked
        case .radio: return !chosen.contains(field.name)
        case .choice: return !selected(field).contains { !$0.value.isEmpty }
        case .file: return files[place, default: []].isEmpty
        case .hidden, .submit, .button: return false
        }
    }

    /// The selected options. Defaults were resolved when the page was read.
    private func selected(_ field: Form.Field) -> [Form.Option] {
        field.options.filter { $0.isSelected && !$0.isDisabled }
    }

    private func entries(of place: Int, pressed: Int?) -> [FormEntry] {
        let field = form.fields[place]
        guard !field.name.isEmpty, !field.isDisabled else { return [] }
        func entry(_ value: String) -> FormEntry { FormEntry(field.name, .text(value)) }
        switch field.kind {
        case .submit: return place == pressed ? [entry(field.value)] : []
        case .button: return []
        case .checkBox, .radio: return field.isChecked ? [entry(field.value)] : []
        case .choice: return selected(field).map { entry($0.value) }
        case .file:
            let chosen = files[place, default: []]
            // A file field without a file is sent as a file with an empty name.
            let sent =
                chosen.isEmpty ? [FormFile(name: "", contentType: "application/octet-stream", bytes: [])] : chosen
            return sent.map { FormEntry(field.name, .file($0)) }
        case .hidden: return [entry(ASCII.lowercased(field.name) == "_charset_" ? "UTF-8" : field.value)]
        case .text, .password:
            return [entry(String(decoding: field.value.utf8.filter { $0 != 10 && $0 != 13 }, as: UTF8.self))]
        case .area: return [entry(field.value)]
        }
    }
}
