import CLibedit

/// Where libedit draws the characters of a line: it knows columns by `wcwidth`, shows control characters as `^X`, and
/// goes to the next row as soon as one is full.
struct LineLayout {
    let columns: Int
    private(set) var row = 0
    private(set) var column = 0

    init(columns: Int) { self.columns = max(columns, 1) }

    mutating func add(_ text: some Sequence<UInt32>) {
        for character in text { add(character) }
    }

    private mutating func add(_ character: UInt32) {
        switch character {
        case 0x0A:
            row += 1
            column = 0
            return
        case 0x09: column += 8 - column % 8
        case 0..<0x20, 0x7F: column += 2
        default:
            let width = max(Int(cel_width(character)), 0)
            if column + width > columns {
                row += 1
                column = 0
            }
            column += width
        }
        if column >= columns {
            row += 1
            column = 0
        }
    }

    /// The cells a text takes on one row.
    static func width(_ text: some Sequence<UInt32>) -> Int {
        text.reduce(0) { $0 + max(Int(cel_width($1)), 0) }
    }
}
