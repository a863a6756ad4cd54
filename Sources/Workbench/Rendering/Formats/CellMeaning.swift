/// The meaning of a column's values as a color: urgent, or done.
enum CellMeaning {
    /// 1 is the most urgent.
    case urgency
    case state
    /// False is done.
    case activity
    case none

    /// - Parameter column: its name; may be dot-walked.
    init(of column: String) {
        self =
            switch column.split(separator: ".").last {
            case "priority", "urgency", "impact", "severity": .urgency
            case "state", "incident_state", "problem_state", "stage", "workflow_state": .state
            case "active": .activity
            default: .none
            }
    }

    /// The SGR sequence (ECMA-48) before a cell; nil for none.
    func sequence(_ cell: Cell) -> String? {
        switch self {
        case .none: return nil
        case .urgency:
            // `1`, or `1 - Critical` if only the display value was requested.
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
