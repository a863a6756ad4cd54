/// A request of the Aggregate API: grouping, aggregates and conditions.
package struct Aggregation: Sendable, Hashable {
    package enum Function: String, Sendable, Hashable, CaseIterable {
        case average = "avg"
        case minimum = "min"
        case maximum = "max"
        case sum
    }

    /// An aggregate function applied to a column.
    package struct Value: Sendable, Hashable {
        package var function: Function
        package var column: String

        package init(_ function: Function, _ column: String) {
            self.function = function
            self.column = column
        }

        /// Its column name, such as `avg_reassignment_count`.
        package var name: String { function.rawValue + "_" + column }
    }

    /// A `having` condition on groups.
    package struct Bound: Sendable, Hashable {
        /// The aggregate to compare; nil for the count.
        package var value: Value?
        /// `=`, `!=`, `<`, `<=`, `>` or `>=`.
        package var comparison: String
        package var number: String

        package init(_ value: Value?, _ comparison: String, _ number: String) {
            self.value = value
            self.comparison = comparison
            self.number = number
        }
    }

    package var table: String
    /// An encoded query; nil or empty for all records.
    package var query: String?
    package var groups: [String]
    package var values: [Value]
    /// The `having` conditions.
    package var bounds: [Bound]

    /// Counts the records by default.
    package init(
        _ table: String, query: String? = nil, groups: [String] = [], values: [Value] = [], bounds: [Bound] = []
    ) {
        self.table = table
        self.query = query
        self.groups = groups
        self.values = values
        self.bounds = bounds
    }
}
