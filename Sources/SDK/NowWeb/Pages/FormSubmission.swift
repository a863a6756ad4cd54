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
    package func address(
        from page: HTTPURL, base: String? = nil, at instance: Instance
    ) throws(FormError) -> HTTPURL {
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
            url.query = FormEncoder.fields(entries)
            return HTTPRequest(.get, url, headers: ["Accept": PageClient.accept])
        }
        let (type, body) = FormEncoder.body(entries, form.encoding)
        return HTTPRequest(.post, url, headers: ["Accept": PageClient.accept, "Content-Type": type], body: body)
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
                chosen.isEmpty
                ? [FormFile(name: "", contentType: "application/octet-stream", bytes: [])] : chosen
            return sent.map { FormEntry(field.name, .file($0)) }
        case .hidden: return [entry(ASCII.lowercased(field.name) == "_charset_" ? "UTF-8" : field.value)]
        case .text, .password:
            return [entry(String(decoding: field.value.utf8.filter { $0 != 10 && $0 != 13 }, as: UTF8.self))]
        case .area: return [entry(field.value)]
        }
    }
}

/// Encodes form submissions (HTML, 4.10.21.5 to 4.10.21.8; URL, 5.2; RFC 7578) in UTF-8 with CR LF line ends.
enum FormEncoder {
    static func body(_ entries: [FormEntry], _ encoding: Form.Encoding) -> (contentType: String, bytes: [UInt8]) {
        switch encoding {
        case .fields: ("application/x-www-form-urlencoded", Array(fields(entries).utf8))
        case .text: ("text/plain", plain(entries))
        case .multipart: multipart(entries)
        }
    }

    /// `application/x-www-form-urlencoded`; a file is sent as its name.
    static func fields(_ entries: [FormEntry]) -> String {
        var out: [UInt8] = []
        for entry in entries {
            if !out.isEmpty { out.append(UInt8(ascii: "&")) }
            escape(lines(entry.name), to: &out)
            out.append(UInt8(ascii: "="))
            escape(lines(entry.text), to: &out)
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func plain(_ entries: [FormEntry]) -> [UInt8] {
        entries.flatMap { lines($0.name) + [UInt8(ascii: "=")] + lines($0.text) + [13, 10] }
    }

    private static func multipart(_ entries: [FormEntry]) -> (contentType: String, bytes: [UInt8]) {
        let parts = entries.map(part)
        let boundary = boundary(of: parts)
        var out: [UInt8] = []
        for part in parts { out += Array("--\(boundary)\r\n".utf8) + part + [13, 10] }
        out += Array("--\(boundary)--\r\n".utf8)
        return ("multipart/form-data; boundary=\(boundary)", out)
    }

    private static func part(_ entry: FormEntry) -> [UInt8] {
        let name = quoted(lines(entry.name))
        switch entry.value {
        case .text(let text):
            return Array("Content-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8) + lines(text)
        case .file(let file):
            let type = file.contentType.utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? file.contentType : ""
            return Array(
                ("Content-Disposition: form-data; name=\"\(name)\"; filename=\"\(quoted(Array(file.name.utf8)))\"\r\n"
                    + "Content-Type: \(type.isEmpty ? "application/octet-stream" : type)\r\n\r\n").utf8) + file.bytes
        }
    }

    /// A boundary that does not occur in the parts. It is derived from them, so the same form always gives the same
    /// request.
    private static func boundary(of parts: [[UInt8]]) -> String {
        var number = 0
        while true {
            let sums = parts.map { StableHash.of(String(decoding: $0.prefix(4096), as: UTF8.self)) }
            let seed = "\(number) \(parts.map(\.count)) \(sums)"
            let boundary = "----SnowdeckForm" + String(UInt64(bitPattern: StableHash.of(seed)), radix: 16)
            let bytes = Array(boundary.utf8)
            if !parts.contains(where: { $0.firstRange(of: bytes) != nil }) { return boundary }
            number += 1
        }
    }

    private static func lines(_ text: String) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count)
        var last: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 10 where last == 13: break
            case 10, 13: out += [13, 10]
            default: out.append(byte)
            }
            last = byte
        }
        return out
    }

    /// Escapes everything but letters, digits and `*-._`; a space becomes `+`.
    private static func escape(_ bytes: [UInt8], to out: inout [UInt8]) {
        for byte in bytes {
            if ASCII.isLetter(byte) || ASCII.isDigit(byte) || "*-._".utf8.contains(byte) {
                out.append(byte)
            } else if byte == UInt8(ascii: " ") {
                out.append(UInt8(ascii: "+"))
            } else {
                out += PercentCoding.escape(byte)
            }
        }
    }

    /// A quoted name, with quotes and line ends escaped as in browsers.
    private static func quoted(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.flatMap { [10, 13, 34].contains($0) ? PercentCoding.escape($0) : [$0] }, as: UTF8.self)
    }
}
