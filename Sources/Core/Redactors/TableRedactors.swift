import Notation

/// Secrets in CSV or TSV (RFC 4180): columns with a secret's name, and the value in rows that name a secret.
struct DelimitedRedactor: Redactor {
    func finds(in bytes: [UInt8]) -> [Find] {
        guard let table = DelimitedTable(bytes), let columns = SecretColumns(table.head.map { bytes[$0] }) else {
            return []
        }
        return Find.merged(table.flatMap { columns.finds(in: $0, of: bytes) })
    }
}

/// The rows of a text whose first line names columns: the ranges of their cells, without quotation marks.
package struct DelimitedTable: Sequence, IteratorProtocol {
    /// The names of the columns.
    package private(set) var head: [Range<Int>] = []
    private let bytes: [UInt8]
    private let delimiter: UInt8
    private var place: Int

    /// The longest first line that is read as column names, in bytes.
    private static let longestHead = 64 << 10

    /// Nil if the first line names no columns.
    init?(_ bytes: [UInt8]) {
        guard let delimiter = Self.delimiter(of: bytes) else { return nil }
        (self.bytes, self.delimiter, place) = (bytes, delimiter, bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        head = next() ?? []
    }

    /// The cells of the columns whose names are wanted.
    package static func cells(of bytes: [UInt8], under isWanted: (ArraySlice<UInt8>) -> Bool) -> [Range<Int>] {
        guard let table = DelimitedTable(bytes) else { return [] }
        let wanted = table.head.map { isWanted(bytes[$0]) }
        return wanted.contains(true) ? table.flatMap { zip($0, wanted).filter(\.1).map(\.0) } : []
    }

    /// The separator of the names in the first line; nil if that is not a header line.
    private static func delimiter(of bytes: [UInt8]) -> UInt8? {
        let line = bytes.prefix(longestHead).prefix { $0 != 10 }
        guard line.count < bytes.count,
            line.allSatisfy({ ASCII.isName($0) || "\",;\t \r|:()".utf8.contains($0) || $0 >= 0x80 })
        else { return nil }
        return "\t,;|".utf8.first { line.contains($0) }
    }

    package mutating func next() -> [Range<Int>]? {
        guard place < bytes.count else { return nil }
        var cells: [Range<Int>] = []
        while true {
            var cell = place..<place
            if place < bytes.count, bytes[place] == UInt8(ascii: "\"") {
                var end = place + 1
                while end < bytes.count {
                    if bytes[end] == UInt8(ascii: "\"") {
                        guard end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "\"") else { break }
                        end += 1
                    }
                    end += 1
                }
                cell = place + 1..<Swift.min(end, bytes.count)
                place = Swift.min(end + 1, bytes.count)
                while place < bytes.count, bytes[place] != delimiter, bytes[place] != 10 { place += 1 }
            } else {
                while place < bytes.count, bytes[place] != delimiter, bytes[place] != 10 { place += 1 }
                cell = cell.lowerBound..<(place > cell.lowerBound && bytes[place - 1] == 13 ? place - 1 : place)
            }
            cells.append(cell)
            guard place < bytes.count else { return cells }
            place += 1
            if bytes[place - 1] == 10 { return cells }
        }
    }
}

/// Values of secret columns in SQL: `INSERT INTO users (name, password) VALUES ('a', '…'), ('b', '…')`.
struct InsertRedactor: Redactor {
    /// The longest list of columns, in bytes.
    private static let longestList = 4096

    func finds(in bytes: [UInt8]) -> [Find] {
        var finds: [Find] = []
        for word in ["VALUES", "values", "Values"] {
            let word = Array(word.utf8)
            var from = 0
            while let place = bytes.firstPlace(of: word, from: from) {
                from = place + word.count
                guard let names = Self.columns(before: place, in: bytes),
                    let columns = SecretColumns(names.map { bytes[$0] })
                else { continue }
                var start = from
                while let (cells, end) = Self.list(at: start, in: bytes) {
                    if cells.count == columns.count { finds += columns.finds(in: cells, of: bytes) }
                    (from, start) = (end, end)
                    if let comma = bytes[end...].firstIndex(where: { !ASCII.isSpace($0) }), bytes[comma] == 0x2C {
                        start = comma + 1
                    }
                }
            }
        }
        // A bare value is NULL, a number or a function.
        return Find.merged(finds.filter { AssignmentRedactor.isQuote(bytes[$0.range.lowerBound - 1]) })
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

/// What the columns of a table are called: in the first line of CSV, in a statement of SQL.
struct SecretColumns {
    private let columns: [(label: String?, role: PairRole?)]

    /// Nil if no column can hold a secret.
    init?(_ names: [ArraySlice<UInt8>]) {
        columns = names.map { (SecretNames.label(of: $0), PairRole($0)) }
        let roles = columns.compactMap(\.role)
        guard roles.contains(.name) && roles.contains(.value) || columns.contains(where: { $0.label != nil }) else {
            return nil
        }
    }

    var count: Int { columns.count }

    func finds(in row: [Range<Int>], of bytes: [UInt8]) -> [Find] {
        var record = NamedRecord()
        for (cell, column) in zip(row, columns) where !cell.isEmpty {
            record.take(Find(range: cell, label: ""), column.label, column.role, in: bytes)
        }
        return record.takePending()
    }
}
