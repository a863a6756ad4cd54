import Notation

/// Formats an `Output` as text, piece by piece.
///
/// Rows of a stream are written batch by batch as they arrive. Text from the instance is made safe: control characters
/// and escape sequences are removed in `columns`, `line`, `markdown` and prose, escaped in JSON and YAML, and removed
/// in CSV and TSV on a terminal (in a file values stay unchanged).
package struct Renderer: Sendable {
    private let format: Format
    private let options: RenderOptions

    package init(_ format: Format, _ options: RenderOptions = RenderOptions()) {
        self.format = format
        self.options = options
    }

    /// Writes an output to a sink in pieces of complete rows. Rethrows errors of the sink and the batches, and throws
    /// `RenderError.bytesForTerminal`.
    package nonisolated(nonsending) func render(
        _ output: Output, to sink: nonisolated(nonsending) ([UInt8]) async throws -> Void
    ) async throws -> RenderFacts {
        var out = ByteBuffer()
        switch output {
        case .none:
            return RenderFacts()
        case .text(let text):
            out.append(ScreenText.lines(text))
            if let last = out.bytes.last, last != 0x0A { out.append(0x0A) }
        case .longText(let pieces):
            while let piece = try await pieces.next() {
                out.append(ScreenText.lines(piece))
                if out.count > 0 { try await sink(out.drain()) }
            }
        case .bytes(let bytes):
            guard options.width != nil else {
                if !bytes.isEmpty { try await sink(bytes) }
                return RenderFacts()
            }
            guard let text = ScreenText.text(bytes) else { throw RenderError.bytesForTerminal(count: bytes.count) }
            return try await render(.text(text), to: sink)
        case .json(let json):
            TerminalJSON.appendSerialized(format.isCompact ? json.compact : json.pretty, to: &out)
            out.append(0x0A)
        case .page(let view):
            try await sink(PageWriter(format: format, options: options).bytes(of: view))
        case .sections(let sections):
            var facts = RenderFacts()
            for (number, section) in sections.enumerated() {
                let above = number > 0 ? "\n" : ""
                try await sink(Array((above + title(section)).utf8))
                let more = try await render(section.output, to: sink)
                facts.rows += more.rows
                facts.hiddenColumns += more.hiddenColumns
            }
            return facts
        case .record(let columns, let cells):
            var writer = makeWriter()
            writer.writeRecord(columns, cells, to: &out)
            if out.count > 0 { try await sink(out.drain()) }
            var facts = writer.facts
            facts.rows = 1
            return facts
        case .table(let table):
            var rows = RowOutput(writer: makeWriter(), columns: table.columns)
            try await rows.write(table.rows, to: sink)
            return try await rows.end(to: sink)
        case .stream(let columns, let batches):
            return try await render(columns, batches, to: sink)
        }
        if out.count > 0 { try await sink(out.drain()) }
        return RenderFacts()
    }

    /// Writes the batches of a stream. While one is written, the next ones are read on another thread; if writing fails,
    /// reading is cancelled.
    private nonisolated(nonsending) func render(
        _ columns: [OutputColumn], _ batches: RowBatches,
        to sink: nonisolated(nonsending) ([UInt8]) async throws -> Void
    ) async throws -> RenderFacts {
        var rows = RowOutput(writer: makeWriter(), columns: columns)
        try await withThrowingTaskGroup(of: Void.self) { reading in
            let (wanted, want) = AsyncStream<Void>.makeStream()
            let (read, give) = AsyncThrowingStream<RowBatch, any Error>.makeStream()
            reading.addTask(executorPreference: globalConcurrentExecutor) {
                do {
                    for await _ in wanted {
                        guard let batch = try await batches.next() else { break }
                        give.yield(batch)
                    }
                    give.finish()
                } catch {
                    give.finish(throwing: error)
                }
            }
            for _ in 0..<Self.readAhead { want.yield() }
            for try await batch in read {
                want.yield()
                try await rows.write(await batch.cells(), to: sink)
            }
            want.finish()
            try Task.checkCancellation()
        }
        return try await rows.end(to: sink)
    }

    /// How many batches are read before the first is written, and while one is written.
    private static let readAhead = 2

    /// A section's title with its line end; empty if there is none.
    private func title(_ section: Section) -> String {
        if format.isForPrograms || section.title.isEmpty { return "" }
        return format.title(ScreenText.oneLine(section.title))
    }

    private func makeWriter() -> any RowWriter {
        let side = options.cells ?? format.usualSide
        return format.writer(options, side)
    }
}

/// Rows on their way to a sink, in pieces. The first rows determine the widths of columns.
private struct RowOutput {
    var writer: any RowWriter
    let columns: [OutputColumn]
    private(set) var out = ByteBuffer()
    private(set) var hasBegun = false
    private(set) var written = 0

    private static let rowsAtOnce = 64
    private static let pieceSize = 1 << 16

    nonisolated(nonsending) mutating func write(
        _ rows: [[Cell]], to sink: nonisolated(nonsending) ([UInt8]) async throws -> Void
    ) async throws {
        guard !rows.isEmpty else { return }
        begin(with: rows)
        var start = 0
        while start < rows.count {
            let end = min(start + Self.rowsAtOnce, rows.count)
            writer.write(rows[start..<end], to: &out)
            if out.count >= Self.pieceSize { try await sink(out.drain()) }
            start = end
        }
        written += rows.count
        if out.count > 0 { try await sink(out.drain()) }
    }

    nonisolated(nonsending) mutating func end(
        to sink: nonisolated(nonsending) ([UInt8]) async throws -> Void
    ) async throws -> RenderFacts {
        begin(with: [])
        writer.end(to: &out)
        if out.count > 0 { try await sink(out.drain()) }
        var facts = writer.facts
        facts.rows = written
        return facts
    }

    private mutating func begin(with rows: [[Cell]]) {
        if !hasBegun { writer.begin(columns, sample: rows, to: &out) }
        hasBegun = true
    }
}

/// Options besides the format.
package struct RenderOptions: Sendable, Hashable {
    /// The terminal's width in cells. Nil without a terminal, when nothing is truncated.
    var width: Int?
    /// Whether headers, names and parts of pages are styled. Values of records never are.
    var color: Bool
    /// How many colors a page may use, if `color` is set.
    var depth: ColorDepth
    /// Which side of each value is shown; nil is the format's default: the stored one in data formats,
    /// else the displayed one.
    var cells: CellSide?
    /// How long values and wide lists are shown; nil truncates both, as on tapes of earlier versions.
    var wide: WideLists?

    package init(
        width: Int? = nil, color: Bool = false, depth: ColorDepth = .none, cells: CellSide? = nil,
        wide: WideLists? = nil
    ) {
        self.wide = wide
        self.width = width
        self.color = color
        self.depth = depth
        self.cells = cells
    }
}

package enum CellSide: String, CaseIterable, Sendable, Hashable {
    case value
    case display
    /// Both: an object with `value` and `display_value` in JSON and YAML, a second column in CSV and TSV, elsewhere the
    /// display value, with the stored one in brackets if it differs.
    case both

    /// The text of a cell, for formats with a single place for it.
    func text(of cell: Cell) -> String {
        switch self {
        case .value: return cell.value
        case .display: return cell.shown
        case .both:
            guard let display = cell.display, display != cell.value else { return cell.value }
            return display.isEmpty ? cell.value : "\(display) (\(cell.value))"
        }
    }
}

/// What was hidden in a result, for the caller to report.
package struct RenderFacts: Sendable, Hashable {
    package var rows = 0
    package var hiddenColumns = 0
}

package enum RenderError: Error, Sendable, Hashable, CustomStringConvertible {
    /// This many raw bytes were to be written to a terminal.
    case bytesForTerminal(count: Int)

    package var description: String {
        switch self {
        case .bytesForTerminal(let count):
            "the answer is \(count) bytes of unknown kind, which could upset a terminal"
        }
    }
}
