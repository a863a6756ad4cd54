/// Reads back what the format `columns` wrote: the cells of a header and of rows aligned below it.
///
/// Every row must fit the header's columns exactly. A text in which one does not, such as a row with a cell longer than
/// its column, is not read at all, so no cell is ever wrong.
package enum ColumnsReader {
    /// The names and rows of a table of at least two columns; nil for any other text.
    package static func read(_ text: String) -> (names: [String], rows: [[String]])? {
        guard text.utf8.last == 0x0A else { return nil }
        let lines = text.utf8.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false)
        guard let header = lines.first, let starts = starts(ofNames: header), starts.count > 1 else { return nil }
        var rows: [[String]] = []
        rows.reserveCapacity(lines.count)
        for line in lines {
            guard let cells = cells(of: line, at: starts) else { return nil }
            rows.append(cells)
        }
        return (rows[0], Array(rows.dropFirst()))
    }

    /// Where the names begin; nil if any is not a field's name. A name that was truncated ends with `…`, which is also
    /// the name of columns that did not fit.
    private static func starts(ofNames header: Substring.UTF8View) -> [Int]? {
        var starts: [Int] = []
        var column = 0
        var spaces = ColumnLayout.gap
        for scalar in Substring(header).unicodeScalars {
            switch scalar {
            case " ": spaces += 1
            case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "…":
                if spaces >= ColumnLayout.gap { starts.append(column) } else if spaces > 0 { return nil }
                spaces = 0
            default: return nil
            }
            column += 1
        }
        return starts.first == 0 && spaces == 0 ? starts : nil
    }

    private static func cells(of line: Substring.UTF8View, at starts: [Int]) -> [String]? {
        var text = String(Substring(line))
        return text.withUTF8 { bytes in
            guard let last = bytes.last, last != 0x20 else { return nil }
            let (offsets, width) = columns(of: bytes)
            var places: [Int] = []
            for start in starts {
                if start >= width {
                    // The line ends in an earlier column, and before the gap.
                    guard width <= start - ColumnLayout.gap else { return nil }
                    places.append(bytes.count)
                    continue
                }
                let gap = offsets[max(start - ColumnLayout.gap, 0)..<start]
                guard let place = offsets[start], gap.allSatisfy({ $0.map { bytes[$0] == 0x20 } ?? false }) else {
                    return nil
                }
                places.append(place)
            }
            var cells: [String] = []
            for (place, end) in zip(places, places.dropFirst() + [bytes.count]) {
                guard let cell = cell(bytes[place..<end]) else { return nil }
                cells.append(cell)
            }
            return cells
        }
    }

    /// The offset of the character that begins at each column, nil inside a wide one; and the width.
    private static func columns(of bytes: UnsafeBufferPointer<UInt8>) -> (offsets: [Int?], width: Int) {
        var walk = WidthIterator(bytes)
        var offsets: [Int?] = []
        while true {
            let (offset, width) = (walk.offset, walk.width)
            let isInside = walk.advance()
            if isInside, !walk.startedCluster { continue }
            while offsets.count < width { offsets.append(nil) }
            guard isInside else { return (offsets, width) }
            if offsets.count == width { offsets.append(offset) }
        }
    }

    /// A cell without its padding; nil for a text that may be several cells.
    private static func cell(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        var bytes = bytes
        while bytes.last == 0x20 { bytes.removeLast() }
        guard bytes.first != 0x20, !zip(bytes, bytes.dropFirst()).contains(where: { $0 == 0x20 && $1 == 0x20 })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
