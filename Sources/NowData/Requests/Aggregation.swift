/// What is to be worked out over the records of a table.
package struct Aggregation: Sendable, Hashable {
    /// What is worked out of a column.
    package enum Function: String, Sendable, Hashable, CaseIterable {
        case average = "avg"
        case minimum = "min"
        case maximum = "max"
        case sum
    }

    /// A function of a column.
    package struct Value: Sendable, Hashable {
        package var function: Function
        package var column: String

        package init(_ function: Function, _ column: String) {
            self.function = function
            self.column = column
        }

        /// `avg_reassignment_count`: its name among columns.
        package var name: String { function.rawValue + "_" + column }
    }

    /// A condition that a group meets.
    package struct Bound: Sendable, Hashable {
        /// What is compared; nil for the count.
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
    /// An encoded query; nil or empty takes every record.
    package var query: String?
    package var groups: [String]
    package var values: [Value]
    /// What a group has to meet to be shown.
    package var bounds: [Bound]

    /// By default, how many records there are.
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
