import Notation

/// Secrets in HTML and XML: form fields, elements and attributes with a secret's name, name/value records in elements,
/// attributes and table rows, scripts, and secrets inside text and attributes.
struct MarkupRedactor: Redactor {
    var depth = 0

    func finds(in bytes: [UInt8]) -> [Find] {
        var scan = MarkupScan(bytes: bytes, depth: depth)
        scan.run()
        return Find.merged(scan.finds)
    }
}

/// One pass over HTML or XML with a small state for every open element. It builds no tree, so truncated and invalid
/// markup is redacted too.
struct MarkupScan {
    struct Element {
        package var name: String
        /// The label if everything inside the element is secret.
        package var label: String?
        /// The element is half of the record that begins at element `record`.
        var half: (role: PairRole, record: Int)?
        var record = NamedRecord()
        /// An attribute names the record, so the element's own text is the value.
        var isNamed = false
        /// The last child's name and the label that its text gives the next child.
        var named: (by: String, label: String)?
        /// The text gives the next sibling its name: `<key>password</key><string>…</string>`.
        var isNameOfNext = false
        /// The label holds only for a text that looks like a credential, because people read it.
        var isChecked = false
    }

    /// A start tag with the values of its attributes.
    struct Tag {
        package let name: String
        var isEmpty = false
        var attributes: [(name: String, value: Range<Int>)] = []

        subscript(name: String) -> Range<Int>? { attributes.first { $0.name == name }?.value }
    }

    struct Table {
        var columns: [(label: String?, role: PairRole?)] = []
        var column = -1
        var row = NamedRecord()
        var isHeading = false
    }

    package let bytes: [UInt8]
    let depth: Int
    var finds: [Find] = []
    var elements: [Element] = [Element(name: "")]
    var tables: [Table] = []
    private(set) var form = NamedRecord()

    /// Elements nested deeper are treated as content of the deepest one.
    private static let deepest = 256
    private static let empty: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
    ]
    /// HTML elements whose `name` says nothing about their text.
    private static let named: Set<String> = [
        "a", "button", "div", "fieldset", "form", "iframe", "label", "li", "map", "object", "p", "script", "select",
        "slot",
        "span", "style", "td", "th", "tr", "table", "section", "option", "h1", "h2", "h3", "h4", "h5", "h6",
    ]

    /// Elements whose text names the next element, and how that is called: in property lists, in maps of Java, in
    /// definition lists, in rows of a table.
    private static let siblings: [String: Set<String>] = [
        "key": ["string", "integer", "real", "date", "data", "value"], "string": ["string"], "dt": ["dd"],
        "th": ["td"], "label": ["value", "string"], "name": ["val", "string"],
    ]
    private static let shown: Set<String> = ["dt", "th", "label"]

    package mutating func run() {
        var scanner = HTMLScanner(bytes, readsXML: true)
        var text: Range<Int>?
        while let token = scanner.next() {
            switch token {
            // A `<` that begins no tag, and a declaration, are a part of the text.
            case .text(let range), .declaration(let range):
                text = (text?.lowerBound ?? range.lowerBound)..<range.upperBound
            case .comment(let content):
                read(&text)
                read(content, isPlain: true)
            case .endTag(let tag):
                read(&text)
                close(Self.local(tag.name))
            case .startTag(let start):
                read(&text)
                var tag = Tag(name: Self.local(start.name))
                while let attribute = scanner.attribute() {
                    guard let value = attribute.value else { continue }
                    tag.attributes.append((Self.local(scanner.lowercased(attribute.name)), value))
                }
                tag.isEmpty = bytes[..<scanner.place].suffix(2).elementsEqual("/>".utf8)
                take(tag)
                guard !tag.isEmpty, tag.name == "script" || tag.name == "style" else { continue }
                let content = scanner.rawText(of: tag.name)
                if tag.name == "script" {
                    finds += NestedText(bytes[content], nil).finds(by: ScriptRedactor(depth: depth).finds)
                }
            }
        }
        read(&text)
        while let element = elements.popLast() { collect(element.record) }
        collect(form)
        for table in tables { collect(table.row) }
    }

    /// A name without its namespace.
    private static func local(_ name: String) -> String {
        name.utf8.contains(UInt8(ascii: ":")) ? name.split(separator: ":").last.map(String.init) ?? name : name
    }

    mutating func collect(_ record: NamedRecord) {
        var record = record
        finds += record.takePending()
    }

    // MARK: Tags

    private mutating func take(_ tag: Tag) {
        takeAttributes(of: tag)
        beginCell(tag)
        if !tag.isEmpty, !Self.empty.contains(tag.name), elements.count < Self.deepest { open(tag) }
    }

    private mutating func open(_ tag: Tag) {
        let outer = elements.count - 1
        var element = Element(name: tag.name, label: elements[outer].label, half: elements[outer].half)
        element.isChecked = elements[outer].isChecked
        if element.label == nil { element.label = SecretNames.label(of: tag.name) }
        if let named = elements[outer].named {
            if element.label == nil, Self.siblings[named.by]?.contains(tag.name) ?? false {
                (element.label, element.isChecked) = (named.label, Self.shown.contains(named.by))
            }
            elements[outer].named = nil
        }
        element.isNameOfNext =
            element.label == nil && Self.siblings[tag.name] != nil
            && (tag.name != "string" || elements[outer].name == "entry")
        let name = tag["name"] ?? tag["key"] ?? tag["id"]
        // An element with a `name` is a record, not half of one.
        if element.half == nil, name == nil, !Self.named.contains(tag.name), let role = PairRole(tag.name.utf8) {
            element.half = (role, outer)
        }
        if let name, let label = SecretNames.label(of: bytes[name]) {
            // A text area is a field; for other elements `name` counts only if HTML does not define the element.
            if tag.name == "textarea" { element.label = label }
            if !Self.named.contains(tag.name) {
                element.record.take(name: label)
                element.isNamed = true
            }
        }
        if tag.name == "textarea", let name, PairRole(bytes[name]) == .value, let label = form.label {
            element.label = label
        }
        elements.append(element)
        if tag.name == "table" { tables.append(Table()) }
    }

    private mutating func close(_ name: String) {
        guard let place = elements.lastIndex(where: { $0.name == name }), place > 0 else { return }
        while elements.count > place { collect(elements.removeLast().record) }
        switch name {
        case "form":
            collect(form)
            form = NamedRecord()
        case "table": if let table = tables.popLast() { collect(table.row) }
        default: break
        }
    }

    private mutating func takeAttributes(of tag: Tag) {
        let isField = tag.name == "input" || tag.name == "button"
        if isField { takeField(tag) }
        var record = NamedRecord()
        let isHTML = Self.named.contains(tag.name)
        let label = SecretNames.label(of: tag.name)
        for attribute in tag.attributes
        where !attribute.value.isEmpty && attribute.name != "style" && !(isField && attribute.name == "value") {
            let find = Find(range: attribute.value, label: "", escapes: [.html])
            let role = PairRole(attribute.name.utf8)
            // `<password value="…"/>`
            let own = SecretNames.label(of: attribute.name) ?? (role == .value ? label : nil)
            if let own, !isFlag(attribute.value) {
                finds.append(find.with(own))
                continue
            }
            record.take(find, nil, isHTML && role == .value ? nil : role, in: bytes)
            let isScript = attribute.name.hasPrefix("on")
            finds +=
                isScript
                ? NestedText(bytes[attribute.value], .html).finds(by: ScriptRedactor(depth: depth).finds)
                : EmbeddedText.finds(in: bytes[attribute.value], .html, depth: depth + 1)
        }
        finds += record.takePending()
    }

    /// A form field by type and name; fields of an OAuth sign-in also by value.
    private mutating func takeField(_ tag: Tag) {
        guard let value = tag["value"] else { return }
        let name = tag["name"] ?? tag["id"]
        let find = Find(range: value, label: "", escapes: [.html])
        if tag["type"].map({ ASCII.lowercased(String(decoding: bytes[$0], as: UTF8.self)) }) == "password" {
            return add(find, "password")
        }
        if let name, let label = label(ofField: bytes[name], bytes[value]) { return add(find, label) }
        form.take(find, nil, name.flatMap { PairRole(bytes[$0]) }, in: bytes)
        finds += EmbeddedText.finds(in: bytes[value], .html, depth: depth + 1)
    }

    private func label(ofField name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> String? {
        if let label = SecretNames.label(of: name) { return label }
        if let label = EverydayNames.label(of: name, value) { return label }
        let isAuthorizationField = name.elementsEqual("state".utf8) || name.elementsEqual("code".utf8)
        return isAuthorizationField && AuthorizationFields.looksRandom(value) ? "token" : nil
    }

    private func isFlag(_ value: Range<Int>) -> Bool {
        ["true", "false", "on", "off"].contains { bytes[value].elementsEqual($0.utf8) }
    }

    package mutating func add(_ find: Find, _ label: String) {
        if !find.range.isEmpty { finds.append(find.with(label)) }
    }

    // MARK: Texts

    private mutating func read(_ text: inout Range<Int>?) {
        if let range = text { read(range) }
        text = nil
    }

    private mutating func read(_ range: Range<Int>, isPlain: Bool = false) {
        let range = bytes[range].trimmed.indices
        guard !range.isEmpty else { return }
        let find = Find(range: range, label: "", escapes: isPlain ? [] : [.html])
        let element = elements[elements.count - 1]
        let label = element.label ?? (element.isNamed ? element.record.label : nil)
        if let label, !element.isChecked || isCredential(find) { return add(find, label) }
        if element.isNameOfNext, elements.count > 1, range.count <= 64 {
            let name = find.secret(in: bytes).map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "_") : $0 }
            elements[elements.count - 2].named = SecretNames.label(of: name).map { (element.name, $0) }
        }
        if let half = element.half, let secret = elements[half.record].record.take(half.role, find, in: bytes) {
            return finds.append(secret)
        }
        if readCell(find) { return }
        finds += EmbeddedText.finds(in: bytes[range], isPlain ? nil : .html, depth: depth + 1)
    }

    private func isCredential(_ find: Find) -> Bool {
        let text = find.secret(in: bytes)
        return !text.contains(where: ASCII.isSpace) && !CredentialForm.isOrdinary(text[...])
    }
}

// Tables of HTML: columns with a secret's name, and name/value records in rows.
extension MarkupScan {
    mutating func beginCell(_ tag: Tag) {
        guard let last = tables.indices.last else { return }
        switch tag.name {
        case "tr":
            collect(tables[last].row)
            tables[last].row = NamedRecord()
            tables[last].column = -1
        case "td", "th":
            tables[last].column += 1
            tables[last].isHeading = tag.name == "th" && tables[last].column >= tables[last].columns.count
            guard tables[last].isHeading, tables[last].column < 1024 else { return }
            let name = (tag["name"] ?? tag["glide_field"] ?? tag["data-name"]).map { bytes[$0] } ?? []
            while tables[last].columns.count <= tables[last].column {
                tables[last].columns.append((SecretNames.label(of: name), PairRole(name)))
            }
        default: break
        }
    }

    mutating func readCell(_ find: Find) -> Bool {
        guard let last = tables.indices.last, tables[last].columns.indices.contains(tables[last].column) else {
            return false
        }
        let column = tables[last].column, (label, role) = tables[last].columns[column]
        if tables[last].isHeading {
            let title = find.secret(in: bytes).map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "_") : $0 }
            tables[last].columns[column] = (label ?? SecretNames.label(of: title), role ?? PairRole(title))
            return false
        }
        guard let secret = label.map(find.with) ?? tables[last].row.take(role, find, in: bytes) else { return false }
        finds.append(secret)
        return true
    }
}
