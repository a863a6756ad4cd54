/// Which functions, groups, conditions and orders somebody asks for, by the names of columns.
struct AggregateRequest {
    /// One function of one column.
    struct Function: Hashable {
        let function: Aggregate.Function
        /// The column, dot-walk included.
        let path: String
    }

    /// Whether the number of records is wanted.
    var counts = false
    /// The columns that records are grouped by.
    var groups: [String] = []
    var functions: [Function] = []
    /// `count^priority^>^3`: the aggregate, the column, the sign, the value.
    var having: [String] = []
    /// `COUNT`, `AVG^order` or the name of a group's column, each with an optional `^DESC`.
    var order: [String] = []

    /// The most columns of each sort that one request may name.
    static let mostColumns = 20

    init() {}

    /// What the parameters of the Aggregate API ask for. Names beyond the most are left out.
    init(_ parameters: Parameters) {
        counts = parameters.isTrue("sysparm_count")
        groups = AggregateRequest.names(parameters, "sysparm_group_by")
        for function in Aggregate.Function.ofStatistics {
            functions += AggregateRequest.names(parameters, "sysparm_" + function.rawValue + "_fields").map {
                Function(function: function, path: $0)
            }
        }
        having = AggregateRequest.names(parameters, "sysparm_having")
        order = AggregateRequest.names(parameters, "sysparm_order_by")
    }

    private static func names(_ parameters: Parameters, _ name: String) -> [String] {
        var seen: Set<String> = []
        return Array(parameters.names(name).filter { seen.insert($0).inserted }.prefix(mostColumns))
    }
}
