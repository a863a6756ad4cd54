/// Columns and values to be written, in their order, and how the instance is to take them.
package struct TableWrite: Sendable, Hashable {
    /// Columns and values, written in this order.
    package var fields: [(name: String, value: String)]
    /// Whether values are read as a person writes them: dates in the user's zone, references by display value.
    package var readsDisplayValues: Bool
    /// Whether the instance leaves the `sys_` columns alone.
    package var suppressesSystemFields: Bool

    /// Writes stored values unless told.
    package init(
        _ fields: [(name: String, value: String)], readsDisplayValues: Bool = false,
        suppressesSystemFields: Bool = false
    ) {
        self.fields = fields
        self.readsDisplayValues = readsDisplayValues
        self.suppressesSystemFields = suppressesSystemFields
    }

    /// Whether both write the same, in the same order.
    package static func == (left: Self, right: Self) -> Bool {
        left.readsDisplayValues == right.readsDisplayValues
            && left.suppressesSystemFields == right.suppressesSystemFields
            && left.fields.elementsEqual(right.fields, by: ==)
    }

    /// Goes by everything that `==` compares.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(readsDisplayValues)
        hasher.combine(suppressesSystemFields)
        for field in fields {
            hasher.combine(field.name)
            hasher.combine(field.value)
        }
    }
}
