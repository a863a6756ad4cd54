import ExchangeModel
import Notation
import NowSDK

/// Builds requests of the Table and Aggregate APIs: the same arguments give the same bytes.
struct TableRequests: Sendable {
    let instance: Instance
    let purpose: RequestPurpose

    /// `GET /api/now/table/{table}`.
    func list(_ read: TableRead) -> HTTPRequest {
        var parameters: [(name: String, value: String)] = []
        if let query = read.query, !query.isEmpty { parameters.append(("sysparm_query", query)) }
        parameters += shape(read)
        if let limit = read.limit { parameters.append(("sysparm_limit", String(limit))) }
        if let offset = read.offset { parameters.append(("sysparm_offset", String(offset))) }
        if read.skipsCount { parameters.append(("sysparm_no_count", "true")) }
        if let category = read.queryCategory { parameters.append(("sysparm_query_category", category)) }
        return request(.get, tablePath(read.table), parameters)
    }

    /// `GET /api/now/table/{table}/{sys_id}`. Query, limit and offset of `read` are ignored.
    func get(_ sysID: String, _ read: TableRead) -> HTTPRequest {
        request(.get, recordPath(sysID, in: read.table), shape(read))
    }

    /// `POST /api/now/table/{table}`; the response has the form that `read` requests.
    func create(_ write: TableWrite, _ read: TableRead) -> HTTPRequest {
        writing(.post, tablePath(read.table), write, read)
    }

    /// `PATCH /api/now/table/{table}/{sys_id}`; other columns are unchanged.
    func update(_ sysID: String, _ write: TableWrite, _ read: TableRead) -> HTTPRequest {
        writing(.patch, recordPath(sysID, in: read.table), write, read)
    }

    /// `DELETE /api/now/table/{table}/{sys_id}`.
    func delete(_ sysID: String, from table: String) -> HTTPRequest {
        request(.delete, recordPath(sysID, in: table), [])
    }

    /// `GET /api/now/stats/{table}`: the count and aggregates for each combination of the `groups` columns.
    func aggregate(_ requested: Aggregation) -> HTTPRequest {
        var parameters: [(name: String, value: String)] = []
        if let query = requested.query, !query.isEmpty { parameters.append(("sysparm_query", query)) }
        parameters.append(("sysparm_count", "true"))
        for function in Aggregation.Function.allCases {
            let columns = requested.values.filter { $0.function == function }.map(\.column)
            guard !columns.isEmpty else { continue }
            parameters.append(("sysparm_" + function.rawValue + "_fields", columns.joined(separator: ",")))
        }
        if let first = requested.groups.first {
            parameters.append(("sysparm_group_by", requested.groups.joined(separator: ",")))
            parameters.append(("sysparm_display_value", DisplayForm.both.rawValue))
            // All parts are positional, so a count needs a column too, although any would do.
            let bounds = requested.bounds.map {
                ($0.value?.function.rawValue ?? "count") + "^" + ($0.value?.column ?? first) + "^" + $0.comparison + "^"
                    + $0.number
            }
            if !bounds.isEmpty { parameters.append(("sysparm_having", bounds.joined(separator: ","))) }
        }
        return request(.get, "/api/now/stats/" + PercentCoding.encode(requested.table), parameters)
    }

    func read(_ path: String, _ parameters: [(name: String, value: String)] = []) -> HTTPRequest {
        request(.get, path, parameters)
    }

    private func tablePath(_ table: String) -> String { "/api/now/table/" + PercentCoding.encode(table) }

    private func recordPath(_ sysID: String, in table: String) -> String {
        tablePath(table) + "/" + PercentCoding.encode(sysID)
    }

    private func shape(_ read: TableRead) -> [(name: String, value: String)] {
        var parameters: [(name: String, value: String)] = []
        if !read.fields.isEmpty { parameters.append(("sysparm_fields", read.fields.joined(separator: ","))) }
        if read.display != .value { parameters.append(("sysparm_display_value", read.display.rawValue)) }
        if read.excludesReferenceLinks { parameters.append(("sysparm_exclude_reference_link", "true")) }
        if let view = read.view { parameters.append(("sysparm_view", view)) }
        return parameters
    }

    private func writing(_ method: HTTPMethod, _ path: String, _ write: TableWrite, _ read: TableRead) -> HTTPRequest {
        var parameters = shape(read)
        if write.readsDisplayValues { parameters.append(("sysparm_input_display_value", "true")) }
        if write.suppressesSystemFields { parameters.append(("sysparm_suppress_auto_sys_field", "true")) }
        var request = request(method, path, parameters)
        request.headers.append("Content-Type", "application/json")
        request.body = JSON.object(write.fields.map { JSON.Member($0.name, .string($0.value)) }).compactBytes
        return request
    }

    private func request(
        _ method: HTTPMethod, _ path: String, _ parameters: [(name: String, value: String)]
    ) -> HTTPRequest {
        HTTPRequest(
            method, instance.url(path, query: parameters), headers: ["Accept": "application/json"], purpose: purpose)
    }
}

package struct TableRead: Sendable, Hashable {
    package var table: String
    package var query: String?
    package var fields: [String]
    /// The maximum number of rows; nil for the instance's limit of 10,000.
    package var limit: Int?
    package var offset: Int?
    package var display: DisplayForm
    /// Whether to omit the links of references, for smaller responses.
    package var excludesReferenceLinks: Bool
    /// Whether the instance may skip counting; the response then has no total.
    package var skipsCount: Bool
    /// The UI view that selects the columns if `fields` is empty.
    package var view: String?
    package var queryCategory: String?

    /// By default both forms of every column, without links.
    package init(
        _ table: String, query: String? = nil, fields: [String] = [], limit: Int? = nil, offset: Int? = nil,
        display: DisplayForm = .both, excludesReferenceLinks: Bool = true, skipsCount: Bool = false,
        view: String? = nil, queryCategory: String? = nil
    ) {
        self.table = table
        self.query = query
        self.fields = fields
        self.limit = limit
        self.offset = offset
        self.display = display
        self.excludesReferenceLinks = excludesReferenceLinks
        self.skipsCount = skipsCount
        self.view = view
        self.queryCategory = queryCategory
    }
}

/// Column values to write, in order, and how the instance interprets them.
package struct TableWrite: Sendable {
    /// In the order of writing.
    package var fields: [(name: String, value: String)]
    /// Whether values are display values: dates in the user's time zone, references by name.
    package var readsDisplayValues: Bool
    /// Whether the instance leaves the `sys_` columns unchanged.
    package var suppressesSystemFields: Bool

    package init(
        _ fields: [(name: String, value: String)], readsDisplayValues: Bool = false,
        suppressesSystemFields: Bool = false
    ) {
        self.fields = fields
        self.readsDisplayValues = readsDisplayValues
        self.suppressesSystemFields = suppressesSystemFields
    }
}

package enum DisplayForm: String, Sendable, Hashable, CaseIterable {
    case value = "false"
    case display = "true"
    case both = "all"
}

package struct Aggregation: Sendable, Hashable {
    package enum Function: String, Sendable, Hashable, CaseIterable {
        case average = "avg"
        case minimum = "min"
        case maximum = "max"
        case sum
    }

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

    package struct Bound: Sendable, Hashable {
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
    package var query: String?
    package var groups: [String]
    package var values: [Value]
    package var bounds: [Bound]

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
