import Notation

/// A page as lines: its head, what it says, and what is to be said about it at the end.
struct PageScreen {
    /// What is laid out for when nobody says how wide a line is: what a terminal has at least, and what a mail or a note
    /// can take. It is not wider where there is no terminal, so that a page kept in a file looks like the one seen.
    static let standardWidth = 80
    private static let leastWidth = 10

    private var head: [Line]
    private var layout: PageLayout
    private var end: PageLayout?

    init(_ view: PageView, width: Int?) {
        let width = max(width ?? Self.standardWidth, Self.leastWidth)
        let parts = PageParts(view.document)
        head = Self.head(view, width: width, parts: parts)
        layout = PageLayout(view.document.blocks, width: width, parts: parts, follows: !head.isEmpty)
        let remarks = PageRemarks.sentences(on: view.document)
        if !remarks.isEmpty {
            let blocks: [Block] = [.rule] + remarks.map { .paragraph([.text($0, [])]) }
            end = PageLayout(blocks, width: width, parts: parts, follows: true)
        }
    }

    /// Some more lines; nil at the end.
    mutating func next() -> [Line]? {
        if !head.isEmpty {
            defer { head = [] }
            return head
        }
        return layout.next() ?? end?.next()
    }

    private static func head(_ view: PageView, width: Int, parts: PageParts) -> [Line] {
        var lines: [Line] = []
        for (text, ink) in [(view.document.title, Ink(.title, .bold)), (view.address, Ink.faint)] {
            var flow = PageFlow(width: width, parts: parts)
            flow.put(PageText.line(text), ink)
            let more = flow.finish().filter { !$0.isEmpty }
            lines += ink.role == .title ? more.map(Heading.banner) : more
        }
        return lines
    }
}
