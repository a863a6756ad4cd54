import ExchangeModel
import Notation
import NowSDK
import NowWeb

/// What is said beside a page.
enum PageRemarks {
    /// A page with fewer letters than this that has scripts is built by them.
    private static let fewLetters = 80

    /// What is not as whoever asked may expect it.
    static func about(_ page: WebPage, asked: HTTPURL, _ session: isolated ShellSession) -> [String] {
        var remarks: [String] = []
        if page.address != asked { remarks.append("Redirected to \(page.address.target)") }
        let answer = page.response
        if answer.body.isEmpty, answer.status < 400 {
            let reason = answer.reason.isEmpty ? "" : " " + answer.reason
            return remarks + ["There is nothing on the page: the answer is empty (\(answer.status)\(reason))."]
        }
        let document = page.document
        if isBuiltByScripts(document, at: page.address) {
            remarks.append("Scripts build this page in the browser, and they are not run here; page browse shows it.")
        }
        return remarks
    }

    /// Whether a page says nothing before its scripts are run: workspaces (`/now/…`) and portals.
    static func isBuiltByScripts(_ document: Document, at address: HTTPURL) -> Bool {
        let letters = PageLetters.count(in: document.blocks, upTo: fewLetters)
        if letters >= fewLetters || !document.forms.allSatisfy({ $0.fields.allSatisfy { $0.kind == .hidden } }) {
            return false
        }
        return address.path.hasPrefix("/now/") || address.path.hasPrefix("/sp")
            || document.assets.contains { $0.kind == .script } && letters < fewLetters / 4
    }

    /// The part of a page that an address leads to.
    static func part(named name: String, isThere: Bool) -> String {
        if isThere { return "This is the page from #\(name) on; page reload shows all of it." }
        // Browsers know `#top` where no part is called so.
        if name.isEmpty || ASCII.lowercased(name) == "top" { return "The address leads to the top of the page." }
        return "The page has no part #\(name); this is all of it."
    }

    /// An address as `page open` takes it: of the instance from its root on, of others whole, else as it stands.
    static func address(_ address: PageAddress, _ text: String) -> String {
        switch address {
        case .page(let url): url.target
        case .elsewhere(let url): url.description
        case .fragment(let name): "#" + name
        case .unsupported, .unreadable: text
        }
    }
}

/// How much a document says.
enum PageLetters {
    /// The letters of blocks, counted no further than is asked for. Documents nest 200 levels at most.
    static func count(in blocks: [Block], upTo limit: Int) -> Int {
        var count = 0
        for block in blocks {
            if count >= limit { break }
            count += self.count(in: block, upTo: limit - count)
        }
        return count
    }

    private static func count(in block: Block, upTo limit: Int) -> Int {
        switch block {
        case .heading(_, let inlines), .paragraph(let inlines): return count(of: inlines)
        case .preformatted(let text): return text.utf8.count
        case .quote(let blocks), .form(_, let blocks), .notice(let blocks): return count(in: blocks, upTo: limit)
        case .list(_, let items): return count(in: items.flatMap(\.self), upTo: limit)
        case .definitions(let definitions):
            return definitions.reduce(0) { $0 + count(of: $1.term) + count(in: $1.meaning, upTo: limit) }
        case .table(let grid):
            return count(of: grid.caption) + count(in: grid.rows.flatMap { $0.flatMap(\.blocks) }, upTo: limit)
        case .group(let legend, let blocks): return count(of: legend) + count(in: blocks, upTo: limit)
        case .rule: return 0
        }
    }

    private static func count(of inlines: [Inline]) -> Int {
        inlines.reduce(0) { sum, inline in
            switch inline {
            case .text(let text, _): sum + text.utf8.count
            case .link(_, let inner): sum + count(of: inner)
            case .image(let alternative): sum + alternative.utf8.count
            case .lineBreak, .field: sum
            }
        }
    }
}
