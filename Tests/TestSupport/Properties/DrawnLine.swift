/// A line as libedit draws it: it goes to the next row as soon as one is full.
struct DrawnLine {
    private(set) var rows: [String] = []
    private(set) var cursorRow = 0

    init(_ prompt: String, _ text: ArraySlice<Unicode.Scalar>, cursor: Int, columns: Int) {
        var cells: [[String]] = [[]]
        func put(_ scalar: Unicode.Scalar) {
            let width = EmulatedScreen.width(scalar)
            if cells[cells.count - 1].count + width > columns { cells.append([]) }
            cells[cells.count - 1] += width == 2 ? [String(scalar), ""] : [String(scalar)]
            if cells[cells.count - 1].count >= columns { cells.append([]) }
        }
        for scalar in prompt.unicodeScalars { put(scalar) }
        var place = (row: 0, column: 0)
        for index in text.startIndex...text.endIndex {
            if index == cursor { place = (cells.count - 1, cells[cells.count - 1].count) }
            guard index < text.endIndex else { break }
            // The cursor is on the next character, also where that begins a row.
            if index == cursor, place.column + EmulatedScreen.width(text[index]) > columns { place = (cells.count, 0) }
            switch text[index].value {
            case 0x0A: cells.append([])
            case 0x09: repeat { put(" ") } while cells[cells.count - 1].count % 8 != 0
            case 0..<0x20, 0x7F:
                put("^")
                put(Unicode.Scalar(text[index].value ^ 0x40) ?? "?")
            default: put(text[index])
            }
        }
        cells[place.row].insert("‸", at: place.column)
        cursorRow = place.row
        rows = cells.map { String($0.joined().reversed().drop { $0 == " " }.reversed()) }
    }
}
