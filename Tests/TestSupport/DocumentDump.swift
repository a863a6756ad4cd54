package import Notation

/// A document as indented text for comparisons: one line per block, followed by its indented content.
package enum DocumentDump {
    /// The document, preceded by the non-empty parts of its head.
    package static func text(_ document: Document) -> String {
        var lines: [String] = []
        if !document.title.isEmpty { lines.append("title \(quoted(document.title))") }
        if let language = document.language { lines.append("language \(quoted(language))") }
        if let name = document.formName { lines.append("form name \(quoted(name))") }
        if let base = document.base { lines.append("base \(quoted(base))") }
        if let refresh = document.refresh { lines.append("refresh \(refresh.seconds) \(quoted(refresh.target))") }
        blocks(document.blocks, "", &lines)
        for (number, link) in document.links.enumerated() {
            lines.append("link \(number) \(quoted(link.target)) \(quoted(link.text))")
        }
        for (number, form) in document.forms.enumerated() { dump(form, number, &lines) }
        for asset in document.assets { lines.append("asset \(asset.kind.rawValue) \(quoted(asset.target))") }
        for cut in document.cuts { lines.append("cut \(cut)") }
        // Empty parts leave no blanks.
        return lines.map { $0.hasSuffix(" ") ? String($0.dropLast()) : $0 }.joined(separator: "\n")
    }

    private static func blocks(_ blocks: [Block], _ indent: String, _ lines: inout [String]) {
        let deeper = indent + "  "
        func line(_ text: String) { lines.append(indent + text) }
        for block in blocks {
            switch block {
            case .heading(let level, let text): line("h\(level) \(inlines(text))")
            case .paragraph(let text): line("p \(inlines(text))")
            case .preformatted(let text): line("pre \(quoted(text))")
            case .rule: line("rule")
            case .quote(let inner):
                line("quote")
                Self.blocks(inner, deeper, &lines)
            case .notice(let inner):
                line("notice")
                Self.blocks(inner, deeper, &lines)
            case .form(let number, let inner):
                line("form \(number)")
                Self.blocks(inner, deeper, &lines)
            case .group(let legend, let inner):
                line("group \(inlines(legend))")
                Self.blocks(inner, deeper, &lines)
            case .list(let start, let items):
                line(start.map { "list from \($0)" } ?? "list")
                for item in items {
                    lines.append(deeper + "-")
                    Self.blocks(item, deeper + "  ", &lines)
                }
            case .definitions(let definitions):
                line("definitions")
                for definition in definitions {
                    lines.append(deeper + "= \(inlines(definition.term))")
                    Self.blocks(definition.meaning, deeper + "  ", &lines)
                }
            case .table(let grid):
                line("table \(inlines(grid.caption))")
                for row in grid.rows {
                    lines.append(deeper + "row")
                    for cell in row {
                        let span = cell.columns > 1 || cell.rows > 1 ? " \(cell.columns)x\(cell.rows)" : ""
                        lines.append(deeper + "  " + (cell.isHeader ? "head" : "cell") + span)
                        Self.blocks(cell.blocks, deeper + "    ", &lines)
                    }
                }
            }
        }
    }

    private static func inlines(_ inlines: [Inline]) -> String {
        inlines.map { inline in
            switch inline {
            case .text(let text, let emphasis): quoted(text) + marks(emphasis)
            case .lineBreak: "br"
            case .link(let number, let inner): "a\(number)(\(Self.inlines(inner)))"
            case .image(let alternative): "img\(quoted(alternative))"
            case .field(let form, let field): "field \(form).\(field)"
            }
        }.joined(separator: " ")
    }

    private static func marks(_ emphasis: Inline.Emphasis) -> String {
        let all: [(Inline.Emphasis, String)] = [
            (.strong, "b"), (.stressed, "i"), (.code, "c"), (.struck, "s"), (.marked, "m"), (.label, "l"),
        ]
        let letters = all.filter { emphasis.contains($0.0) }.map(\.1).joined()
        return letters.isEmpty ? "" : "/\(letters)"
    }

    private static func dump(_ form: Form, _ number: Int, _ lines: inout [String]) {
        var head = "fields \(number) \(form.method)"
        if let name = form.name { head += " name \(quoted(name))" }
        if let action = form.action { head += " to \(quoted(action))" }
        if form.encoding != .fields { head += " as \(form.encoding.rawValue)" }
        lines.append(head)
        for field in form.fields {
            var line = "  \(kind(field.kind)) \(quoted(field.name))"
            if !field.label.isEmpty { line += " label \(quoted(field.label))" }
            if !field.value.isEmpty { line += " = \(quoted(field.value))" }
            for (isSo, word) in [
                (field.isChecked, "on"), (field.allowsMany, "many"), (field.isReadOnly, "fixed"),
                (field.isDisabled, "off"), (field.isRequired, "must"),
            ] where isSo { line += " \(word)" }
            lines.append(line)
            for option in field.options {
                lines.append(
                    "    \(option.isSelected ? "*" : "-") \(quoted(option.value)) \(quoted(option.label))"
                        + (option.isDisabled ? " off" : ""))
            }
        }
    }

    private static func kind(_ kind: Form.Kind) -> String {
        switch kind {
        case .text(let type): type
        default: "\(kind)"
        }
    }

    /// A quoted text with invisible characters escaped.
    private static func quoted(_ text: String) -> String {
        var quoted = "'"
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A: quoted += "\\n"
            case 0x09: quoted += "\\t"
            case 0xA0: quoted += "\\nbsp"
            case 0..<0x20, 0x7F..<0xA0: quoted += "\\u{\(String(scalar.value, radix: 16))}"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "'"
    }
}

/// GraphQL documents shared by tests of several modules.
package enum SampleDocuments {
    /// The ten articles published last: the query of the mobile SDK's documentation, verbatim.
    package static let articles = """
        {
        GlideRecord_Query {
        kb_knowledge(queryConditions: "active=true^ORDERBYpublishedDESC" pagination: { limit: 10, offset: 0 }) {
        _results {
        sys_id {
        value
        },
        number {
        displayValue
        },
        short_description {
        displayValue
        },
        author {
        displayValue
        }
        published {
        displayValue
        }
        }
        }
        }
        }
        """
}
