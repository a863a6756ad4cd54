/// What completion needs to know of a column.
package struct ColumnKnowledge: Sendable, Hashable {
    /// The name used in queries.
    package let name: String
    /// What people call it; may be empty.
    package let label: String
    /// The instance's word for its type: `string`, `boolean`, `reference`, `glide_date_time`.
    package let type: String
    /// The table a reference leads to.
    package let reference: String?
    /// Whether its values are chosen from a list.
    package let hasChoices: Bool

    /// A column of text unless told.
    package init(
        _ name: String, label: String = "", type: String = "string", reference: String? = nil, hasChoices: Bool = false
    ) {
        self.name = name
        self.label = label
        self.type = type
        self.reference = reference
        self.hasChoices = hasChoices
    }
}

extension ColumnKnowledge {
    /// What can be asked of its values.
    enum Sort { case text, ordered, truth, reference, choice }

    var sort: Sort {
        if hasChoices { return .choice }
        switch type {
        case "boolean": return .truth
        case "reference", "document_id", "GUID": return .reference
        case "integer", "longint", "decimal", "float", "currency", "price", "percent_complete", "glide_date",
            "glide_date_time", "glide_time", "glide_duration", "due_date", "date", "timer":
            return .ordered
        default: return .text
        }
    }
}
