import Notation

/// Secrets in CSV or TSV (RFC 4180): columns with a secret's name, and the value in rows that name a secret.
struct DelimitedRedactor: Redactor {
    func finds(in bytes: [UInt8]) -> [Find] {
        guard let table = DelimitedTable(bytes) else { return [] }
        let labels = table.head.map { SecretNames.label(of: bytes[$0]) }
        let roles = table.head.map { PairRole(bytes[$0]) }
        let hasRecords = roles.contains(.name) && roles.contains(.value)
        guard hasRecords || labels.contains(where: { $0 != nil }) else { return [] }
        var finds: [Find] = []
        for row in table {
            var record = NamedRecord()
            for (column, cell) in row.enumerated() where column < labels.count && !cell.isEmpty {
                let find = Find(range: cell, label: "")
                if let label = labels[column] {
                    finds.append(find.with(label))
                } else if hasRecords, let secret = record.take(roles[column], find, in: bytes) {
                    finds.append(secret)
                }
            }
            finds += record.takePending()
        }
        return finds.sorted { $0.range.lowerBound < $1.range.lowerBound }
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
