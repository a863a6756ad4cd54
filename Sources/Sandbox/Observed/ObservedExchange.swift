import ExchangeModel
import Notation

/// Reads what one successful exchange shows of tables and records.
struct ObservedExchange {
    private let request: HTTPRequest
    private let response: HTTPResponse
    private let route: RESTResource.Route
    private let root: JSONNode?
    private let parameters: Parameters
    private let form: DisplayMode.Form

    /// Nil for an interface that shows no records in a known form.
    init?(_ request: HTTPRequest, _ response: HTTPResponse) {
        guard let route = RESTResource.find(RESTPath.segments(of: request.url.path)) else { return nil }
        (self.request, self.response, self.route) = (request, response, route)
        root = (try? JSONDocument(response.body))?.root
        parameters = Parameters(request.url)
        form = DisplayMode(parameters).form
    }

    func observe(_ instance: inout ObservedInstance) {
        let table = route.path["table"], method = request.effectiveMethod
        switch route.resource.pattern {
        case RESTResource.listPattern:
            guard SchemaWriting.isName(table), let result = root?["result"] else { return }
            instance.tables[table, default: ObservedTable()].isSeen = true
            if method == .get { takeList(result, table, &instance) } else { takeCreated(result, table, &instance) }
        case "now/table/{table}/{sys_id}":
            guard SchemaWriting.isName(table) else { return }
            instance.tables[table, default: ObservedTable()].isSeen = true
            if method == .delete { return delete(route.path["sys_id"], table, &instance) }
            if let result = root?["result"] { take(result, table, key: route.path["sys_id"], &instance) }
        case "now/stats/{table}":
            guard SchemaWriting.isName(table) else { return }
            instance.tables[table, default: ObservedTable()].isSeen = true
            if isUnfiltered, parameters["sysparm_group_by"] == nil, parameters["sysparm_having"] == nil,
                let count = root?["result"]?["stats"]?["count"]?.scalarText
            {
                instance.tables[table]?.total = Int(count)
            }
        case "now/ui/meta/{table}":
            if SchemaWriting.isName(table), let result = root?["result"] { describe(table, result, &instance) }
        case "now/ui/user/current_user": if let result = root?["result"] { takeUser(result, &instance) }
        case GraphQLRoute.path:
            if let body = request.body, let root { ObservedGraphQL.observe(body, root, &instance) }
        case BatchRoute.path: takeParts(&instance)
        default: break
        }
    }

    /// Whether a list or count was of all records.
    private var isUnfiltered: Bool {
        guard parameters.pairs.isEmpty else { return false }
        let query = EncodedQuery(parameters["sysparm_query"] ?? "")
        return query.groups.allSatisfy { $0.terms.isEmpty } && query.unparsed.isEmpty
    }

    private func takeList(_ result: JSONNode, _ table: String, _ instance: inout ObservedInstance) {
        for row in result.elements { take(row, table, key: nil, &instance) }
        if table == "sys_db_object" { takeAncestry(result, &instance) }
        guard isUnfiltered else { return }
        let limit = parameters.number("sysparm_limit") ?? TableReading.defaultLimit
        let isWhole = (parameters.number("sysparm_offset") ?? 0) == 0 && result.count < limit
        let total = response.headers["X-Total-Count"].flatMap { Int($0) } ?? (isWhole ? result.count : nil)
        if let total { instance.tables[table]?.total = total }
    }

    private func takeCreated(_ result: JSONNode, _ table: String, _ instance: inout ObservedInstance) {
        take(result, table, key: nil, &instance)
        if let total = instance.tables[table]?.total { instance.tables[table]?.total = total + 1 }
    }

    private func delete(_ sysID: String, _ table: String, _ instance: inout ObservedInstance) {
        instance.deletions[sysID] = instance.step
        if let total = instance.tables[table]?.total { instance.tables[table]?.total = total - 1 }
    }

    // MARK: Records

    private func take(_ row: JSONNode, _ table: String, key: String?, _ instance: inout ObservedInstance) {
        guard row.kind == .object else { return }
        takeSchema(row, table, &instance)
        instance.note(
            columns: row.members.map(\.name).filter { SchemaWriting.isName($0) }, of: table)
        let own = row["sys_id"].map { ObservedCell($0, .value) }?.value
        let made =
            own ?? key == nil
            ? instance.madeKey(in: table) { name in
                row[name].map { ObservedCell($0, .value) }?.value
            } : nil
        guard let sysID = own ?? key ?? made, ObservedExchange.isKey(sysID) else { return }
        if made == nil { instance.note(ObservedCell(value: sysID), of: "sys_id", sysID, in: table) }
        for (name, node) in row.members where name != "sys_id" {
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            guard let last = parts.last, parts.allSatisfy({ SchemaWriting.isName(String($0)) }) else { continue }
            if parts.count == 1 {
                let cell = ObservedCell(node, form)
                instance.note(cell, of: name, sysID, in: table)
                if let value = cell.value, let shown = cell.display, !shown.isEmpty, shown != value,
                    cell.target != nil || ObservedExchange.isIdentifier(value)
                {
                    instance.displays[value] = shown
                }
                continue
            }
            // A dot-walk shows the record at its end, if the reference to it is in the same row.
            let path = parts.dropLast().joined(separator: ".")
            guard let target = row[path].map({ ObservedCell($0, form) })?.value, ObservedExchange.isKey(target) else {
                continue
            }
            instance.note(ObservedCell(node, form), of: String(last), target, in: table + "." + path)
        }
    }

    /// Whether a text can be a sys_id: not empty, and not withheld.
    static func isKey(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && text.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) }
    }

    /// Whether a text has the form of a generated sys_id.
    static func isIdentifier(_ text: String) -> Bool {
        text.utf8.count == 32 && text.utf8.allSatisfy { ASCII.hexValue($0) != nil }
    }

    private func takeUser(_ result: JSONNode, _ instance: inout ObservedInstance) {
        guard let sysID = result["user_sys_id"]?.string, ObservedExchange.isKey(sysID) else { return }
        for (member, column) in [("user_name", "user_name"), ("user_display_name", "name")] {
            guard let value = result[member]?.string else { continue }
            instance.note(ObservedCell(value: value), of: column, sysID, in: "sys_user")
        }
        instance.note(ObservedCell(value: sysID), of: "sys_id", sysID, in: "sys_user")
    }

    // MARK: Tables and columns

    /// `ui/meta`: a table with all columns that the user may read.
    private func describe(_ table: String, _ result: JSONNode, _ instance: inout ObservedInstance) {
        var found = instance.tables[table] ?? ObservedTable()
        (found.isSeen, found.isDescribed) = (true, true)
        found.label = text(result, "label") ?? found.label
        found.plural = text(result, "plural") ?? found.plural
        found.parent = text(result, "super_class") ?? found.parent
        found.display = text(result, "display") ?? found.display
        for (name, node) in result["columns"].map({ Array($0.members) }) ?? [] where SchemaWriting.isName(name) {
            var column = found.columns[name] ?? ObservedColumn()
            column.describe(node, type: text(node, "type"), label: text(node, "label"))
            let choices = node["choices"]?.elements.compactMap { choice in
                choice["value"]?.scalarText.map { Choice($0, choice["label"]?.scalarText ?? $0) }
            }
            column.choices = choices ?? column.choices
            found.columns[name] = column
        }
        instance.tables[table] = found
    }

    /// A row of the dictionary, the list of tables, or the choices.
    private func takeSchema(_ row: JSONNode, _ kind: String, _ instance: inout ObservedInstance) {
        guard let name = text(row, "name"), SchemaWriting.isName(name) else { return }
        let element = text(row, "element") ?? ""
        switch kind {
        case "sys_db_object":
            guard let label = text(row, "label") else { return }
            instance.tables[name, default: ObservedTable()].label = label
        case "sys_dictionary":
            guard SchemaWriting.isName(element), let type = text(row, "internal_type") else { return }
            instance.tables[name, default: ObservedTable()].columns[element, default: ObservedColumn()].describe(
                row, type: type, label: text(row, "column_label"))
            if text(row, "display") == "true" { instance.tables[name]?.display = element }
        case "sys_choice":
            guard SchemaWriting.isName(element), text(row, "inactive") != "true",
                let value = row["value"].map({ ObservedCell($0, .value) })?.value,
                let label = text(row, "label")
            else { return }
            var choices = instance.tables[name]?.columns[element]?.choices ?? []
            choices.removeAll { $0.value == value }
            choices.append(Choice(value, label))
            instance.tables[name, default: ObservedTable()].columns[element, default: ObservedColumn()].choices =
                choices
        default: break
        }
    }

    /// `name`, `super_class.name`, `super_class.super_class.name` … of a table.
    private func takeAncestry(_ result: JSONNode, _ instance: inout ObservedInstance) {
        for row in result.elements {
            guard var child = text(row, "name") else { continue }
            var path = "super_class.name"
            for _ in 0..<16 {
                guard let parent = text(row, path), SchemaWriting.isName(parent), parent != child else { break }
                instance.tables[child, default: ObservedTable()].parent = parent
                (child, path) = (parent, "super_class." + path)
            }
        }
    }

    /// The value of a member, in any form; nil if it is empty.
    private func text(_ node: JSONNode, _ name: String) -> String? {
        guard let cell = node[name].map({ ObservedCell($0, .value) }), let text = cell.value ?? cell.display else {
            return nil
        }
        return text.isEmpty ? nil : text
    }

    // MARK: Batches

    /// The parts of a batch that were answered, each as an exchange.
    private func takeParts(_ instance: inout ObservedInstance) {
        guard let batch = try? BatchRequest(request), let answers = root?["serviced_requests"] else { return }
        let parts = Dictionary(batch.parts.map { ($0.id, $0.content) }) { first, _ in first }
        for answer in answers.elements {
            guard let id = answer["id"]?.scalarText, case .success(let part)? = parts[id],
                let status = answer["status_code"]?.scalarText.flatMap({ Int($0) }), (200...299).contains(status),
                !RESTPath.segments(of: part.url.path).contains("batch")
            else { continue }
            var response = HTTPResponse(status: status)
            response.body = (answer["body"]?.string).flatMap { Base64.decode($0.utf8) } ?? []
            for field in answer["headers"].map({ Array($0.elements) }) ?? [] {
                guard let name = field["name"]?.string, let value = field["value"]?.scalarText else { continue }
                response.headers.append(name, value)
            }
            ObservedExchange(part, response)?.observe(&instance)
        }
    }
}

extension ObservedColumn {
    /// Takes what the dictionary or `ui/meta` says.
    mutating func describe(_ node: JSONNode, type: String?, label: String?) {
        func text(_ name: String) -> String? {
            guard let text = node[name].map({ ObservedCell($0, .value) })?.value, !text.isEmpty else { return nil }
            return text
        }
        self.type = type ?? self.type
        self.label = label ?? self.label
        reference = text("reference") ?? reference
        length = text("max_length").flatMap { Int($0) } ?? length
        defaultValue = text("default_value") ?? defaultValue
        isMandatory = text("mandatory").map { $0 == "true" } ?? isMandatory
        isReadOnly = text("read_only").map { $0 == "true" } ?? isReadOnly
    }
}
