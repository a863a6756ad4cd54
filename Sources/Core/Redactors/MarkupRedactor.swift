import Notation

/// Secrets in HTML and XML: form fields, elements and attributes with a secret's name, name/value records in elements,
/// attributes and table rows, scripts, and secrets inside text and attributes.
struct MarkupRedactor: Redactor {
    var depth = 0

    func finds(in bytes: [UInt8]) -> [Find] {
        var scan = MarkupScan(bytes, depth: depth)
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

    struct Table {
        var labels: [String?] = []
        var roles: [PairRole?] = []
        var column = -1
        var row = NamedRecord()
        var isHeading = false
    }

    package let bytes: [UInt8]
    let depth: Int
    var finds: [Find] = []
    var elements: [Element] = [Element(name: "")]
    var tables: [Table] = []
    private var form = NamedRecord()

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

    init(_ bytes: [UInt8], depth: Int) {
        self.bytes = bytes
        self.depth = depth
    }

    package mutating func run() {
        var place = 0, textStart = 0
        while let open = bytes.dropFirst(place).firstPlace(of: UInt8(ascii: "<")) {
            if let section = section(at: open) {
                read(textStart..<open)
                read(section.content, isPlain: true)
                (place, textStart) = (section.end, section.end)
                continue
            }
            guard let tag = MarkupTag(in: bytes, at: open) else {
                place = open + 1
                continue
            }
            read(textStart..<open)
            take(tag)
            place = tag.end
            if !tag.isClosing, !tag.isEmpty, tag.name == "script" || tag.name == "style" {
                let end = endOfScript(from: place, tag.name)
                if tag.name == "script" { readScript(place..<end) }
                place = end
            }
            textStart = place
        }
        read(textStart..<bytes.count)
        while let element = elements.popLast() { collect(element.record) }
        collect(form)
        for table in tables { collect(table.row) }
    }

    mutating func collect(_ record: NamedRecord) {
        var record = record
        finds += record.takePending()
    }

    // MARK: Tags

    private mutating func take(_ tag: MarkupTag) {
        if tag.isClosing {
            close(tag.name)
        } else {
            takeAttributes(of: tag)
            beginCell(tag)
            if !tag.isEmpty, !Self.empty.contains(tag.name), elements.count < Self.deepest { open(tag) }
        }
    }

    private mutating func open(_ tag: MarkupTag) {
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

    private mutating func takeAttributes(of tag: MarkupTag) {
        let isField = tag.name == "input" || tag.name == "button"
        if isField { takeField(tag) }
        var record = NamedRecord()
        let isHTML = Self.named.contains(tag.name)
        let label = SecretNames.label(of: tag.name)
        for attribute in tag.attributes
        where !attribute.value.isEmpty && attribute.name != "style" && !(isField && attribute.name == "value") {
            let find = Find(range: attribute.value, label: "", escapes: [.html])
            if let label = SecretNames.label(of: attribute.name), !isFlag(attribute.value) {
                add(find, label)
                continue
            }
            // `<password value="…"/>`
            if let label, PairRole(attribute.name.utf8) == .value, !isFlag(attribute.value) {
                add(find, label)
                continue
            }
            switch PairRole(attribute.name.utf8) {
            case .name: record.take(name: SecretNames.label(of: bytes[attribute.value]))
            case .value where !isHTML: if let secret = record.take(value: find) { finds.append(secret) }
            case .value, nil: break
            }
            let isScript = attribute.name.hasPrefix("on")
            finds +=
                isScript
                ? NestedText(bytes[attribute.value], .html).finds(by: ScriptRedactor(depth: depth).finds)
                : EmbeddedText.finds(in: bytes[attribute.value], .html, depth: depth + 1)
        }
        finds += record.takePending()
    }

    /// A form field by type and name; fields of an OAuth sign-in also by value.
    private mutating func takeField(_ tag: MarkupTag) {
        guard let value = tag["value"] else { return }
        let name = tag["name"] ?? tag["id"]
        let find = Find(range: value, label: "", escapes: [.html])
        if tag["type"].map({ ASCII.lowercased(String(decoding: bytes[$0], as: UTF8.self)) }) == "password" {
            return add(find, "password")
        }
        if let name, let label = label(ofField: bytes[name], bytes[value]) { return add(find, label) }
        switch name.flatMap({ PairRole(bytes[$0]) }) {
        case .name: form.take(name: SecretNames.label(of: bytes[value]))
        case .value: if let secret = form.take(value: find) { finds.append(secret) }
        case nil: break
        }
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

    private mutating func readScript(_ range: Range<Int>) {
        finds += NestedText(bytes[range], nil).finds(by: ScriptRedactor(depth: depth).finds)
    }

    /// A CDATA section or comment that begins at `start`: its content and end.
    private func section(at start: Int) -> (content: Range<Int>, end: Int)? {
        for (opening, closing) in [("<![CDATA[", "]]>"), ("<!--", "-->")]
        where bytes[start...].starts(with: opening.utf8) {
            let content = start + opening.utf8.count
            let end = bytes.firstPlace(of: Array(closing.utf8), from: content)
            return (content..<(end ?? bytes.count), end.map { $0 + closing.utf8.count } ?? bytes.count)
        }
        return nil
    }

    private func endOfScript(from start: Int, _ name: String) -> Int {
        var place = start
        while let end = bytes.firstPlace(of: Array("</".utf8), from: place) {
            let word = bytes[(end + 2)...].prefix(name.utf8.count)
            if word.count == name.utf8.count, zip(word, name.utf8).allSatisfy({ ASCII.lowercased($0) == $1 }) {
                return end
            }
            place = end + 2
        }
        return bytes.count
    }
}

// Tables of HTML: columns with a secret's name, and name/value records in rows.
extension MarkupScan {
    mutating func beginCell(_ tag: MarkupTag) {
        guard let last = tables.indices.last else { return }
        switch tag.name {
        case "tr":
            collect(tables[last].row)
            tables[last].row = NamedRecord()
            tables[last].column = -1
        case "td", "th":
            tables[last].column += 1
            tables[last].isHeading = tag.name == "th" && tables[last].column >= tables[last].labels.count
            guard tables[last].isHeading, tables[last].column < 1024 else { return }
            let name = tag["name"] ?? tag["glide_field"] ?? tag["data-name"]
            while tables[last].labels.count <= tables[last].column {
                tables[last].labels.append(name.flatMap { SecretNames.label(of: bytes[$0]) })
                tables[last].roles.append(name.flatMap { PairRole(bytes[$0]) })
            }
        default: break
        }
    }

    mutating func readCell(_ find: Find) -> Bool {
        guard let last = tables.indices.last, tables[last].labels.indices.contains(tables[last].column) else {
            return false
        }
        let column = tables[last].column
        if tables[last].isHeading {
            let title = find.secret(in: bytes).map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "_") : $0 }
            tables[last].labels[column] = tables[last].labels[column] ?? SecretNames.label(of: title)
            tables[last].roles[column] = tables[last].roles[column] ?? PairRole(title)
            return false
        }
        if let label = tables[last].labels[column] {
            add(find, label)
            return true
        }
        guard let secret = tables[last].row.take(tables[last].roles[column], find, in: bytes) else { return false }
        finds.append(secret)
        return true
    }
}

/// One HTML or XML tag, with the ranges of its attributes' values. Parsed leniently, as browsers do.
struct MarkupTag {
    struct Attribute {
        package var name: String
        var value: Range<Int>
    }

    package private(set) var name: String
    private(set) var isClosing = false
    private(set) var isEmpty = false
    private(set) var attributes: [Attribute] = []
    private(set) var end: Int

    /// In bytes. Longer tags are not read, which keeps the pass over a page linear.
    private static let longest = 64 << 10

    init?(in bytes: [UInt8], at start: Int) {
        let limit = min(bytes.count, start + Self.longest)
        var place = start + 1
        if place < limit, bytes[place] == UInt8(ascii: "/") {
            isClosing = true
            place += 1
        }
        let nameStart = place
        guard place < limit, ASCII.isLetter(bytes[place]) || bytes[place] == UInt8(ascii: "_") else { return nil }
        while place < limit, Self.isName(bytes[place]) { place += 1 }
        name = Self.local(bytes[nameStart..<place])
        end = place
        while place < limit {
            while place < limit, ASCII.isSpace(bytes[place]) || bytes[place] == UInt8(ascii: "/") { place += 1 }
            guard place < limit else { return nil }
            if bytes[place] == UInt8(ascii: ">") {
                isEmpty = bytes[place - 1] == UInt8(ascii: "/")
                end = place + 1
                return
            }
            let start = place
            while place < limit, !Self.endsAttributeName(bytes[place]) { place += 1 }
            let attribute = bytes[start..<place]
            while place < limit, ASCII.isSpace(bytes[place]) { place += 1 }
            guard place < limit, bytes[place] == UInt8(ascii: "=") else {
                if place == start { place += 1 }
                continue
            }
            place += 1
            while place < limit, ASCII.isSpace(bytes[place]) { place += 1 }
            guard place < limit else { return nil }
            let quote = bytes[place]
            let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
            if isQuoted { place += 1 }
            let valueStart = place
            while place < limit,
                isQuoted ? bytes[place] != quote : !ASCII.isSpace(bytes[place]) && bytes[place] != UInt8(ascii: ">")
            { place += 1 }
            attributes.append(Attribute(name: Self.local(attribute), value: valueStart..<place))
            if isQuoted { place += 1 }
        }
        return nil
    }

    subscript(name: String) -> Range<Int>? { attributes.first { $0.name == name }?.value }

    private static func local(_ name: ArraySlice<UInt8>) -> String {
        let colon = name.lastIndex(of: UInt8(ascii: ":"))
        return String(decoding: name[(colon.map { $0 + 1 } ?? name.startIndex)...].map(ASCII.lowercased), as: UTF8.self)
    }

    private static func isName(_ byte: UInt8) -> Bool { ASCII.isName(byte) || byte == UInt8(ascii: ":") }

    private static func endsAttributeName(_ byte: UInt8) -> Bool {
        ASCII.isSpace(byte) || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
    }
}
