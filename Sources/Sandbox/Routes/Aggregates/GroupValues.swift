import Notation

/// Writes what a group has in common: `{"field":…,"value":…}`, the value as the request asks for it.
struct GroupValues {
    private let form: DisplayMode.Form
    private let lookup: DisplayLookup
    private let text: DisplayText

    init(call: Call) {
        form = DisplayMode(call.parameters).form
        lookup = DisplayLookup(store: call.store, call.account.format)
        text = DisplayText(call.account.format)
    }

    /// With `sysparm_display_value=true` the display value takes the place of the value, with `all` it stands beside it.
    func field(_ group: AggregateQuery.Group, _ stored: String) throws -> JSON {
        let value = RecordRenderer.wire(stored, group.operand.column)
        let name = JSON.Member("field", .string(group.path))
        switch form {
        case .value: return .object([name, .init("value", .string(value))])
        case .display: return .object([name, .init("value", .string(try display(value, group.operand.column)))])
        case .both:
            let shown = try display(value, group.operand.column)
            return .object([name, .init("value", .string(value)), .init("display_value", .string(shown))])
        }
    }

    private func display(_ value: String, _ column: Column) throws -> String {
        if value.isEmpty { return "" }
        if column.type == .list { return try lookup.list(value, in: column) }
        if column.reference != nil { return try lookup.reference(value, in: column) }
        if column.type == .className { return lookup.className(value) }
        return text.text(of: value, in: column)
    }
}
