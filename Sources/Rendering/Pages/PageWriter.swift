import Notation

struct PageWriter {
    private let format: Format
    private let options: RenderOptions
    private static let pieceSize = 1 << 16

    init(_ format: Format, _ options: RenderOptions) {
        self.format = format
        self.options = options
    }

    /// Writes a page. JSON and YAML have an object; CSV and TSV have no form for pages and get the text for people
    /// without colors.
    nonisolated(nonsending) func write(
        _ view: PageView, to sink: nonisolated(nonsending) ([UInt8]) async throws -> Void
    ) async throws {
        switch format.page {
        case .json:
            let json = PageObject.json(of: view)
            try await write(format.isCompact ? json.compact : json.pretty, to: sink)
        case .yaml:
            var out = ByteBuffer()
            YAMLTree(key: YAMLKey(color: options.color)).append(PageObject.json(of: view), to: &out)
            try await write(out.drain(), to: sink)
        case .markdown:
            var page = PageMarkdown(view)
            var out = ByteBuffer()
            while let lines = page.next() {
                for line in lines { out.append(line + "\n") }
                if out.count >= Self.pieceSize { try await sink(out.drain()) }
            }
            if out.count > 0 { try await sink(out.drain()) }
        case .screen(let hasColor):
            var painter = LinePainter(
                PageColorizer(hasColor: hasColor && options.color, depth: options.depth, palette: view.palette))
            var screen = PageScreen(view, width: options.width)
            var out = ByteBuffer()
            while let lines = screen.next() {
                for line in lines { painter.write(line, to: &out) }
                if out.count >= Self.pieceSize { try await sink(out.drain()) }
            }
            if out.count > 0 { try await sink(out.drain()) }
        }
    }

    private nonisolated(nonsending) func write(
        _ json: String, to sink: nonisolated(nonsending) ([UInt8]) async throws -> Void
    ) async throws {
        var out = ByteBuffer()
        JSONText.appendSerialized(json, to: &out)
        out.append(0x0A)
        try await write(out.drain(), to: sink)
    }

    private nonisolated(nonsending) func write(
        _ bytes: [UInt8], to sink: nonisolated(nonsending) ([UInt8]) async throws -> Void
    ) async throws {
        var start = 0
        while start < bytes.count {
            // A piece is valid text: it does not end inside a character.
            var end = min(start + Self.pieceSize, bytes.count)
            while end < bytes.count, end > start + 1, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            try await sink(Array(bytes[start..<end]))
            start = end
        }
    }
}

/// A page as lines: its head, its contents, and remarks.
struct PageScreen {
    /// The width without a terminal, which fits every terminal and mail, so that a page in a file looks the same.
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

    mutating func next() -> [Line]? {
        if !head.isEmpty {
            defer { head = [] }
            return head
        }
        return layout.next() ?? end?.next()
    }

    private static func head(_ view: PageView, width: Int, parts: PageParts) -> [Line] {
        var lines: [Line] = []
        for (text, style) in [(view.document.title, TextStyle(.title, .bold)), (view.address, TextStyle.faint)] {
            var flow = PageFlow(width: width, parts: parts)
            flow.put(PageText.line(text), style)
            let more = flow.finish().filter { !$0.isEmpty }
            lines += style.role == .title ? more.map(Heading.banner) : more
        }
        return lines
    }
}

/// Remarks at the end of a page: redirects, and what was left out.
enum PageRemarks {
    static func sentences(on document: Document) -> [String] {
        var sentences: [String] = []
        if let refresh = document.refresh {
            let target = PageText.label(refresh.target)
            let action = target.isEmpty ? "reloads" : "redirects to \(target)"
            sentences.append(
                refresh.seconds <= 0
                    ? "The page \(action) automatically."
                    : "The page \(action) automatically after \(counted(refresh.seconds, "second")).")
        }
        return sentences + document.cuts.map(sentence)
    }

    static func sentence(_ cut: Document.Cut) -> String {
        switch cut {
        case .bytes(let read, let all):
            "The page has \(counted(all, "byte")); the first \(grouped(read)) are shown. `page source > FILE` has all of it."
        case .depth(let most):
            "The page nests deeper than \(counted(most, "level")); what lies deeper is not shown. `page source` has it."
        case .nodes(let most):
            "The page has more than \(counted(most, "part")); the rest is not shown. `page source` has it."
        case .badText(let count):
            "\(counted(count, "byte")) of the page \(count == 1 ? "is" : "are") no text in its character set, shown as \u{FFFD}."
        }
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }

    private static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = number < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "\u{A0}" }
            text.append(digit)
        }
        return text
    }
}
