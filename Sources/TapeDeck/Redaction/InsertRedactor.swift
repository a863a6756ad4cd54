import Notation

/// Values of secret columns in SQL: `INSERT INTO users (name, password) VALUES ('a', '…'), ('b', '…')`.
struct InsertRedactor: Redactor {
    static let name = "insert"

    /// The longest list of columns, in bytes.
    private static let longestList = 4096

    func finds(in bytes: [UInt8]) -> [Find] {
        var finds: [Find] = []
        for word in ["VALUES", "values", "Values"] {
            let word = Array(word.utf8)
            var from = 0
            while let place = bytes.firstPlace(of: word, from: from) {
                from = place + word.count
                guard let columns = Self.columns(before: place, in: bytes) else { continue }
                let labels = columns.map { SecretNames.label(of: bytes[$0]) }
                guard labels.contains(where: { $0 != nil }) else { continue }
                var start = from
                while let (cells, end) = Self.list(at: start, in: bytes) {
                    if cells.count == labels.count {
                        finds += zip(cells, labels).compactMap { cell, label in
                            label.map { Find(range: cell, label: $0) }
                        }
                    }
                    (from, start) = (end, end)
                    if let comma = bytes[end...].firstIndex(where: { !ASCII.isSpace($0) }), bytes[comma] == 0x2C {
                        start = comma + 1
                    }
                }
            }
        }
        // A bare value is NULL, a number or a function.
        return Find.merged(
            finds.filter { !$0.range.isEmpty && AssignmentRedactor.isQuote(bytes[$0.range.lowerBound - 1]) })
    }

    /// The names between the brackets before `VALUES`.
    private static func columns(before place: Int, in bytes: [UInt8]) -> [Range<Int>]? {
        guard let close = bytes[..<place].lastIndex(where: { !ASCII.isSpace($0) }), bytes[close] == UInt8(ascii: ")"),
            let open = bytes[max(0, close - longestList)..<close].lastIndex(of: UInt8(ascii: "("))
        else { return nil }
        return list(at: open, in: bytes)?.cells
    }

    /// The items of a list in brackets, without quotation marks, and its end.
    private static func list(at start: Int, in bytes: [UInt8]) -> (cells: [Range<Int>], end: Int)? {
        guard let open = bytes[start...].firstIndex(where: { !ASCII.isSpace($0) }), bytes[open] == UInt8(ascii: "(")
        else { return nil }
        var cells: [Range<Int>] = [], place = open + 1, depth = 0
        var cell = place..<place, isQuoted = false
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "`") {
                var end = place + 1
                while end < bytes.count, bytes[end] != byte || end + 1 < bytes.count && bytes[end + 1] == byte {
                    end += bytes[end] == byte ? 2 : 1
                }
                // `N'…'`, or a concatenation, of which the last text counts.
                (cell, isQuoted) = (place + 1..<min(end, bytes.count), true)
                place = min(end + 1, bytes.count)
                continue
            }
            if depth == 0, byte == UInt8(ascii: ",") || byte == UInt8(ascii: ")") {
                cells.append(cell)
                if byte == UInt8(ascii: ")") { return (cells, place + 1) }
                (cell, isQuoted) = (place + 1..<place + 1, false)
            } else if byte == UInt8(ascii: "(") {
                depth += 1
            } else if byte == UInt8(ascii: ")") {
                depth -= 1
            } else if !isQuoted, !ASCII.isSpace(byte) {
                cell = (cell.isEmpty ? place : cell.lowerBound)..<place + 1
            }
            place += 1
        }
        return nil
    }
}
