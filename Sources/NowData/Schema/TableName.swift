/// A table's name and what people call it.
package struct TableName: Sendable, Hashable {
    /// The name used in addresses.
    package var name: String
    /// What people call it.
    package var label: String
}
