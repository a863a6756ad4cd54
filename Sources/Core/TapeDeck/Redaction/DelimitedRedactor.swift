import Notation

/// Secrets in CSV or TSV (RFC 4180): columns with a secret's name, and the value in rows that name a secret.
struct DelimitedRedactor: Redactor {
    /// The longest first line that is read as column names, in bytes.
    private static let longestHead = 64 << 10

    func finds(in bytes: [UInt8]) -> [Find] {
        guard let delimiter = Self.delimiter(of: bytes) else { return [] }
        var place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let head = Self.row(of: bytes, at: &place, delimiter)
        let labels = head.map { SecretNames.label(of: bytes[$0]) }
        let roles = head.map { PairRole(bytes[$0]) }
        let hasRecords = roles.contains(.name) && roles.contains(.value)
        guard hasRecords || labels.contains(where: { $0 != nil }) else { return [] }
        var finds: [Find] = []
        while place < bytes.count {
            var record = NamedRecord()
            for (column, cell) in Self.row(of: bytes, at: &place, delimiter).enumerated()
            where column < head.count && !cell.isEmpty {
                let find = Find(range: cell, label: labels[column] ?? "")
                if labels[column] != nil {
                    finds.append(find)
                } else if hasRecords, let secret = record.take(roles[column], find, in: bytes) {
                    finds.append(secret)
                }
            }
            finds += record.takePending()
        }
        return finds.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// The cells of the columns whose names are wanted.
    static func cells(of bytes: [UInt8], under isWanted: (ArraySlice<UInt8>) -> Bool) -> [Range<Int>] {
        guard let delimiter = delimiter(of: bytes) else { return [] }
        var place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let wanted = row(of: bytes, at: &place, delimiter).map { isWanted(bytes[$0]) }
        guard wanted.contains(true) else { return [] }
        var cells: [Range<Int>] = []
        while place < bytes.count {
            cells += zip(row(of: bytes, at: &place, delimiter), wanted).filter(\.1).map(\.0)
        }
        return cells
    }

    /// The separator of the names in the first line; nil if that is not a header line.
    static func delimiter(of bytes: [UInt8]) -> UInt8? {
        let line = bytes.prefix(longestHead).prefix { $0 != 10 }
        guard line.count < bytes.count,
            line.allSatisfy({ ASCII.isName($0) || "\",;\t \r|:()".utf8.contains($0) || $0 >= 0x80 })
        else { return nil }
        return "\t,;|".utf8.first { line.contains($0) }
    }

    /// The ranges of the cells of one row, without quotation marks; `place` moves to the next row.
    private static func row(of bytes: [UInt8], at place: inout Int, _ delimiter: UInt8) -> [Range<Int>] {
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
                cell = place + 1..<min(end, bytes.count)
                place = min(end + 1, bytes.count)
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
