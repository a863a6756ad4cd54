/// Emulates enough of an xterm to see what a user sees.
package struct EmulatedScreen: Sendable {
    private var columns: Int
    private var rows: Int
    private var cells: [[String]]
    private var row = 0
    private var column = 0
    /// The last column was written: the next character wraps.
    private var wrapsNext = false
    private var pending: [Unicode.Scalar] = []
    /// Whether bracketed paste is enabled.
    package private(set) var marksPastes = false
    package private(set) var bells = 0
    /// Unsupported sequences; tests should check that there are none.
    package private(set) var unknown: [String] = []

    /// What the terminal answers to requests, and has not sent yet.
    var replies = ""

    private static let blank = " "
    /// The second cell of a wide character.
    private static let taken = ""

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = Array(repeating: Array(repeating: Self.blank, count: columns), count: rows)
    }

    /// The rows without trailing blanks, down to the last that has content or the cursor, which is shown as `‸`.
    package var text: String {
        var lines = cells.indices.map { index in
            var cells = cells[index]
            if index == row { cells.insert("‸", at: min(column, columns)) }
            while cells.last == Self.blank { cells.removeLast() }
            return cells.joined()
        }
        while lines.last == "" { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    /// Adds or removes columns at the right and rows at the bottom, like an xterm.
    package mutating func resize(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        for index in cells.indices {
            cells[index] = Array(cells[index].prefix(columns))
            cells[index] += Array(repeating: Self.blank, count: columns - cells[index].count)
        }
        cells = Array(cells.prefix(rows))
        while cells.count < rows { cells.append(Array(repeating: Self.blank, count: columns)) }
        move(row, column)
    }

    package mutating func feed(_ scalars: some Sequence<Unicode.Scalar>) {
        for scalar in scalars {
            if !pending.isEmpty || scalar == "\u{1B}" { escape(scalar) } else { plain(scalar) }
        }
    }

    private mutating func plain(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\r": move(row, 0)
        case "\n": lineFeed()
        case "\u{8}": move(row, column - 1)
        case "\t": move(row, min((column / 8 + 1) * 8, columns - 1))
        case "\u{7}": bells += 1
        case "\0": break
        default: put(scalar)
        }
    }

    private mutating func put(_ scalar: Unicode.Scalar) {
        let width = Self.width(scalar)
        if width == 0 {
            if column > 0 { cells[row][column - 1].unicodeScalars.append(scalar) }
            return
        }
        if wrapsNext || column + width > columns {
            column = 0
            lineFeed()
        }
        cells[row][column] = String(scalar)
        if width == 2 { cells[row][column + 1] = Self.taken }
        column += width
        wrapsNext = column == columns
        if wrapsNext { column = columns - 1 }
    }

    /// The cells that a character takes.
    package static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x300...0x36F: 0
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF00...0xFF60,
            0x1F300...0x1F64F, 0x1F680...0x1F6C5, 0x1F900...0x1F9FF:
            2
        default: 1
        }
    }

    private mutating func lineFeed() {
        wrapsNext = false
        if row < rows - 1 {
            row += 1
        } else {
            cells.removeFirst()
            cells.append(Array(repeating: Self.blank, count: columns))
        }
    }

    private mutating func move(_ row: Int, _ column: Int) {
        self.row = min(max(row, 0), rows - 1)
        self.column = min(max(column, 0), columns - 1)
        wrapsNext = false
    }

    private mutating func escape(_ scalar: Unicode.Scalar) {
        pending.append(scalar)
        if pending.count == 1 { return }
        switch pending[1] {
        case "[":
            guard pending.count > 2, (0x40...0x7E).contains(scalar.value) else { return }
            control(String(String.UnicodeScalarView(pending[2..<(pending.count - 1)])), scalar)
        case "(", ")":
            if pending.count < 3 { return }
        case "=", ">": break
        default: unknown.append(String(String.UnicodeScalarView(pending)))
        }
        pending = []
    }

    private mutating func control(_ parameters: String, _ final: Unicode.Scalar) {
        let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
        let count = max(numbers.first ?? 1, 1)
        switch final {
        case "A": move(row - count, column)
        case "B": move(row + count, column)
        case "C": move(row, column + count)
        case "D": move(row, column - count)
        case "G": move(row, count - 1)
        case "H": move(count - 1, (numbers.count > 1 ? numbers[1] : 1) - 1)
        case "J":
            if numbers.first == 2 {
                for index in cells.indices { blank(index, from: 0) }
            } else {
                blank(row, from: column)
                for index in cells.indices where index > row { blank(index, from: 0) }
            }
        case "K": blank(row, from: column)
        case "P":
            cells[row].removeSubrange(column..<min(column + count, columns))
            cells[row] += Array(repeating: Self.blank, count: columns - cells[row].count)
        case "@":
            cells[row].insert(contentsOf: Array(repeating: Self.blank, count: count), at: column)
            cells[row].removeLast(cells[row].count - columns)
        case "m": break
        case "n" where parameters == "6": replies += "\u{1B}[\(row + 1);\(column + 1)R"
        case "h" where parameters == "?2004": marksPastes = true
        case "l" where parameters == "?2004": marksPastes = false
        default: unknown.append("[" + parameters + String(final))
        }
    }

    private mutating func blank(_ index: Int, from start: Int) {
        for column in start..<columns { cells[index][column] = Self.blank }
    }
}
