package import ExchangeModel
import Notation
import NowSDK

/// Shows a form again with what was typed into it, by splicing values into the bytes of its page.
struct FormMarkup {
    private var page: HTMLScanner
    private var edits: [ByteEdit] = []
    private var fields: ArraySlice<(before: Form.Field, after: Form.Field)>

    /// The page with the values of one form replaced and a notice at its beginning; nil if the form is not where the
    /// parsed page has it, as in broken markup.
    static func spliced(
        _ bytes: [UInt8], form place: Int, from before: Form, to after: Form, notice: String
    ) -> [UInt8]? {
        var markup = FormMarkup(
            page: HTMLScanner(bytes), fields: Array(zip(before.fields, after.fields).map { ($0, $1) })[...])
        guard markup.scan(for: place, notice) else { return nil }
        return ByteEdit.apply(markup.edits, to: bytes)
    }

    private init(page: HTMLScanner, fields: ArraySlice<(before: Form.Field, after: Form.Field)>) {
        self.page = page
        self.fields = fields
    }

    private mutating func scan(for place: Int, _ notice: String) -> Bool {
        var form = -1, isInside = false
        while let token = page.next() {
            if case .endTag(let tag) = token, tag.name == "form" { isInside = false }
            guard case .startTag(let tag) = token else { continue }
            if tag.name == "form", !isInside {
                (form, isInside) = (form + 1, true)
                guard form == place else { continue }
                while page.attribute() != nil {}
                let text = Self.escaped(notice)
                put("<p role=\"alert\" style=\"padding: 8px; border: 1px solid\">\(text)</p>", at: page.place)
            } else if isInside, form == place, ["input", "select", "textarea", "button"].contains(tag.name) {
                guard let field = fields.popFirst(), splice(tag, field.before, field.after) else { return false }
            } else if RelayMarkup.raw.contains(tag.name) {
                _ = page.rawText(of: tag.name)
            }
        }
        return form >= place && fields.isEmpty
    }

    private mutating func splice(_ tag: HTMLScanner.Tag, _ before: Form.Field, _ after: Form.Field) -> Bool {
        let attributes = attributes(of: tag)
        let name = attributes["name"]?.value.map { String(decoding: page.bytes[$0], as: UTF8.self) } ?? ""
        guard name == after.name || name.utf8.contains(UInt8(ascii: "&")) else { return false }
        switch after.kind {
        case .area:
            let text = page.rawText(of: tag.name)
            // The line end that follows the tag is not a part of the text.
            if before != after { edits.append(ByteEdit(text, "\n" + Self.escaped(after.value))) }
        case .choice: return choose(before == after ? nil : after.options[...])
        case .checkBox, .radio:
            if before != after { mark("checked", after.isChecked, tag, attributes) }
        case .text, .hidden:
            guard before != after else { break }
            if let old = attributes["value"] { edits.append(ByteEdit(old.range, "")) }
            put(" value=\"\(Self.escaped(after.value))\"", at: tag.start + 1 + tag.name.utf8.count)
        case .password, .file, .submit, .button: break
        }
        return true
    }

    /// Selects the options up to the end of the element; nil leaves them as they are.
    private mutating func choose(_ options: ArraySlice<Form.Option>?) -> Bool {
        var options = options
        while let token = page.next() {
            if case .endTag(let tag) = token, tag.name == "select" { return options?.isEmpty ?? true }
            guard case .startTag(let tag) = token, tag.name == "option", options != nil else { continue }
            let attributes = attributes(of: tag)
            guard let option = options?.popFirst() else { return false }
            mark("selected", option.isSelected, tag, attributes)
        }
        return false
    }

    private typealias Attributes = [String: (range: Range<Int>, value: Range<Int>?)]

    private mutating func attributes(of tag: HTMLScanner.Tag) -> Attributes {
        var found: Attributes = [:]
        while let attribute = page.attribute() {
            let range = attribute.name.lowerBound..<page.place
            found[page.lowercased(attribute.name)] = found[page.lowercased(attribute.name)] ?? (range, attribute.value)
        }
        return found
    }

    private mutating func mark(_ name: String, _ isOn: Bool, _ tag: HTMLScanner.Tag, _ attributes: Attributes) {
        if let old = attributes[name] {
            if !isOn { edits.append(ByteEdit(old.range, "")) }
        } else if isOn {
            put(" " + name, at: tag.start + 1 + tag.name.utf8.count)
        }
    }

    private mutating func put(_ text: String, at place: Int) { edits.append(ByteEdit(place..<place, text)) }

    /// Escaped text in ASCII, because the page may have any character set.
    private static func escaped(_ text: String) -> String {
        MarkupText.escaped(text).unicodeScalars.map { $0.isASCII ? String($0) : "&#\($0.value);" }.joined()
    }
}

/// A replacement of bytes.
struct ByteEdit {
    let range: Range<Int>
    let text: [UInt8]

    init(_ range: Range<Int>, _ text: String) {
        self.range = range
        self.text = Array(text.utf8)
    }

    /// The bytes after the edits, which do not overlap.
    static func apply(_ edits: [ByteEdit], to bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [], place = 0
        out.reserveCapacity(bytes.count + 4096)
        for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            out += bytes[place..<edit.range.lowerBound]
            out += edit.text
            place = edit.range.upperBound
        }
        return out + bytes[place...]
    }
}

extension WebPage {
    /// The page with submitted values in the form that has these fields, and a notice; nil if there is no such form, or
    /// if it would not be read with these values. Passwords, files and the form's token are those of the page.
    package func refilled(with entries: [FormSubmission.Entry], notice: String) -> WebPage? {
        let names = Set(entries.map(\.name)), received = document
        guard isHTML, let place = received.forms.firstIndex(where: { names.isSubset(of: $0.fields.map(\.name)) })
        else { return nil }
        let filled = received.forms[place].refilled(with: entries)
        var answer = response
        guard
            let body = FormMarkup.spliced(
                response.body, form: place, from: received.forms[place], to: filled, notice: notice)
        else { return nil }
        answer.body = body
        let page = WebPage(address: address, response: answer, received: received)
        let forms = page.document.forms
        return forms.count == received.forms.count && forms[place].fields == filled.fields ? page : nil
    }
}

extension Form {
    fileprivate func refilled(with entries: [FormSubmission.Entry]) -> Form {
        var filled = self, texts: [String: [String]] = [:]
        for entry in entries {
            if case .text(let text) = entry.value { texts[entry.name, default: []].append(text) }
        }
        let all = texts
        for place in fields.indices where !fields[place].isDisabled {
            let name = fields[place].name
            guard !FormSubmission.isSecret(name.utf8) else { continue }
            switch fields[place].kind {
            case .text, .area, .hidden:
                guard let text = texts[name]?.first else { continue }
                texts[name]?.removeFirst()
                filled.fields[place].value = text
            case .checkBox, .radio: filled.fields[place].isChecked = all[name]?.contains(fields[place].value) ?? false
            case .choice:
                guard fields[place].allowsMany || all[name] != nil else { continue }
                for option in fields[place].options.indices {
                    let value = fields[place].options[option].value
                    filled.fields[place].options[option].isSelected = all[name]?.contains(value) ?? false
                }
                filled.fields[place].value = filled.fields[place].options.first(where: \.isSelected)?.value ?? ""
            case .password, .file, .submit, .button: break
            }
        }
        return filled
    }
}

extension FormSubmission {
    /// Whether a field's value is a secret, such as the token of a form.
    static func isSecret(_ name: some Collection<UInt8>) -> Bool {
        name.elementsEqual("sysparm_ck".utf8) || SecretWords.kind(of: name) != nil
    }
}

extension PageClient {
    /// Submits a form of the page at `address`. If the session has ended, the page is requested again, signed in again,
    /// and shown with what was typed: `PageError.page`. The form is not sent again.
    package func submit(
        _ request: HTTPRequest, _ entries: [FormSubmission.Entry], from address: HTTPURL
    ) async throws(PageError) -> WebPage {
        do throws(PageError) {
            return try await page(for: request)
        } catch {
            guard error.kind == .sessionEnded else { throw error }
            var failure = error
            failure.page = await again(address, entries, after: error)
            throw failure
        }
    }

    /// The page at `address` with what was typed into its form and was not sent.
    func again(_ address: HTTPURL, _ entries: [FormSubmission.Entry], after failure: PageError) async -> WebPage? {
        let outcome =
            failure.isNotTaken
            ? "Not sent: the session had ended."
            : "The session had ended, and the instance does not say whether it accepted the form."
        return try? await page(at: address)
            .refilled(with: entries, notice: outcome + " This is the form with what was typed.")
    }
}

extension PageError {
    /// For `.sessionEnded`: whether the form was certainly not processed.
    package var isNotTaken: Bool {
        guard case .formNotTaken(_, let isCertain)? = cause?.cause as? SignInError else { return true }
        return isCertain
    }
}
