extension GraphQL {
    /// A table as its GraphQL types need it.
    package struct TableShape: Sendable, Hashable {
        /// As `sys_db_object.name` has it.
        package let name: String
        /// For people; empty when it is not known.
        package let label: String
        /// In the order they are listed.
        package let columns: [ColumnShape]
        /// Whether records can be written at this address; a few tables have no mutations.
        package let hasMutations: Bool
        private let index: [String: Int]

        /// A table with mutations unless told. Of two columns of one name the first counts.
        package init(name: String, label: String = "", columns: [ColumnShape], hasMutations: Bool = true) {
            self.name = name
            self.label = label
            self.columns = columns
            self.hasMutations = hasMutations
            index = Dictionary(columns.indices.map { (columns[$0].name, $0) }) { first, _ in first }
        }

        /// The column of that name; nil when the table has none.
        package func column(_ name: String) -> ColumnShape? { index[name].map { columns[$0] } }
    }

    /// A column as its GraphQL types need it.
    package struct ColumnShape: Sendable, Hashable {
        /// As `sys_dictionary.element` has it.
        package var name: String
        /// For people; empty when it is not known.
        package var label: String
        /// As `sys_dictionary.internal_type` names it.
        package var internalType: String
        /// The table it refers to; nil for other types.
        package var reference: String?
        /// Whether its values have labels.
        package var hasChoices: Bool
        /// Whether it has to be filled.
        package var isMandatory: Bool
        /// Whether it cannot be written.
        package var isReadOnly: Bool

        /// A column; a plain string unless told.
        package init(
            _ name: String, label: String = "", internalType: String = "string", reference: String? = nil,
            hasChoices: Bool = false, isMandatory: Bool = false, isReadOnly: Bool = false
        ) {
            self.name = name
            self.label = label
            self.internalType = internalType
            self.reference = reference
            self.hasChoices = hasChoices
            self.isMandatory = isMandatory
            self.isReadOnly = isReadOnly
        }
    }
}
