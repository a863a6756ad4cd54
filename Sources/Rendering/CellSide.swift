/// Which side of a cell is shown.
package enum CellSide: String, CaseIterable, Sendable, Hashable {
    /// What the instance stores.
    case value
    /// What the instance shows.
    case display
    /// Both: an object of `value` and `display_value` in JSON and YAML, a second column in CSV and TSV, the display
    /// value with the stored one in brackets, where they differ, elsewhere.
    case both
}

extension CellSide {
    /// The one text of a cell, for formats that have no second place for it.
    func text(of cell: Cell) -> String {
        switch self {
        case .value: return cell.value
        case .display: return cell.shown
        case .both:
            guard let display = cell.display, display != cell.value else { return cell.value }
            return display.isEmpty ? cell.value : "\(display) (\(cell.value))"
        }
    }
}
