extension Format {
    package static let columns = Format(
        "columns", "Rows under columns, or a field per line. A list is truncated on a terminal only.", for: .people,
        page: .screen(hasColor: true)
    ) { options, side in
        ColumnsWriter(width: options.width, color: options.color, side: side, wide: options.wide)
    }
}

/// How a list that is wider than the terminal is shown. A single record is wrapped.
package enum WideLists: String, CaseIterable, Sendable, Hashable {
    /// A record a block if less than half of the list fits, else truncated.
    case auto
    case cut, block

    /// Long texts are not counted: truncated, they still tell something.
    private static let longest = 40

    func showsBlocks(_ widths: [Int], in width: Int?) -> Bool {
        guard let width, widths.count > 1 else { return false }
        switch self {
        case .auto: return ColumnLayout.span(widths.map { min($0, Self.longest) }) > 2 * width
        case .cut: return false
        case .block: return ColumnLayout.span(widths) > width
        }
    }
}

/// Aligned columns under a header. Cells are on one line and truncated only on a terminal. The values of a single
/// record are wrapped there.
///
/// Widths are determined by the first rows. A longer cell later in a stream is truncated on a terminal, and elsewhere
/// shifts the rest of its row. Without rows, the header is still printed.
struct ColumnsWriter: RowWriter {
    private let width: Int?
    private let color: Bool
    private let side: CellSide
    private let wide: WideLists?
    /// The columns of a list whose records are shown as blocks.
    private var fields: [OutputColumn]?
    private var hasBlock = false
    private var layout = ColumnLayout(natural: [], total: nil)
    private(set) var facts = RenderFacts()
    private var meanings: [CellMeaning] = []

    init(width: Int?, color: Bool, side: CellSide, wide: WideLists? = nil) {
        self.wide = wide
        self.width = width.map { max($0, 1) }
        self.color = color
        self.side = side
    }

    mutating func begin(_ columns: [OutputColumn], sample: [[Cell]], to out: inout ByteBuffer) {
        meanings = columns.map { CellMeaning(of: $0.name) }
        let names = columns.map { ScreenText.oneLine($0.name) }
        var natural = zip(names, columns).map { max(DisplayWidth.of($0), $1.room) }
        var identifiers: Set<Int> = [], others: Set<Int> = []
        for row in sample {
            for index in 0..<min(row.count, natural.count) {
                let text = side.text(of: row[index])
                natural[index] = max(natural[index], Self.width(of: text))
                if width == nil || text.isEmpty || others.contains(index) { continue }
                if Self.isUselessIfTruncated(text) { identifiers.insert(index) } else { others.insert(index) }
            }
        }
        if let wide, wide.showsBlocks(natural, in: width) {
            fields = columns
            return
        }
        layout = ColumnLayout(
            natural: natural, total: width, whole: identifiers.subtracting(others), keepsFirst: wide != nil)
        facts.hiddenColumns = layout.hidden
        if names.isEmpty { return }

        if color { out.append(Style.bold) }
        writeRow(to: &out) { names[$0] }
        if color { out.append(Style.plain) }
        out.append(0x0A)
    }

    mutating func write(_ rows: ArraySlice<[Cell]>, to out: inout ByteBuffer) {
        for row in rows {
            if let fields {
                if hasBlock { out.append(0x0A) }
                hasBlock = true
                writeRecord(fields, row, to: &out)
                continue
            }
            writeRow(
                to: &out, style: { color && $0 < row.count ? meanings[$0].sequence(row[$0]) : nil },
                link: { color && $0 < row.count ? row[$0].link : nil },
                text: { $0 < row.count ? side.text(of: row[$0]) : "" })
            out.append(0x0A)
        }
    }

    mutating func end(to out: inout ByteBuffer) {}

    mutating func writeRecord(_ columns: [OutputColumn], _ cells: [Cell], to out: inout ByteBuffer) {
        let names = columns.map { ScreenText.oneLine($0.name) }
        let longest = names.reduce(0) { max($0, DisplayWidth.of($1)) }
        layout = ColumnLayout(name: longest, total: width)
        for (index, name) in names.enumerated() {
            let cell = cells.cell(index), meaning = CellMeaning(of: columns[index].name)
            let text = side.text(of: cell)
            let lines = width != nil && wide != nil ? ScreenText.wrapped(text, width: layout.widths[1]) : [text]
            // A name that leaves too little room has a line of its own.
            let isAlone = wide != nil && DisplayWidth.of(name) > layout.widths[0]
            if isAlone { out.append((color ? Style.bold + name + Style.plain : name) + "\n") }
            for (number, line) in lines.enumerated() {
                let shown = number == 0 && !isAlone ? name : ""
                writeRow(
                    to: &out,
                    style: { color ? ($0 == 1 ? meaning.sequence(cell) : shown.isEmpty ? nil : Style.bold) : nil },
                    link: { color && $0 == 1 ? cell.link : nil }, text: { $0 == 0 ? shown : line })
                out.append(0x0A)
            }
        }
    }

    private func writeRow(
        to out: inout ByteBuffer, style: (Int) -> String? = { _ in nil }, link: (Int) -> String? = { _ in nil },
        text: (Int) -> String
    ) {
        let start = out.count
        var column = 0
        var padding = 0
        for index in layout.widths.indices {
            let room = layout.widths[index]
            let limit = width.map { index == layout.widths.count - 1 ? $0 - column - layout.marker : room }
            out.append(spaces: padding)
            let begin = style(index)
            let address = link(index)
            if let begin { out.append(begin) }
            if let address { out.append(Style.link(address)) }
            let taken = Self.put(text(index), limit: limit, to: &out)
            if address != nil { out.append(Style.link("")) }
            if begin != nil { out.append(Style.plain) }
            padding = max(room - taken, 0) + ColumnLayout.gap
            column += taken + padding
        }
        if layout.marker > 0 {
            out.append(spaces: padding)
            out.append("…")
        }
        out.trimSpaces(from: start)
    }

    /// Whether a text is a sys_id, a record's number, a date or a number: other text is truncated before those.
    private static func isUselessIfTruncated(_ text: String) -> Bool {
        guard text.utf8.count <= 32 else { return false }
        var hasDigit = false, isHex = text.utf8.count == 32, isPlain = true
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39: hasDigit = true
            case UInt8(ascii: "a")...UInt8(ascii: "f"): isPlain = false
            case 0x41...0x5A, UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: ","), 0x20:
                isHex = false
            default: return false
            }
        }
        return isHex || isPlain && hasDigit
    }

    private static func width(of text: String) -> Int {
        var text = text
        return text.withUTF8 { DisplayWidth.isPrintableASCII($0) ? $0.count : nil }
            ?? DisplayWidth.of(ScreenText.oneLine(text))
    }

    /// Writes one cell, truncated with `…` if it does not fit, and returns its width.
    private static func put(_ text: String, limit: Int?, to out: inout ByteBuffer) -> Int {
        var text = text
        let plain: Int? = text.withUTF8 { bytes in
            guard DisplayWidth.isPrintableASCII(bytes) else { return nil }
            guard let limit, bytes.count > limit else {
                out.append(bytes)
                return bytes.count
            }
            out.append(bytes[..<max(limit - 1, 0)])
            out.append("…")
            return max(limit, 1)
        }
        if let plain { return plain }

        text = ScreenText.oneLine(text)
        return text.withUTF8 { bytes in
            let whole = DisplayWidth.of(bytes)
            guard let limit, whole > limit else {
                out.append(bytes)
                return whole
            }
            let kept = DisplayWidth.prefix(of: bytes, fitting: max(limit - 1, 0))
            out.append(bytes[..<kept.bytes])
            out.append("…")
            return kept.width + 1
        }
    }
}

/// The widths of a line's columns.
struct ColumnLayout: Equatable {
    private(set) var widths: [Int]
    /// How many columns at the end do not fit; a single `…` replaces them.
    private(set) var hidden = 0
    private(set) var marker = 0

    static let gap = 2
    static let least = 8

    /// Distributes `total` cells among columns with `natural` widths. Short columns keep their width, long ones share
    /// the rest evenly. Without a total, every column has its natural width.
    ///
    /// - Parameters:
    ///   - whole: columns that are useless if truncated; they are spared while the others stay wide enough.
    ///   - keepsFirst: whether the first column is whole too, if it takes at most half of the line.
    init(natural: [Int], total: Int?, whole: Set<Int> = [], keepsFirst: Bool = false) {
        widths = natural
        guard let total, Self.span(natural) > total else { return }
        let first = keepsFirst && natural[0] <= total / 2 ? natural[0] : Self.least
        while widths.count > 1,
            Self.span(widths.indices.map { min(widths[$0], $0 == 0 ? first : Self.least) }) + marker > total
        {
            widths.removeLast()
            hidden += 1
            marker = total > Self.gap + 1 ? Self.gap + 1 : 0
        }
        let budget = total - marker - Self.gap * (widths.count - 1)
        let name: Set<Int> = keepsFirst && first == natural[0] ? [0] : []
        share(max(budget, widths.count), sparing: [whole.union(name), name])
    }

    /// Distributes `total` cells between the names and values of a record's fields; values get the rest, and at least
    /// half.
    init(name: Int, total: Int?) {
        guard let total else {
            widths = [name, 0]
            return
        }
        let names = min(name, max((total - Self.gap) / 2, 1))
        widths = [names, max(total - Self.gap - names, 1)]
    }

    static func span(_ widths: [Int]) -> Int { widths.reduce(0, +) + gap * max(widths.count - 1, 0) }

    /// - Parameter choices: columns to spare; the first that leave enough for the others are.
    private mutating func share(_ budget: Int, sparing choices: [Set<Int>]) {
        let spared =
            choices.first { whole in
                widths.indices.map { whole.contains($0) ? widths[$0] : min(widths[$0], Self.least) }.reduce(0, +)
                    <= budget
            } ?? []
        var left = budget - widths.indices.filter(spared.contains).map { widths[$0] }.reduce(0, +)
        let order = widths.indices.filter { !spared.contains($0) }.sorted { (widths[$0], $0) < (widths[$1], $1) }
        for (taken, index) in order.enumerated() {
            let fair = left / (order.count - taken)
            widths[index] = min(widths[index], fair)
            left -= widths[index]
        }
    }
}

/// The meaning of a column's values as a color: urgent, or done.
enum CellMeaning {
    /// 1 is the most urgent.
    case urgency
    case state
    /// False is done.
    case activity
    case none

    /// - Parameter column: its name; may be dot-walked.
    init(of column: String) {
        self =
            switch column.split(separator: ".").last {
            case "priority", "urgency", "impact", "severity": .urgency
            case "state", "incident_state", "problem_state", "stage", "workflow_state": .state
            case "active": .activity
            default: .none
            }
    }

    /// The SGR sequence (ECMA-48) before a cell; nil for none.
    func sequence(_ cell: Cell) -> String? {
        switch self {
        case .none: return nil
        case .urgency:
            // `1`, or `1 - Critical` if only the display value was requested.
            switch cell.value.prefix(while: \.isNumber) {
            case "1": return Style.red
            case "2": return Style.yellow
            default: return nil
            }
        case .state:
            let words = cell.shown.lowercased()
            return Self.done.contains(where: words.hasPrefix) ? Style.dim : nil
        case .activity: return cell.value == "false" ? Style.dim : nil
        }
    }

    private static let done = ["closed", "resolved", "complete", "canceled", "cancelled", "skipped", "retired"]
}
