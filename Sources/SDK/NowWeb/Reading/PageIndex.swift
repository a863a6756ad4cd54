import CGumbo
import Notation

/// What must be known before a page is walked: its head, its forms, labels and ids.
struct PageIndex {
    /// The document head; its blocks are still empty.
    private(set) var document = Document()
    /// The forms in document order.
    private(set) var forms = PageForms()
    /// The labels by the `id` of their element.
    private(set) var labels: [String: String] = [:]
    /// The first element of each `id`.
    private(set) var elements: [String: PageNode] = [:]

    private var fetched: Set<String> = []
    private var hasTitle = false
    private let limits: PageLimits

    init(_ root: PageNode, text: ArraySlice<UInt8>, _ limits: PageLimits) {
        self.limits = limits
        var open: [(node: PageNode, next: Int)] = [(root, 0)]
        look(root)
        while let last = open.last {
            guard let child = last.node.child(last.next) else {
                open.removeLast()
                continue
            }
            open[open.count - 1].next += 1
            // Elements that gumbo moved may be nested deeper than in the source.
            guard child.isElement, child.tag != GUMBO_TAG_TEMPLATE, open.count < 2 * limits.depth + 100 else {
                continue
            }
            look(child)
            open.append((child, 0))
        }
        forms.close(in: text)
    }

    private mutating func look(_ node: PageNode) {
        if let id = node.attribute("id"), !id.isEmpty, elements[id] == nil { elements[id] = node }
        guard node.isHTML else { return }
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
            if let id = node.attribute("for"), !id.isEmpty, labels[id] == nil {
                let text = NodeText.label(node)
                if !text.isEmpty { labels[id] = text }
            }
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
        guard !HTMLWhitespace.lowered(String(target.prefix(5))).hasPrefix("data:") else { return }
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
        var rest = content.utf8[...].drop(while: HTMLWhitespace.isSpace)
        let figures = rest.prefix { (0x30...0x39).contains($0) }
        guard !figures.isEmpty || rest.first == UInt8(ascii: ".") else { return nil }
        let seconds = figures.count > 9 ? 999_999_999 : Int(String(decoding: figures, as: UTF8.self)) ?? 0
        rest = rest.drop { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
        if let next = rest.first {
            guard HTMLWhitespace.isSpace(next) || next == UInt8(ascii: ";") || next == UInt8(ascii: ",") else {
                return nil
            }
        }
        rest = rest.drop(while: HTMLWhitespace.isSpace)
        if rest.first == UInt8(ascii: ";") || rest.first == UInt8(ascii: ",") {
            rest = rest.dropFirst().drop(while: HTMLWhitespace.isSpace)
        }
        if HTMLWhitespace.lowered(String(decoding: rest.prefix(3), as: UTF8.self)) == "url" {
            let value = rest.dropFirst(3).drop(while: HTMLWhitespace.isSpace)
            if value.first == UInt8(ascii: "=") { rest = value.dropFirst().drop(while: HTMLWhitespace.isSpace) }
        }
        if let quote = rest.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
            rest = rest.dropFirst().prefix { $0 != quote }
        }
        self.init(seconds: seconds, target: HTMLWhitespace.address(String(decoding: rest, as: UTF8.self)))
    }
}

/// The forms of a page, and the form that a field belongs to.
///
/// HTML associates a field outside its form's element with that form as long as the form was not closed in the source:
/// `<table><form><tr><td><input>`, where the element ends at once. Gumbo does not report it, so it is derived from the
/// positions of `<form` and the next `</form` in the source.
struct PageForms {
    /// The forms without fields, in document order.
    private(set) var forms: [Form] = []
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
        let base = text.startIndex
        text.withUnsafeBytes { text in
            var from = 0
            while let place = text.place(of: "</", from: from) {
                from = place + 2
                guard place + 6 <= text.count else { break }
                let name = text[from..<place + 6].map { $0 | 0x20 }
                if name.elementsEqual("form".utf8) { ends.append(base + place) }
            }
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
        var low = 0
        var high = spans.count
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].start < offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0, offset < spans[low - 1].end else { return nil }
        return spans[low - 1].number
    }
}
