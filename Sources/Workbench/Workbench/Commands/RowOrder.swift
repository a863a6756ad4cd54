import Notation
import NowData
package import Rendering

/// The order of rows by their cells: empty cells first, then numbers, then text.
package struct RowOrder {
    private let places: [(place: Int, isDescending: Bool)]

    /// - Parameter order: names of `columns`; others are ignored.
    package init(_ order: [(field: String, descending: Bool)], of columns: [String]) {
        places = order.compactMap { step in columns.firstIndex(of: step.field).map { ($0, step.descending) } }
    }

    package func sorted<Row>(_ rows: [Row], by cells: (Row) -> [Cell]) -> [Row] {
        guard !places.isEmpty else { return rows }
        let keyed = rows.map { row in
            let cells = cells(row)
            return (row: row, keys: places.map { Key(cells.indices.contains($0.place) ? cells[$0.place] : Cell("")) })
        }
        return keyed.enumerated().sorted { left, right in
            for (place, (a, b)) in zip(left.element.keys, right.element.keys).enumerated() where a != b {
                return (a < b) != places[place].isDescending
            }
            return left.offset < right.offset
        }.map(\.element.row)
    }

    private enum Key: Comparable {
        case nothing
        case number(Double)
        case word(String)

        init(_ cell: Cell) {
            let text = cell.value
            if text.isEmpty {
                self = .nothing
            } else if text.utf8.allSatisfy({ ASCII.isDigit($0) || $0 == .dash || $0 == UInt8(ascii: ".") }),
                let number = Double(text)
            {
                self = .number(number)
            } else {
                // References are ordered by display value.
                self = .word(SysIDForm.isWritten(text) ? cell.shown : text)
            }
        }
    }
}
