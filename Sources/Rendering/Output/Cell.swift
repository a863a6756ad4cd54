/// One value: what the instance stores and what it shows.
package struct Cell: Sendable, Hashable {
    /// The raw value, used by the data formats, captures and expectations.
    package var value: String
    /// What columns, line and markdown show; nil when it is the raw value.
    package var display: String?
    /// A value, shown as it is unless told.
    package init(_ value: String, display: String? = nil) {
        self.value = value
        self.display = display
    }
    /// What people see.
    package var shown: String { display ?? value }
}
