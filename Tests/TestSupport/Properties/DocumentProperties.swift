package import Notation

/// Properties of every document.
package enum DocumentProperties {
    /// The first property that a page's document violates; nil when all hold.
    package static func broken(_ document: Document, of page: [UInt8]) -> String? {
        var check = Check(document: document)
        check.look(document.blocks, 0)
        if let claim = check.claim { return claim }
        if document.links.count > 20_000 || document.assets.count > 20_000 { return "too many links or assets" }
        if check.count > 1_000_000 { return "too many blocks and pieces" }
        if Set(document.assets.map(\.target)).count != document.assets.count { return "an asset stands twice" }
        // The document's text comes from the page: markup adds no text, except for character references.
        if check.size > 4 * page.count + 4096 { return "\(check.size) bytes of text of \(page.count)" }
        for cut in document.cuts {
            switch cut {
            case .bytes(let read, let all) where read >= all || all != page.count: return "a cut that is none"
            case .badText(let count) where count <= 0 || count > page.count: return "bad text of \(count) bytes"
            default: break
            }
        }
        return nil
    }

    private struct Check {
        let document: Document
        var claim: String?
        var count = 0
        var size = 0
        var shown: Set<[Int]> = []

        mutating func look(_ blocks: [Block], _ depth: Int) {
            guard claim == nil else { return }
            if depth > 150 { claim = "blocks nest too deep" }
            count += blocks.count
            for block in blocks {
                switch block {
                case .heading(let level, let line):
                    if !(1...6).contains(level) || line.isEmpty { claim = "an odd heading" }
                    look(line: line)
                case .paragraph(let line):
                    if line.isEmpty { claim = "an empty paragraph" }
                    look(line: line)
                case .preformatted(let text):
                    if text.isEmpty { claim = "empty preformatted text" }
                    size += text.utf8.count
                case .quote(let inner), .notice(let inner): look(inner, depth + 1)
                case .form(let number, let inner):
                    if !document.forms.indices.contains(number) { claim = "a form that is not there" }
                    look(inner, depth + 1)
                case .group(let legend, let inner):
                    look(line: legend)
                    look(inner, depth + 1)
                case .list(_, let items): for item in items { look(item, depth + 1) }
                case .definitions(let definitions):
                    for definition in definitions {
                        look(line: definition.term)
                        look(definition.meaning, depth + 1)
                    }
                case .table(let grid): look(grid, depth)
                case .rule: break
                }
            }
        }

        private mutating func look(_ grid: Grid, _ depth: Int) {
            look(line: grid.caption)
            for cell in grid.rows.joined() {
                if !(1...1000).contains(cell.columns) || !(1...1000).contains(cell.rows) { claim = "an odd cell" }
                look(cell.blocks, depth + 1)
            }
        }

        private mutating func look(line: [Inline]) {
            var last: UInt8 = 0x20
            look(line, 0, &last)
            if last == 0x20, !line.isEmpty { claim = claim ?? "a line ends in a space: \(line)" }
            if case .lineBreak? = line.last { claim = claim ?? "a line ends twice" }
        }

        private mutating func look(_ line: [Inline], _ depth: Int, _ last: inout UInt8) {
            if depth > 20 { claim = claim ?? "links nest too deep" }
            count += line.count
            for inline in line {
                switch inline {
                case .text(let text, _):
                    size += text.utf8.count
                    if text.isEmpty { claim = claim ?? "an empty text" }
                    for byte in text.utf8 {
                        if byte == 0x20, last == 0x20 { claim = claim ?? "two spaces, or one at the start: \(line)" }
                        if byte == 0x0A || byte == 0x09 || byte == 0x0D { claim = claim ?? "white space that counts" }
                        last = byte
                    }
                case .lineBreak: last = 0x20
                case .link(let number, let inner):
                    if !document.links.indices.contains(number) { claim = claim ?? "a link that is not there" }
                    if inner.isEmpty { last = 0 }
                    look(inner, depth + 1, &last)
                case .image(let alternative):
                    size += alternative.utf8.count
                    last = 0
                case .field(let form, let field):
                    guard document.forms.indices.contains(form), document.forms[form].fields.indices.contains(field)
                    else {
                        claim = claim ?? "a field that is not there"
                        return
                    }
                    if !shown.insert([form, field]).inserted { claim = claim ?? "a field that is shown twice" }
                    last = 0
                }
            }
        }
    }
}
