import ExchangeModel

/// Finds the type of a column from its values, if no description was recorded.
struct ObservedTypes {
    fileprivate let model: ObservedModel

    init(_ model: ObservedModel) { self.model = model }

    /// The definition of a table's own column.
    func definition(of name: String, in table: String) -> ColumnDefinition {
        let seen = model.tables[table]?.columns[name] ?? ObservedColumn()
        let target = model.target(of: name, in: table)
        let values = Values(model, name, in: table)
        let type: InternalType =
            if name == "sys_class_name" {
                .className
            } else if let described = seen.type.map(CustomSchema.type) {
                described
            } else if target != nil {
                .reference
            } else {
                values.type
            }
        var column = ColumnDefinition(
            name, type, label: seen.label, to: target,
            key: target == "sys_db_object" && type == .reference ? "name" : nil,
            length: max(seen.length ?? type.defaultLength, values.longest), readOnly: seen.isReadOnly,
            default: seen.defaultValue.flatMap { $0.hasPrefix("javascript:") ? nil : $0 })
        if type == .string, seen.length == nil { column.length = max(column.length, 4000) }
        column.attributes["mandatory"] = seen.isMandatory ? "true" : nil
        return column
    }

    /// The described choices, else values with other display values, unless their type explains the difference.
    func choices(of column: ColumnDefinition, in table: String) -> [Choice]? {
        let seen = model.tables[table]?.columns[column.name] ?? ObservedColumn()
        if let choices = seen.choices { return choices.isEmpty ? nil : choices }
        guard seen.type == nil, [.string, .integer].contains(column.type), seen.labels.count < ObservedColumn.maxLabels,
            seen.labels.contains(where: { $0.key != $0.value && DisplayText.grouped($0.key) != $0.value })
        else { return nil }
        let pairs = seen.labels.filter { !$0.key.isEmpty }
        return pairs.keys.sorted { (Int($0) ?? .max, $0) < (Int($1) ?? .max, $1) }.map { Choice($0, pairs[$0] ?? $0) }
    }

    /// What the values of a column have in common.
    private struct Values {
        private(set) var longest = 0
        private var isEmpty = true
        private var couldBe: Set<InternalType> = [.boolean, .dateTime, .date, .duration, .integer, .guid]

        init(_ model: ObservedModel, _ column: String, in table: String) {
            for name in model.family(of: table) {
                for record in model.tables[name]?.records.values ?? [:].values {
                    for text in [record[column]?.value, record[column]?.display] {
                        longest = max(longest, text?.unicodeScalars.count ?? 0)
                    }
                    if let value = record[column]?.value, !value.isEmpty { take(value) }
                }
            }
        }

        private mutating func take(_ value: String) {
            isEmpty = false
            couldBe = couldBe.filter { type in
                switch type {
                case .boolean: value == "true" || value == "false"
                case .dateTime: value.utf8.count == 19 && Timestamp(glideText: value) != nil
                case .date: value.utf8.count == 10 && Timestamp(glideText: value) != nil
                case .duration: value.hasPrefix("1970-01-") && value.utf8.count == 19
                case .guid: ObservedExchange.isIdentifier(value)
                default: Int(value).map { String($0) == value } ?? false
                }
            }
        }

        var type: InternalType {
            if isEmpty { return .string }
            return [.duration, .boolean, .dateTime, .date, .integer, .guid].first(where: couldBe.contains) ?? .string
        }
    }
}

/// The schema of a sandbox made from recordings. Tables that were not seen stay only as far as the sandbox reads them
/// itself, and are unknown to clients.
extension Schema {
    static func observed(_ model: ObservedModel) -> Schema {
        let types = ObservedTypes(model)
        var entries: [TableEntry] = []
        let names = model.names
        let kept = Set(names.filter { !ObservedModel.isNeeded($0) || standard[$0] == nil })
        for entry in standard.entries where !kept.contains(entry.name) {
            guard model.tables[entry.name] != nil, !TableDefinition.derived.contains(entry.name) else {
                entries.append(
                    TableEntry(entry.name, extends: entry.parent.flatMap { kept.contains($0) ? nil : $0 }) {
                        entry.definition
                    })
                continue
            }
            let definition = types.extended(entry.definition)
            entries.append(TableEntry(entry.name, extends: entry.parent) { definition })
        }
        for name in names where kept.contains(name) {
            let definition = types.definition(of: name, hasChildren: model.family(of: name).count > 1)
            entries.append(TableEntry(name, extends: definition.parent) { definition })
        }
        return Schema(entries)
    }
}

extension ObservedTypes {
    private var systemNames: Set<String> { Set(ColumnDefinition.system.map(\.name)) }

    /// The definition of a table that the sandbox does not need itself.
    fileprivate func definition(of name: String, hasChildren: Bool) -> TableDefinition {
        let seen = model.tables[name] ?? ObservedTable()
        var table = TableDefinition(name, extends: seen.parent)
        table.label = seen.label ?? ColumnDefinition(name).label
        table.plural = seen.plural ?? table.label + "s"
        table.isHashed = true
        add(seen.columns.keys.sorted(), to: &table)
        if seen.parent == nil, hasChildren, !table.columns.contains(where: { $0.name == "sys_class_name" }) {
            table.columns.append(.init("sys_class_name", .className, label: "Class", readOnly: true))
        }
        table.display = seen.display ?? display(of: name)
        (table.numberPrefix, table.lastNumber) = numbers(of: name) ?? (nil, table.lastNumber)
        return table
    }

    /// The sandbox's own table with what else was seen of it.
    fileprivate func extended(_ base: TableDefinition) -> TableDefinition {
        var table = base
        let seen = model.tables[base.name] ?? ObservedTable()
        table.label = seen.label ?? base.label
        table.access = TableAccess()
        table.order = []
        table.isHashed = true
        let known = Set(Schema.standard[base.name]?.columns.map(\.name) ?? [])
        add(seen.columns.keys.sorted().filter { !known.contains($0) }, to: &table)
        return table
    }

    private func add(_ names: [String], to table: inout TableDefinition) {
        let inherited = Set(
            model.lineage(of: table.name).dropFirst().flatMap { name in
                model.tables[name]?.columns.keys.map { $0 } ?? []
            })
        for name in names where !systemNames.contains(name) {
            let column = definition(of: name, in: table.name)
            if !inherited.contains(name) { table.columns.append(column) }
            if let choices = choices(of: column, in: table.name) { table.choices[name] = choices }
        }
    }

    /// The column whose values are the display values of references to the table's records.
    private func display(of name: String) -> String? {
        var candidates: Set<String>?
        for (sysID, record) in model.family(of: name).flatMap({ model.tables[$0]?.records.map { $0 } ?? [] }) {
            guard let shown = model.displays[sysID] else { continue }
            let equal = Set(record.filter { $0.value.value == shown }.keys)
            candidates = candidates.map { $0.intersection(equal) } ?? equal
        }
        guard let candidates, !candidates.isEmpty else { return nil }
        return ["number", "name"].first(where: candidates.contains) ?? candidates.min()
    }

    /// The prefix of a table's numbers and the highest one, if all have the usual form (`INC0010023`).
    private func numbers(of name: String) -> (String, Int)? {
        var prefix: String?, highest = 0
        for record in model.tables[name]?.records.values ?? [:].values {
            guard let number = record["number"]?.value else { continue }
            let letters = number.prefix { $0.isASCII && $0.isUppercase }, digits = number.dropFirst(letters.count)
            guard (2...10).contains(letters.count), digits.utf8.count == 7, let count = Int(digits),
                prefix == nil || prefix == String(letters)
            else { return nil }
            (prefix, highest) = (String(letters), max(highest, count))
        }
        return prefix.map { ($0, highest) }
    }
}
