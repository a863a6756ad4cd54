/// One column of a table.
package struct Column: Sendable, Hashable {
    /// The name: a ServiceNow column, dot-walks included.
    package var name: String
    /// A column of that name.
    package init(_ name: String) { self.name = name }
}
