package import ExchangeModel
import Notation

/// What recorded exchanges show of an instance: its tables, columns and choices, and the latest values of its records.
///
/// Exchanges are observed one after another and not kept, so its size depends on the records, not on the recording.
package struct ObservedInstance: Sendable {
    /// By name. A name with dots is a dot-walk: `incident.caller_id` has what was seen of incidents' callers.
    var tables: [String: ObservedTable] = [:]
    /// The display values of referenced records, by sys_id.
    var displays: [String: String] = [:]
    /// When records were deleted, by sys_id.
    var deletions: [String: Int] = [:]
    /// The sys_ids made for records whose own were not seen, from their numbers or user names, by that text.
    private(set) var madeKeys: [String: String] = [:]
    /// How many users were added that no exchange shows.
    private(set) var madeUsers = 0
    /// The number of observed exchanges.
    private(set) var step = 0

    package init() {}

    /// Takes what an exchange shows. Exchanges are observed in their order.
    package mutating func observe(_ request: HTTPRequest, _ response: HTTPResponse) {
        step += 1
        guard (200...299).contains(response.status) else { return }
        ObservedExchange(request, response)?.observe(&self)
    }

    /// Makes sure that a user can sign in. One that no record shows gets a sys_id made from the name.
    package mutating func addUser(named name: String) {
        let isSeen = tables["sys_user"]?.records.values.contains { $0["user_name"]?.value == name } ?? false
        guard !isSeen else { return }
        madeUsers += 1
        let sysID = SeedIdentity.named("sys_user", name)
        note(ObservedCell(value: sysID), of: "sys_id", sysID, in: "sys_user")
        note(ObservedCell(value: name), of: "user_name", sysID, in: "sys_user")
    }

    /// The names of the users who can sign in, sorted.
    package var userNames: [String] {
        (tables["sys_user"]?.records.values.compactMap { $0["user_name"]?.value } ?? []).sorted()
    }

    /// Records a value of a record, or with a dot-walk as the name, one of a record that it refers to.
    mutating func note(_ cell: ObservedCell, of column: String, _ sysID: String, in table: String) {
        var cell = cell
        cell.step = step
        tables[table, default: ObservedTable()].columns[column, default: ObservedColumn()].note(cell)
        tables[table, default: ObservedTable()].records[sysID, default: [:]][column, default: ObservedCell()].take(cell)
    }

    /// The sys_id of a record that was seen without one, from a column that identifies it; nil if it has none.
    mutating func madeKey(in table: String, _ value: (_ column: String) -> String?) -> String? {
        for column in ["number", "user_name"] {
            guard let text = value(column), !text.isEmpty, !text.contains("REDACTED") else { continue }
            let sysID = SeedIdentity.named(table, column + "=" + text)
            madeKeys[sysID] = text
            return sysID
        }
        return nil
    }

    /// The names of columns that exist, although no value was seen.
    mutating func note(columns: some Sequence<String>, of table: String) {
        for name in columns { _ = tables[table, default: ObservedTable()].columns[name, default: ObservedColumn()] }
    }
}

/// What was seen of a table.
struct ObservedTable: Sendable {
    var label: String?
    var plural: String?
    var parent: String?
    var display: String?
    var columns: [String: ObservedColumn] = [:]
    /// By sys_id, then by column.
    var records: [String: [String: ObservedCell]] = [:]
    /// How many records there were when it was last counted without a condition.
    var total: Int?
    /// Whether all columns that a user may read were listed.
    var isDescribed = false
    /// Whether a request for it was answered; a parent may be known by name only.
    var isSeen = false
}

/// What was seen of a column: its description, if any, and the forms of its values.
struct ObservedColumn: Sendable {
    var type: String?
    var label: String?
    var reference: String?
    var length: Int?
    var defaultValue: String?
    var isMandatory = false
    var isReadOnly = false
    var choices: [Choice]?
    /// The tables to which links led.
    var targets: Set<String> = []
    /// The display values of values, if they differ; at most `maxLabels`.
    var labels: [String: String] = [:]

    static let maxLabels = 60

    mutating func note(_ cell: ObservedCell) {
        if let target = cell.target { targets.insert(target) }
        if let value = cell.value, let display = cell.display, labels.count <= Self.maxLabels, !display.isEmpty {
            labels[value] = display
        }
    }
}

/// The latest value of a column of a record, as far as it was seen.
struct ObservedCell: Sendable {
    /// Nil if only the display value was seen.
    var value: String?
    var display: String?
    /// The table to which its link leads.
    var target: String?
    /// The number of the exchange.
    var step = 0

    /// Takes a later value. A display value alone confirms a known value or makes it unknown.
    mutating func take(_ later: ObservedCell) {
        let isConfirmed = later.value == nil && later.display == display && value != nil
        if later.value == nil, !isConfirmed { value = nil }
        if let new = later.value {
            if new != value { display = nil }
            value = new
        }
        display = later.display ?? display
        target = later.target ?? target
        step = later.step
    }

    /// A value of the Table API in any form.
    ///
    /// - Parameter form: what a plain text is.
    init(_ node: JSONNode, _ form: DisplayMode.Form) {
        if node.kind != .object {
            let text = node.scalarText ?? ""
            if form == .display { display = text } else { value = text }
            return
        }
        value = node["value"].map { $0.scalarText ?? "" }
        display = (node["display_value"] ?? node["displayValue"]).map { $0.scalarText ?? "" }
        if let link = node["link"]?.string, let place = Self.place(of: link) {
            target = place.table
            if value == nil { value = place.key }
        }
        // The value of a journal is empty; its entries are its display value.
        if value == "", let shown = display, !shown.isEmpty { value = nil }
    }

    init(value: String? = nil, display: String? = nil) {
        self.value = value
        self.display = display
    }

    /// The table and key of a link: `…/api/now/table/sys_user/KEY`, or `…/sys_db_object?name=KEY`.
    private static func place(of link: String) -> (table: String, key: String)? {
        guard let url = HTTPURL(link), let route = RESTResource.find(RESTPath.segments(of: url.path)),
            route.path["table"] != ""
        else { return nil }
        if route.path["sys_id"] != "" { return (route.path["table"], route.path["sys_id"]) }
        return url.queryFields.first.map { (route.path["table"], $0.value) }
    }
}
