/// What a column's values say at a glance, as a color: what is urgent, and what is done.
enum CellMeaning {
    /// 1 is the most urgent.
    case urgency
    case state
    /// False is past.
    case activity
    case none

    /// - Parameter column: its name, with the steps that lead to it.
    init(of column: String) {
        self =
            switch column.split(separator: ".").last {
            case "priority", "urgency", "impact", "severity": .urgency
            case "state", "incident_state", "problem_state", "stage", "workflow_state": .state
            case "active": .activity
            default: .none
            }
    }

    /// The sequence that begins a cell (ECMA-48, SGR); nil for one that says nothing in particular.
    func sequence(_ cell: Cell) -> String? {
        switch self {
        case .none: return nil
        case .urgency:
            // `1`, or `1 - Critical` where only the display value was asked for.
            switch cell.value.prefix(while: \.isNumber) {
            case "1": return Style.red
            case "2": return Style.yellow
            default: return nil
            }
        case .state:
            let words = cell.shown.lowercased()
            return Self.done.contains(where: words.hasPrefix) ? Style.dim : nil
        case .activity: return cell.value == "false" ? Style.dim : nil
        }
    }

    private static let done = ["closed", "resolved", "complete", "canceled", "cancelled", "skipped", "retired"]
}
