import CGumbo
import Notation

/// What must be known before a page is walked: its head, its forms, labels and ids.
struct PageIndex {
    private(set) var document = Document()
    private(set) var forms = PageForms()

    private var fetched: Set<String> = []
    private var hasTitle = false
    private let limits: PageLimits

    init(_ root: PageNode, text: ArraySlice<UInt8>, _ limits: PageLimits) {
        self.limits = limits
        look(root, depth: 0)
        forms.close(in: text)
    }

    private mutating func look(_ node: PageNode, depth: Int) {
        // Elements that gumbo moved may be nested deeper than in the source.
        guard node.isElement, node.tag != GUMBO_TAG_TEMPLATE, depth < limits.depth + 20 else { return }
        if node.isHTML { note(node) }
        for child in node.children { look(child, depth: depth + 1) }
    }

    private mutating func note(_ node: PageNode) {
        switch node.tag {
        case GUMBO_TAG_HTML: document.language = node.said("lang") ?? node.said("xml:lang")
        case GUMBO_TAG_BODY: document.formName = node.said("data-formname")
        case GUMBO_TAG_TITLE where !hasTitle:
            hasTitle = true
            document.title = HTMLWhitespace.collapsed(NodeText.plain(node))
        case GUMBO_TAG_BASE: if document.base == nil { document.base = node.address("href") }
        case GUMBO_TAG_META: refresh(node)
        case GUMBO_TAG_FORM: forms.add(node)
        case GUMBO_TAG_LABEL:
            guard let id = node.attribute("for"), !id.isEmpty, forms.labels[id] == nil else { break }
            let text = NodeText.label(node)
            if !text.isEmpty { forms.labels[id] = text }
        case GUMBO_TAG_LINK:
            let words = HTMLWhitespace.words(node.attribute("rel") ?? "")
            if words.contains("stylesheet"), !words.contains("alternate") {
                fetch(.styleSheet, node.address("href"))
            } else if words.contains("icon") {
                fetch(.icon, node.address("href"))
            }
        case GUMBO_TAG_SCRIPT: fetch(.script, node.address("src"))
        case GUMBO_TAG_IMG: fetch(.image, node.address("src"))
        case GUMBO_TAG_INPUT where node.keyword("type") == "image": fetch(.image, node.address("src"))
        default: break
        }
    }

    private mutating func fetch(_ kind: Document.Asset.Kind, _ target: String?) {
        guard let target, !target.isEmpty, document.assets.count < limits.links else { return }
        guard !ASCII.lowercased(String(target.prefix(5))).hasPrefix("data:") else { return }
        if fetched.insert(target).inserted { document.assets.append(Document.Asset(kind, target)) }
    }

    private mutating func refresh(_ node: PageNode) {
        guard document.refresh == nil, node.keyword("http-equiv") == "refresh" else { return }
        document.refresh = node.attribute("content").flatMap(Document.Refresh.init(content:))
    }
}

extension Document.Refresh {
    /// A refresh in a `content` attribute (HTML, 4.2.5.3): seconds, optionally followed by `; url=` and a URL.
    init?(content: String) {
        let parts = content.utf8.split(maxSplits: 1, omittingEmptySubsequences: false) { ";,".utf8.contains($0) }
        let delay = ASCII.trimmed(Substring(parts[0]))
        let figures = delay.utf8.prefix(while: ASCII.isDigit)
        guard !delay.isEmpty, delay.utf8.dropFirst(figures.count).allSatisfy({ ASCII.isDigit($0) || $0 == 0x2E }) else {
            return nil
        }
        var target = ASCII.trimmed(parts.count > 1 ? Substring(parts[1]) : "")
        if ASCII.lowercased(String(target.prefix(3))) == "url" {
            let value = ASCII.trimmed(target.dropFirst(3))
            if value.first == "=" { target = ASCII.trimmed(value.dropFirst()) }
        }
        if let quote = target.first, quote == "'" || quote == "\"" {
            target = target.dropFirst().prefix { $0 != quote }
        }
        self.init(
            seconds: figures.isEmpty ? 0 : Int(String(Substring(figures))) ?? 999_999_999,
            target: HTMLWhitespace.address(String(target)))
    }
}

/// The forms of a page with their fields.
///
/// HTML associates a field outside its form's element with that form as long as the form was not closed in the source:
/// `<table><form><tr><td><input>`, where the element ends at once. Gumbo does not report it, so it is derived from the
/// positions of `<form` and the next `</form` in the source.
struct PageForms {
    /// The texts of labels by the id of their fields, and of the open labels.
    var labels: [String: String] = [:]
    var around: [String] = []
    /// How many disabled groups are open.
    var disabled = 0
    private(set) var fieldCount = 0

    private var forms: [Form] = []
    private var orphans = Form()
    private var numbers: [PageNode: Int] = [:]
    private var named: [String: Int] = [:]
    /// The source ranges in which forms were open, by start.
    private var spans: [(start: Int, end: Int, number: Int)] = []

    mutating func add(_ node: PageNode) {
        var form = Form()
        let id = node.attribute("id") ?? ""
        form.name = [node.attribute("name"), id].compactMap(\.self).first { !$0.isEmpty }
        form.method = node.keyword("method") == "post" ? "POST" : "GET"
        form.action = node.address("action").flatMap { $0.isEmpty ? nil : $0 }
        switch node.keyword("enctype") {
        case "multipart/form-data": form.encoding = .multipart
        case "text/plain": form.encoding = .text
        default: break
        }
        if !id.isEmpty, named[id] == nil { named[id] = forms.count }
        numbers[node] = forms.count
        spans.append((node.offset, .max, forms.count))
        forms.append(form)
    }

    mutating func close(in text: ArraySlice<UInt8>) {
        guard !spans.isEmpty else { return }
        spans.sort { $0.start < $1.start }
        var ends: [Int] = []
        var rest = text
        while let place = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = text[(place + 1)...]
            guard rest.first == UInt8(ascii: "/") else { continue }
            if rest.dropFirst().prefix(4).lazy.map({ $0 | 0x20 }).elementsEqual("form".utf8) { ends.append(place) }
        }
        var next = 0
        for index in spans.indices {
            while next < ends.count, ends[next] <= spans[index].start { next += 1 }
            if next < ends.count { spans[index].end = ends[next] }
        }
    }

    func number(of form: PageNode) -> Int? { numbers[form] }

    /// The number of the form that a field belongs to; nil if none.
    ///
    /// - Parameter around: the enclosing form element.
    func owner(of field: PageNode, around: Int?) -> Int? {
        if let name = field.attribute("form") { return named[name] }
        if let around { return around }
        let offset = field.offset
        var low = 0, high = spans.count
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].start < offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0, offset < spans[low - 1].end else { return nil }
        return spans[low - 1].number
    }

    /// The forms with their fields; fields outside any form are last.
    var finished: [Form] { orphans.fields.isEmpty ? forms : forms + [orphans] }

    /// Adds a field, and returns what stands for it in a line.
    mutating func add(_ field: Form.Field, to owner: Int?) -> Inline {
        fieldCount += 1 + field.options.count
        guard let owner else {
            orphans.fields.append(field)
            return .field(form: forms.count, field: orphans.fields.count - 1)
        }
        forms[owner].fields.append(field)
        return .field(form: owner, field: forms[owner].fields.count - 1)
    }

    func field(_ node: PageNode) -> Form.Field? {
        let name = node.attribute("name") ?? ""
        var field: Form.Field
        switch node.tag {
        case GUMBO_TAG_SELECT: field = choice(node, name)
        case GUMBO_TAG_TEXTAREA:
            field = Form.Field(name, .area)
            field.value = NodeText.plain(node)
        case GUMBO_TAG_BUTTON:
            let type = node.keyword("type")
            field = Form.Field(name, type == "button" || type == "reset" || type == "menu" ? .button : .submit)
            field.value = node.attribute("value") ?? ""
            field.label = NodeText.label(node)
        case GUMBO_TAG_INPUT: field = input(node, name)
        default: return nil
        }
        field.isDisabled = disabled > 0 || node.has("disabled")
        field.isRequired = node.has("required") || node.keyword("aria-required") == "true"
        field.isReadOnly = node.has("readonly")
        if field.label.isEmpty { field.label = label(of: node) }
        return field
    }

    private func input(_ node: PageNode, _ name: String) -> Form.Field {
        let type = node.keyword("type") ?? "text"
        let value = node.attribute("value")
        let kind = Self.kinds[type] ?? .text(type: Self.types.contains(type) ? type : "text")
        var field = Form.Field(name, kind)
        field.value = value ?? ""
        if kind == .checkBox || kind == .radio {
            field.isChecked = node.has("checked")
            field.value = value ?? "on"
        } else if field.isButton {
            let usual = type == "reset" ? "Reset" : type == "button" ? "" : "Submit"
            let alternative = type == "image" ? node.said("alt") ?? node.said("title") : nil
            field.label = alternative ?? value.map(HTMLWhitespace.collapsed) ?? usual
        }
        return field
    }

    private static let kinds: [String: Form.Kind] = [
        "hidden": .hidden, "password": .password, "file": .file, "checkbox": .checkBox, "radio": .radio,
        "submit": .submit, "image": .submit, "reset": .button, "button": .button,
    ]
    /// Other values of an `input`'s `type`; unknown ones count as text.
    private static let types: Set<String> = [
        "text", "search", "tel", "url", "email", "number", "range", "color", "date", "month", "week", "time",
        "datetime-local", "datetime",
    ]

    private func choice(_ node: PageNode, _ name: String) -> Form.Field {
        var field = Form.Field(name, .choice)
        field.allowsMany = node.has("multiple")
        collect(node, isDisabled: false, into: &field.options)
        if !field.allowsMany {
            // The last option marked as selected, else the first that can be.
            let chosen =
                field.options.lastIndex(where: \.isSelected)
                ?? ((node.number("size") ?? 1) > 1 ? nil : field.options.firstIndex { !$0.isDisabled })
            for index in field.options.indices { field.options[index].isSelected = index == chosen }
        }
        field.value = field.options.first(where: \.isSelected)?.value ?? ""
        return field
    }

    private func collect(_ node: PageNode, isDisabled: Bool, into options: inout [Form.Option]) {
        for child in node.children {
            if child.tag == GUMBO_TAG_OPTION {
                let text = HTMLWhitespace.collapsed(NodeText.plain(child))
                let label = child.said("label") ?? text
                options.append(
                    Form.Option(
                        value: child.attribute("value") ?? text, label: label, isSelected: child.has("selected"),
                        isDisabled: isDisabled || child.has("disabled")))
            } else if child.tag == GUMBO_TAG_OPTGROUP, node.tag != GUMBO_TAG_OPTGROUP {
                collect(child, isDisabled: isDisabled || child.has("disabled"), into: &options)
            }
        }
    }

    private func label(of node: PageNode) -> String {
        if let id = node.attribute("id"), let label = labels[id] { return label }
        if let label = around.last(where: { !$0.isEmpty }) { return label }
        return node.said("aria-label") ?? node.said("title") ?? node.said("placeholder") ?? ""
    }
}

enum NodeText {
    /// The element's own text, unchanged, for titles, text areas and options.
    static func plain(_ node: PageNode) -> String {
        String(decoding: node.children.filter(\.isText).flatMap(\.text), as: UTF8.self)
    }

    /// All text of a label or button: white space collapsed, images as alternative text, fields omitted.
    ///
    /// Long or deep labels are cut, so that nested labels do not take time proportional to the page each.
    static func label(_ node: PageNode) -> String {
        var bytes: [UInt8] = [], steps = 0
        collect(node, &bytes, &steps)
        let isCut = bytes.count > longest || steps >= 200
        var text = String(decoding: bytes.prefix(longest), as: UTF8.self)
        // The last character may be cut.
        while isCut, text.unicodeScalars.last == "\u{FFFD}" { text.unicodeScalars.removeLast() }
        return HTMLWhitespace.collapsed(text) + (isCut ? "…" : "")
    }

    /// In bytes; longer labels are cut with an ellipsis.
    private static let longest = 300

    private static func collect(_ node: PageNode, _ bytes: inout [UInt8], _ steps: inout Int) {
        for child in node.children {
            if steps >= 200 || bytes.count > longest { return }
            steps += 1
            if child.isText { bytes += child.text.prefix(longest + 1) }
            switch child.tag {
            case GUMBO_TAG_IMG: bytes += ((child.attribute("alt") ?? "") + " ").utf8
            case GUMBO_TAG_BR, GUMBO_TAG_HR, GUMBO_TAG_INPUT: bytes.append(0x20)
            case GUMBO_TAG_SELECT, GUMBO_TAG_TEXTAREA, GUMBO_TAG_BUTTON, GUMBO_TAG_SVG: continue
            default:
                if PageVisibility.isNeverShown(child.tag) || PageVisibility.isHidden(child) { continue }
                collect(child, &bytes, &steps)
                // Adjacent blocks separate words.
                if DocumentBuilder.isBlock(child.tag) { bytes.append(0x20) }
            }
        }
    }
}
