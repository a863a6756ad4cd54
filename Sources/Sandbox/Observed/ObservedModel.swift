/// The tables of a sandbox made from recordings: the hierarchy, the columns with their types, and each record in its
/// own class.
struct ObservedModel {
    private(set) var tables: [String: ObservedTable]
    let displays: [String: String]
    let madeUsers: Int
    private let madeKeys: [String: String]
    /// Each table's ancestors, nearest first.
    private var ancestors: [String: [String]] = [:]
    /// Parents before their children, otherwise by name.
    private(set) var names: [String] = []
    private var families: [String: [String]] = [:]

    /// Tables that the sandbox itself reads keep the columns that it needs.
    static func isNeeded(_ name: String) -> Bool {
        ["sys_", "sttrm_", "oauth_", "jwt_"].contains { name.hasPrefix($0) }
            || ["api_key", "contract_sla", "task_sla", "label_entry"].contains(name)
    }

    init(_ instance: ObservedInstance) {
        tables = instance.tables
        displays = instance.displays
        madeUsers = instance.madeUsers
        madeKeys = instance.madeKeys
        forget(instance.deletions)
        attachWalks()
        arrange()
        sortIntoClasses()
        identify()
        liftColumns()
    }

    func lineage(of name: String) -> [String] { [name] + (ancestors[name] ?? []) }

    // MARK: Records

    private mutating func forget(_ deletions: [String: Int]) {
        var deletions = deletions
        // Records that were seen without a sys_id are deleted with the one that has their number.
        var numbers: [String: Int] = [:]
        for (sysID, step) in deletions {
            for table in tables.values {
                if let number = table.records[sysID]?["number"]?.value {
                    numbers[number] = max(numbers[number] ?? 0, step)
                }
            }
        }
        for (sysID, text) in madeKeys { deletions[sysID] = numbers[text] }
        for (sysID, step) in deletions {
            for name in tables.keys {
                guard let record = tables[name]?.records[sysID] else { continue }
                let later = record.filter { $0.value.step > step }
                tables[name]?.records[sysID] = later.isEmpty ? nil : later
            }
        }
    }

    /// Adds what was seen behind references to the tables that they lead to.
    private mutating func attachWalks() {
        let walks = tables.keys.filter { $0.contains(".") }.sorted { ($0.count, $0) < ($1.count, $1) }
        for walk in walks {
            guard let seen = tables.removeValue(forKey: walk) else { continue }
            var place: String? = nil
            for (offset, step) in walk.split(separator: ".").map(String.init).enumerated() {
                place = offset == 0 ? step : place.flatMap { target(of: step, in: $0) }
            }
            guard let place else { continue }
            var table = tables[place] ?? ObservedTable()
            for (name, column) in seen.columns { table.columns[name, default: ObservedColumn()].merge(column) }
            for (sysID, record) in seen.records {
                table.records[sysID] = ObservedModel.merged(table.records[sysID] ?? [:], record)
            }
            table.isSeen = true
            tables[place] = table
        }
    }

    /// The table that a reference leads to.
    func target(of column: String, in table: String) -> String? {
        for name in lineage(of: table) {
            guard let found = tables[name]?.columns[column] else { continue }
            if let target = found.reference ?? found.targets.sorted().first { return target }
        }
        return Schema.standard[table].flatMap { ObservedModel.isNeeded(table) ? $0[column]?.reference : nil }
    }

    private static func merged(
        _ one: [String: ObservedCell], _ other: [String: ObservedCell]
    ) -> [String: ObservedCell] {
        one.merging(other) { left, right in
            var first = left.step <= right.step ? left : right
            first.take(left.step <= right.step ? right : left)
            return first
        }
    }

    // MARK: Hierarchy

    /// Finds parents: described ones, and tables whose lists have records of other classes.
    private mutating func arrange() {
        var above: [String: Set<String>] = [:]
        for (name, table) in tables {
            if let parent = table.parent { above[name, default: []].insert(parent) }
            for record in table.records.values {
                guard let own = record["sys_class_name"]?.value, own != name, SchemaWriting.isName(own) else {
                    continue
                }
                above[own, default: []].insert(name)
            }
        }
        for name in Set(above.keys).union(above.values.joined()) where tables[name] == nil {
            tables[name] = ObservedTable()
        }
        for name in tables.keys.sorted() {
            let parent = parent(of: name, above)
            tables[name]?.parent = nil
            // A table never extends one of its own children.
            if let parent, parent != name, !chain(above: parent).contains(name) { tables[name]?.parent = parent }
        }
        for name in tables.keys { ancestors[name] = chain(above: name) }
        names = tables.keys.sorted { ((ancestors[$0] ?? []).count, $0) < ((ancestors[$1] ?? []).count, $1) }
        for name in names {
            for other in lineage(of: name) { families[other, default: []].append(name) }
        }
    }

    private func chain(above name: String) -> [String] {
        var chain: [String] = [], last = name
        while let parent = tables[last]?.parent, parent != name, !chain.contains(parent) {
            chain.append(parent)
            last = parent
        }
        return chain
    }

    /// The described parent, else the nearest of the tables above: the one with the most above it.
    private func parent(of name: String, _ above: [String: Set<String>]) -> String? {
        if let parent = tables[name]?.parent { return parent }
        return above[name]?.min { ((above[$1] ?? []).count, $0) < ((above[$0] ?? []).count, $1) }
    }

    /// Moves each record to its own class, with what other lists showed of it.
    private mutating func sortIntoClasses() {
        for name in names.reversed() {
            guard let records = tables[name]?.records, !records.isEmpty else { continue }
            let below = family(of: name).dropFirst().reversed()
            guard !below.isEmpty else { continue }
            for (sysID, record) in records {
                let stated = record["sys_class_name"]?.value.flatMap { below.contains($0) ? $0 : nil }
                guard let own = stated ?? below.first(where: { tables[$0]?.records[sysID] != nil }) else { continue }
                let seen = tables[own]?.records[sysID] ?? [:]
                tables[own]?.records[sysID] = ObservedModel.merged(seen, record)
                tables[own]?.isSeen = true
                tables[name]?.records[sysID] = nil
            }
        }
    }

    /// Joins records that were seen without a sys_id with those of the same number, in their class or one below.
    private mutating func identify() {
        var places: [String: (table: String, sysID: String)] = [:]
        for name in names {
            for (sysID, record) in (tables[name]?.records ?? [:]).sorted(by: { $0.key < $1.key })
            where madeKeys[sysID] == nil {
                for column in ["number", "user_name"] {
                    guard let text = record[column]?.value, !text.isEmpty else { continue }
                    places[(lineage(of: name).last ?? name) + "." + text] = (name, sysID)
                }
            }
        }
        // Of records without a sys_id, those of the lowest class come first.
        for name in names.reversed() {
            for sysID in (tables[name]?.records.keys.filter { madeKeys[$0] != nil } ?? []).sorted() {
                let place = (lineage(of: name).last ?? name) + "." + (madeKeys[sysID] ?? "")
                guard let own = places[place], own.sysID != sysID else {
                    places[place] = (name, sysID)
                    continue
                }
                // The lower class of both is the record's.
                let home = lineage(of: name).contains(own.table) ? name : own.table
                let seen = tables[own.table]?.records[own.sysID] ?? [:], record = tables[name]?.records[sysID] ?? [:]
                tables[own.table]?.records[own.sysID] = nil
                tables[name]?.records[sysID] = nil
                tables[home]?.records[own.sysID] = ObservedModel.merged(seen, record)
                places[place] = (home, own.sysID)
            }
        }
    }

    /// The number of a table's records whose sys_ids are made up.
    func madeCount(of name: String) -> Int {
        family(of: name).reduce(0) { $0 + (tables[$1]?.records.keys.filter { madeKeys[$0] != nil }.count ?? 0) }
    }

    /// A column belongs to the highest table in which it was seen.
    private mutating func liftColumns() {
        for name in names {
            for (column, seen) in tables[name]?.columns ?? [:] {
                guard let owner = ancestors[name]?.last(where: { tables[$0]?.columns[column] != nil }) else { continue }
                tables[owner]?.columns[column]?.merge(seen)
                if seen.choices == nil { tables[name]?.columns[column] = nil }
            }
        }
    }

    /// The columns known in a table, inherited ones included.
    func columns(of name: String) -> Set<String> {
        Set(lineage(of: name).flatMap { tables[$0]?.columns.keys.map { $0 } ?? [] }).union(["sys_id"])
    }

    /// The names of the tables that extend a table, itself included.
    func family(of name: String) -> [String] { families[name] ?? [name] }
}

extension ObservedColumn {
    mutating func merge(_ other: ObservedColumn) {
        type = type ?? other.type
        label = label ?? other.label
        reference = reference ?? other.reference
        length = length ?? other.length
        choices = choices ?? other.choices
        targets.formUnion(other.targets)
        labels.merge(other.labels) { first, _ in first }
    }
}
