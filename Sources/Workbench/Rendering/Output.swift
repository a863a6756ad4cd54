package import Notation

/// The result of a command, independent of a format.
package enum Output: Sendable {
    case none
    /// Prose, with lines separated by `\n`.
    case text(String)
    case longText(TextPieces)
    case table(OutputTable)
    /// One record: a field per line in `columns`, `line` and `markdown`; one object or row in the data formats.
    case record(columns: [OutputColumn], cells: [Cell])
    case stream(columns: [OutputColumn], batches: RowBatches)
    /// A JSON value: indented in every format except `ndjson`.
    case json(JSON)
    case page(PageView)
    /// Several outputs with an empty line between them, and titles in the formats for people.
    case sections([Section])
    /// Raw bytes (a download, a response of unknown type). On a terminal they are printed if they are text and rejected
    /// otherwise.
    case bytes([UInt8])
}

extension Output {
    /// The same with the kinds of its columns; those that are not named are text.
    package func typed(_ kinds: [String: OutputColumn.Kind]) -> Output {
        func typed(_ columns: [OutputColumn]) -> [OutputColumn] {
            columns.map { column in
                var column = column
                column.kind = kinds[column.name] ?? .text
                return column
            }
        }
        switch self {
        case .table(let table): return .table(OutputTable(columns: typed(table.columns), rows: table.rows))
        case .record(let columns, let cells): return .record(columns: typed(columns), cells: cells)
        case .stream(let columns, let batches): return .stream(columns: typed(columns), batches: batches)
        case .json(.object(var members)):
            for (index, member) in members.enumerated() {
                guard let kind = kinds[member.name], case .string(let text) = member.value else { continue }
                members[index].value = kind.json(text)
            }
            return .json(.object(members))
        default: return self
        }
    }

    /// The width of a list's first column with its gap, if its text in `columns` begins with the heading.
    package func frozenWidth(in text: [UInt8]) -> Int? {
        let line = String(decoding: Style.removed(from: text.prefix { $0 != 0x0A }), as: UTF8.self)
        let names = columns.map(\.name)
        guard let name = names.first, line.hasPrefix(name) else { return nil }
        let rest = line.dropFirst(name.count).drop { $0 == " " }
        guard names.count > 1 else { return 0 }
        return rest.hasPrefix(names[1].prefix(2)) ? line.count - rest.count : nil
    }

    private var columns: [OutputColumn] {
        switch self {
        case .table(let table): table.columns
        case .stream(let columns, _): columns
        default: []
        }
    }
}

/// Rows under named columns.
package struct OutputTable: Sendable {
    package var columns: [OutputColumn]
    /// One cell for each column; a shorter row has empty ones at its end.
    package var rows: [[Cell]]
    package init(columns: [OutputColumn], rows: [[Cell]]) {
        self.columns = columns
        self.rows = rows
    }
}

/// A column of a table or a field of a record.
package struct OutputColumn: Sendable, Hashable {
    package var name: String
    /// How JSON writes its values. Other formats and displayed values are text.
    package var kind = Kind.text
    /// At least this wide in `columns`, for a stream whose later rows are wider than the first ones.
    package var room = 0
    package init(_ name: String) { self.name = name }

    package enum Kind: Sendable, Hashable {
        /// Null if empty.
        case number, boolean
        /// An array of the texts between commas.
        case list
        case text
    }
}

/// One field: the stored value and the display value.
package struct Cell: Sendable, Hashable {
    package var value: String
    package var display: String?
    /// The target of its link on a terminal, in printable ASCII.
    package var link: String?
    package init(_ value: String, display: String? = nil) {
        self.value = value
        self.display = display
    }
    package var shown: String { display ?? value }
}

package struct Section: Sendable {
    package let title: String
    package let output: Output

    package init(title: String, output: Output) {
        self.title = title
        self.output = output
    }
}

package struct RowBatches: Sendable {
    package private(set) var next: @Sendable () async throws -> RowBatch?

    package init(next: @escaping @Sendable () async throws -> [[Cell]]?) {
        self.next = { try await next().map { rows in RowBatch { rows } } }
    }

    /// Batches whose cells are made later.
    package static func reading(_ next: @escaping @Sendable () async throws -> RowBatch?) -> RowBatches {
        var batches = RowBatches { nil }
        batches.next = next
        return batches
    }
}

/// Rows whose cells are made when they are written, while the next batch is being read.
package struct RowBatch: Sendable {
    let cells: @Sendable () async -> [[Cell]]

    package init(cells: @escaping @Sendable () async -> [[Cell]]) { self.cells = cells }

    package func map(_ change: @escaping @Sendable ([[Cell]]) -> [[Cell]]) -> RowBatch {
        RowBatch { [cells] in change(await cells()) }
    }
}

package struct TextPieces: Sendable {
    package let next: @Sendable () async throws -> String?
    package init(next: @escaping @Sendable () async throws -> String?) { self.next = next }
}

package struct PageView: Sendable {
    package var document: Document
    var address: String
    /// The page's colors; nil uses the terminal's own.
    var palette: PagePalette?

    package init(_ document: Document, address: String, palette: PagePalette? = nil) {
        self.document = document
        self.address = address
        self.palette = palette
    }

    package var json: JSON { PageObject.json(of: self) }

    /// The page's content as text, with the addresses of its links below it. Headings are paragraphs.
    package var text: String {
        var document = document
        document.blocks = document.blocks.map { block in
            if case .heading(_, let inlines) = block { .paragraph(inlines) } else { block }
        }
        let links = document.links.enumerated().map { "\n[\($0 + 1)] \($1.target)" }
        let text = PageObject.text(of: document)
        return String(text.dropLast(text.hasSuffix("\n") ? 1 : 0)) + (links.isEmpty ? "" : "\n") + links.joined()
    }

    /// The page as it is laid out for people, without styles.
    package func lines(width: Int?) -> [String] { PageScreen.lines(of: self, width: width).map(\.shown) }
}

/// The colors of a page's parts, as `0xRRGGBB`.
package struct PagePalette: Sendable, Hashable {
    package enum Part: Sendable, Hashable {
        case background, text, link, faint
        /// Headings and code on the page's background.
        case accent
        /// The text of banners, on `headingBackground`.
        case heading
        case headingBackground, notice, noticeBackground
    }

    let colors: [Part: UInt32]

    package init(_ colors: [Part: UInt32]) { self.colors = colors }
}
