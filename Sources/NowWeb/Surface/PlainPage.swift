import Notation

/// What a document says as plain lines, for programs; the shell lays pages out itself.
enum PlainPage {
    static func of(_ document: Document) -> String {
        var lines: [String] = []
        for block in document.blocks { add(block, of: document, to: &lines) }
        return lines.joined(separator: "\n")
    }

    /// A document nests two hundred levels deep at most, so this ends.
    private static func add(_ block: Block, of document: Document, to lines: inout [String]) {
        switch block {
        case .heading(_, let inlines), .paragraph(let inlines): add(inlines, of: document, to: &lines)
        case .preformatted(let text): lines.append(text)
        case .quote(let blocks), .form(_, let blocks), .notice(let blocks):
            for block in blocks { add(block, of: document, to: &lines) }
        case .list(_, let items):
            for item in items { for block in item { add(block, of: document, to: &lines) } }
        case .definitions(let definitions):
            for definition in definitions {
                add(definition.term, of: document, to: &lines)
                for block in definition.meaning { add(block, of: document, to: &lines) }
            }
        case .table(let grid):
            add(grid.caption, of: document, to: &lines)
            for row in grid.rows {
                let cells = row.map { cell in
                    var inner: [String] = []
                    for block in cell.blocks { add(block, of: document, to: &inner) }
                    return inner.joined(separator: " ")
                }
                lines.append(cells.joined(separator: "\t"))
            }
        case .group(let legend, let blocks):
            add(legend, of: document, to: &lines)
            for block in blocks { add(block, of: document, to: &lines) }
        case .rule: break
        }
    }

    private static func add(_ inlines: [Inline], of document: Document, to lines: inout [String]) {
        var text = ""
        for inline in inlines { add(inline, of: document, to: &text) }
        if !text.isEmpty { lines.append(text) }
    }

    private static func add(_ inline: Inline, of document: Document, to text: inout String) {
        switch inline {
        case .text(let words, _): text += words
        case .lineBreak: text += "\n"
        case .link(_, let inlines): for inline in inlines { add(inline, of: document, to: &text) }
        case .image(let alternative): text += alternative
        case .field(let form, let field):
            guard document.forms.indices.contains(form), document.forms[form].fields.indices.contains(field) else {
                return
            }
            text += shown(document.forms[form].fields[field])
        }
    }

    private static func shown(_ field: Form.Field) -> String {
        switch field.kind {
        case .text, .area: field.value
        case .checkBox, .radio: field.isChecked ? "[x]" : "[ ]"
        case .choice: field.options.lazy.filter(\.isSelected).map(\.label).joined(separator: ", ")
        case .submit, .button: "[\(field.label.isEmpty ? field.value : field.label)]"
        case .password, .file, .hidden: ""
        }
    }
}
