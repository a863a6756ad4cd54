import Notation

/// What the blocks of a page refer to by number, and what is known of the whole of it.
struct PageParts: Sendable {
    let links: [Document.Link]
    let forms: [Form]
    /// What stands on the page as the label of a field, so that it is not said twice.
    let labels: Set<String>

    init(_ document: Document) {
        links = document.links
        forms = document.forms
        var labels: Set<String> = []
        BlockScan.inlines(of: document.blocks) { inline in
            if case .text(let text, let emphasis) = inline, emphasis.contains(.label) {
                labels.insert(PageText.label(text))
            }
        }
        self.labels = labels
    }

    /// The field of those numbers; nil for hidden ones and where there is none.
    func shown(form: Int, field: Int) -> Form.Field? {
        guard forms.indices.contains(form), forms[form].fields.indices.contains(field) else { return nil }
        let found = forms[form].fields[field]
        return found.kind == .hidden ? nil : found
    }

    /// What a link without a word of its own is called.
    func name(ofLink number: Int) -> String {
        guard links.indices.contains(number) else { return "link" }
        let text = PageText.label(links[number].text)
        return text.isEmpty ? "link" : text
    }
}
