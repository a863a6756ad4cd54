import Notation

/// Writes a page in one format, piece by piece.
struct PageWriter {
    private let format: Format
    private let options: RenderOptions
    private static let pieceSize = 1 << 16

    init(_ format: Format, _ options: RenderOptions) {
        self.format = format
        self.options = options
    }

    /// Programs get an object with the parts of the page, and tables of values have no place for one: there it is the
    /// text that people read, without colours.
    nonisolated(nonsending) func write(
        _ view: PageView, to sink: nonisolated(nonsending) ([UInt8]) async throws -> Void
    ) async throws {
        switch format {
        case .json: try await write(PageObject.json(of: view).pretty, to: sink)
        case .ndjson: try await write(PageObject.json(of: view).compact, to: sink)
        case .yaml:
            var out = ByteBuffer()
            YAMLTree.append(PageObject.json(of: view), to: &out)
            try await write(out.drain(), to: sink)
        case .markdown:
            var page = PageMarkdown(view)
            var out = ByteBuffer()
            while let lines = page.next() {
                for line in lines { out.append(line + "\n") }
                if out.count >= Self.pieceSize { try await sink(out.drain()) }
            }
            if out.count > 0 { try await sink(out.drain()) }
        case .columns, .line, .csv, .tsv:
            let hasColour = options.colour && format == .columns
            var painter = LinePainter(PagePaint(hasColour: hasColour, depth: options.depth, palette: view.palette))
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
        JSONText.appendSerialised(json, to: &out)
        out.append(0x0A)
        try await write(out.drain(), to: sink)
    }

    private nonisolated(nonsending) func write(
        _ bytes: [UInt8], to sink: nonisolated(nonsending) ([UInt8]) async throws -> Void
    ) async throws {
        var start = 0
        while start < bytes.count {
            // A piece is text by itself: it does not end inside a character.
            var end = min(start + Self.pieceSize, bytes.count)
            while end < bytes.count, end > start + 1, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            try await sink(Array(bytes[start..<end]))
            start = end
        }
    }
}
