import Notation

/// Reads the records in GraphQL responses. The operation tells which member is which column, because of aliases.
struct ObservedGraphQL {
    private let fragments: GraphQL.Fragments
    private let variables: JSONNode?

    /// Observes one operation, or an array of them with an array of answers.
    static func observe(_ body: [UInt8], _ answer: JSONNode, _ instance: inout ObservedInstance) {
        guard let sent = try? JSONDocument(body).root else { return }
        guard sent.kind == .array else { return observe(sent, answer, &instance) }
        for (one, other) in zip(sent.elements, answer.elements) { observe(one, other, &instance) }
    }

    private static func observe(_ sent: JSONNode, _ answer: JSONNode, _ instance: inout ObservedInstance) {
        guard let text = sent["query"]?.string, let document = try? GraphQL.Document(text), let data = answer["data"]
        else { return }
        let name = sent["operationName"]?.string
        guard let operation = document.operations.first(where: { name == nil || $0.name?.text == name }) else { return }
        let reading = ObservedGraphQL(fragments: GraphQL.Fragments(document), variables: sent["variables"])
        for root in reading.fragments.fields(of: operation.selections) {
            guard let node = data[root.responseName] else { continue }
            for field in reading.fragments.fields(of: root.selections ?? []) {
                guard let found = node[field.responseName], found.kind == .object else { continue }
                switch root.name.text {
                case GraphQL.RecordNames.recordQuery: reading.takeTable(field, found, &instance)
                case GraphQL.RecordNames.recordMutation: reading.takeChange(field, found, &instance)
                default: break
                }
            }
        }
    }

    private func takeTable(_ field: GraphQL.Field, _ node: JSONNode, _ instance: inout ObservedInstance) {
        let table = field.name.text
        guard SchemaWriting.isName(table) else { return }
        instance.tables[table, default: ObservedTable()].isSeen = true
        let isUnfiltered = ["queryConditions", "sys_id"].allSatisfy { (argument($0, of: field) ?? "").isEmpty }
        for part in fragments.fields(of: field.selections ?? []) {
            guard let found = node[part.responseName] else { continue }
            switch part.name.text {
            case "_results": for row in found.elements { take(part, row, table, key: nil, &instance) }
            case "_rowCount":
                if isUnfiltered, let total = found.scalarText.flatMap({ Int($0) }) {
                    instance.tables[table]?.total = total
                }
            default: break
            }
        }
    }

    /// `insert_TABLE`, `update_TABLE` and `delete_TABLE`.
    private func takeChange(_ field: GraphQL.Field, _ node: JSONNode, _ instance: inout ObservedInstance) {
        let parts = field.name.text.split(separator: "_", maxSplits: 1).map(String.init)
        guard parts.count == 2, SchemaWriting.isName(parts[1]) else { return }
        let key = argument("sys_id", of: field).flatMap { $0.isEmpty ? nil : $0 }
        instance.tables[parts[1], default: ObservedTable()].isSeen = true
        let total = instance.tables[parts[1]]?.total
        switch parts[0] {
        case "delete":
            if let key { instance.deletions[key] = instance.step }
            instance.tables[parts[1]]?.total = total.map { $0 - 1 }
        case "insert":
            take(field, node, parts[1], key: nil, &instance)
            instance.tables[parts[1]]?.total = total.map { $0 + 1 }
        case "update": take(field, node, parts[1], key: key, &instance)
        default: break
        }
    }

    /// A row with the columns that the operation selects.
    private func take(
        _ selected: GraphQL.Field, _ row: JSONNode, _ table: String, key: String?, _ instance: inout ObservedInstance
    ) {
        guard row.kind == .object else { return }
        let columns = fragments.fields(of: selected.selections ?? []).filter { SchemaWriting.isName($0.name.text) }
        instance.note(columns: columns.map(\.name.text), of: table)
        let named = columns.first { $0.name.text == "sys_id" }.flatMap { row[$0.responseName] }
        let own = columns.first { $0.name.text == "sys_id" }.flatMap { field in named.map { cell(field, $0) } }?.value
        let made =
            own ?? key == nil
            ? instance.madeKey(in: table) { name in
                columns.first { $0.name.text == name }.flatMap { field in
                    row[field.responseName].map { cell(field, $0) }
                }?
                .value
            } : nil
        guard let sysID = own ?? key ?? made, ObservedExchange.isKey(sysID) else { return }
        if made == nil { instance.note(ObservedCell(value: sysID), of: "sys_id", sysID, in: table) }
        for column in columns where column.name.text != "sys_id" {
            guard let node = row[column.responseName], node.kind == .object else { continue }
            let cell = cell(column, node)
            guard cell.value != nil || cell.display != nil else { continue }
            instance.note(cell, of: column.name.text, sysID, in: table)
            guard let target = cell.value, ObservedExchange.isKey(target) else { continue }
            for part in fragments.fields(of: column.selections ?? []) where part.name.text == "_reference" {
                guard let other = node[part.responseName] else { continue }
                if let shown = cell.display, !shown.isEmpty { instance.displays[target] = shown }
                take(part, other, table + "." + column.name.text, key: target, &instance)
            }
        }
    }

    /// A wrapper's value and display value; null is an empty value.
    private func cell(_ column: GraphQL.Field, _ node: JSONNode) -> ObservedCell {
        var cell = ObservedCell()
        for part in fragments.fields(of: column.selections ?? []) {
            guard let found = node[part.responseName] else { continue }
            switch part.name.text {
            case "value": cell.value = found.scalarText ?? ""
            case "displayValue": cell.display = found.scalarText ?? ""
            case "referenceTableName": cell.target = found.string.flatMap { SchemaWriting.isName($0) ? $0 : nil }
            default: break
            }
        }
        return cell
    }

    /// An argument's text, from the operation or its variables; nil if it is missing.
    private func argument(_ name: String, of field: GraphQL.Field) -> String? {
        switch field.arguments.first(where: { $0.name.text == name })?.value.kind {
        case .string(let text): text
        case .variable(let variable): variables?[variable]?.scalarText
        default: nil
        }
    }
}
