/// What is to be worked out over the records of a table.
package struct Aggregation: Sendable, Hashable {
    /// What is worked out of a column.
    package enum Function: String, Sendable, Hashable, CaseIterable {
        /// The average, with four decimals.
        case average = "avg"
        /// The least.
        case minimum = "min"
        /// The greatest.
        case maximum = "max"
        /// The sum.
        case sum
    }

    /// A function of a column.
    package struct Value: Sendable, Hashable {
        /// The function.
        package var function: Function
        /// The column, dot-walks included.
        package var column: String

        /// A function of a column.
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
        /// What it is compared with.
        package var number: String

        /// A condition of its parts.
        package init(_ value: Value?, _ comparison: String, _ number: String) {
            self.value = value
            self.comparison = comparison
            self.number = number
        }
    }

    /// The table's name.
    package var table: String
    /// An encoded query; nil or empty takes every record.
    package var query: String?
    /// Columns whose combinations are worked out apart.
    package var groups: [String]
    /// What is worked out beside the count.
    package var values: [Value]
    /// What a group has to meet to be shown.
    package var bounds: [Bound]

    /// How many records there are, unless told more.
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
