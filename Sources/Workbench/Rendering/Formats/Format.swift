/// A format of results. Each is one file in this folder, with one line in `allCases`.
package struct Format: Sendable, CaseIterable {
    package enum Audience: Sendable, Hashable {
        /// Formats for people show display values.
        case people
        /// Formats for programs have stored values: in rows with equal columns, or in objects.
        case rows, objects
    }

    enum PageForm {
        case screen(hasColor: Bool), markdown, json, yaml
    }

    package let name: String
    package let summary: String
    package let audience: Audience
    let page: PageForm
    /// Whether a JSON value takes one line.
    let isCompact: Bool
    /// A section's title with its line end, in formats for people.
    let title: @Sendable (String) -> String
    let writer: @Sendable (_ options: RenderOptions, _ side: CellSide) -> any RowWriter

    init(
        _ name: String, _ summary: String, for audience: Audience, page: PageForm, isCompact: Bool = false,
        title: @escaping @Sendable (String) -> String = { $0 + "\n" },
        writer: @escaping @Sendable (_ options: RenderOptions, _ side: CellSide) -> any RowWriter
    ) {
        self.name = name
        self.summary = summary
        self.audience = audience
        self.page = page
        self.isCompact = isCompact
        self.title = title
        self.writer = writer
    }

    package static let allCases: [Format] = [columns, line, json, ndjson, csv, tsv, yaml, markdown]

    package init?(_ name: String) {
        guard let format = Format.allCases.first(where: { $0.name == name }) else { return nil }
        self = format
    }

    package var isForPrograms: Bool { audience != .people }

    /// The formats for programs, or those for people.
    package static func names(forPrograms: Bool) -> [String] {
        allCases.filter { $0.isForPrograms == forPrograms }.map(\.name)
    }

    /// The values that it shows unless others are requested.
    package var usualSide: CellSide { isForPrograms ? .value : .display }
}

extension Format: Hashable {
    package static func == (one: Format, other: Format) -> Bool { one.name == other.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

protocol RowWriter {
    /// Writes what precedes the first row. `sample` has the rows known so far: all rows of a table, the first batch of
    /// a stream.
    mutating func begin(_ columns: [OutputColumn], sample: [[Cell]], to out: inout ByteBuffer)
    mutating func write(_ rows: ArraySlice<[Cell]>, to out: inout ByteBuffer)
    mutating func end(to out: inout ByteBuffer)
    mutating func writeRecord(_ columns: [OutputColumn], _ cells: [Cell], to out: inout ByteBuffer)
    var facts: RenderFacts { get }
}

extension RowWriter {
    var facts: RenderFacts { RenderFacts() }

    mutating func writeRecord(_ columns: [OutputColumn], _ cells: [Cell], to out: inout ByteBuffer) {
        begin(columns, sample: [cells], to: &out)
        write([cells], to: &out)
        end(to: &out)
    }
}

extension [Cell] {
    /// The cell at an index; empty after the end of a short row.
    func cell(_ index: Int) -> Cell { index < count ? self[index] : Cell("") }
}
