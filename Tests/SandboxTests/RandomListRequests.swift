import ExchangeModel
import Notation
import TestSupport

/// A list request: table, query, window and fields.
struct ListRequest {
    var table: String
    var query: String
    var columns: [String]
    var limit: Int
    var offset: Int
}

/// Generates list requests for every table of the instance, with fields and conditions behind references, values from
/// records and others, and parts that an instance ignores.
struct RandomListRequests {
    /// A column as `ui/meta` describes it.
    struct Column {
        let name: String
        let type: String
        let reference: String?
    }

    private static let words = [
        "=", "!=", "<", "<=", ">", ">=", "LIKE", "NOT LIKE", "STARTSWITH", "ENDSWITH", "IN", "NOT IN", "BETWEEN",
        "ISEMPTY", "ISNOTEMPTY", "ANYTHING", "EMPTYSTRING", "SAMEAS", "NSAMEAS",
    ]
    private let client: SandboxClient
    private let tables: [String]
    private var columns: [String: [Column]] = [:]
    private var samples: [String: [JSON]] = [:]
    private var random: SeededGenerator

    init(seed: UInt64, _ client: SandboxClient) throws {
        self.client = client
        random = SeededGenerator(seed: seed)
        tables = SandboxClient.elements(try client.read("/api/now/doc/table/schema")["result"] ?? .null).compactMap {
            $0["value"]?.scalarText
        }
    }

    /// The next request. Half of them are for tables with demonstration data.
    mutating func next() throws -> ListRequest {
        let told = ["incident", "task", "change_request", "sys_user", "cmdb_ci", "kb_knowledge", "task_sla"]
        let table = random.below(2) == 0 ? random.pick(told) : random.pick(tables)
        var columns: [String] = []
        for _ in 0...random.below(5) {
            let path = try path(from: table, steps: 3)
            if !columns.contains(path) { columns.append(path) }
        }
        var groups: [String] = []
        for _ in 0..<random.pick([0, 1, 1, 1, 2]) {
            var terms: [String] = []
            for _ in 0...random.below(3) {
                let alternatives = try (0..<random.pick([1, 1, 2])).map { _ in try condition(on: table) }
                terms.append(alternatives.joined(separator: "^OR"))
            }
            groups.append(terms.joined(separator: "^"))
        }
        var query = groups.joined(separator: "^NQ")
        for _ in 0..<random.pick([0, 1, 2]) {
            let order = random.pick(["ORDERBY", "ORDERBYDESC"]) + (try path(from: table, steps: 1))
            query += (query.isEmpty ? "" : "^") + order
        }
        return ListRequest(
            table: table, query: query, columns: columns, limit: random.pick([0, 1, 2, 7, 20]),
            offset: random.pick([0, 0, 0, 1, 5, 1000]))
    }

    /// All columns of a table.
    mutating func columns(of table: String) throws -> [Column] {
        if let known = columns[table] { return known }
        guard case .object(let members)? = try client.read("/api/now/ui/meta/" + table)["result"]?["columns"] else {
            return []
        }
        let found = members.map { member in
            let (type, target) = (member.value["type"]?.scalarText ?? "", member.value["reference"]?.scalarText ?? "")
            let isSingle = !target.isEmpty && type != "glide_list" && tables.contains(target)
            return Column(name: member.name, type: type, reference: isSingle ? target : nil)
        }
        columns[table] = found
        return found
    }

    mutating func column(at path: String, of table: String) throws -> Column? {
        var place = table
        var found: Column?
        for part in path.split(separator: ".") {
            found = try columns(of: place).first { $0.name == part }
            place = found?.reference ?? ""
        }
        return found
    }

    private mutating func path(from table: String, steps: Int) throws -> String {
        let here = try columns(of: table)
        guard !here.isEmpty else { return "sys_id" }
        let references = here.filter { $0.reference != nil }
        if steps > 0, random.below(3) == 0, !references.isEmpty {
            let step = random.pick(references)
            return step.name + "." + (try path(from: step.reference ?? "", steps: steps - 1))
        }
        return random.pick(here).name
    }

    private mutating func condition(on table: String) throws -> String {
        switch random.below(30) {
        case 0: return "nosuch=1"
        case 1: return "active"
        case 2: return random.pick(["caller_id", "assigned_to"]) + "=javascript:gs.getUserID()"
        case 3: return "sys_created_onON" + "Last 30 days@javascript:gs.daysAgoStart(30)@javascript:gs.daysAgoEnd(0)"
        default: break
        }
        let path = try path(from: table, steps: 2)
        let word = random.pick(RandomListRequests.words)
        switch word {
        case "ISEMPTY", "ISNOTEMPTY", "ANYTHING", "EMPTYSTRING": return path + word
        case "SAMEAS", "NSAMEAS": return path + word + (try self.path(from: table, steps: 0))
        case "IN", "NOT IN": return try path + word + value(path, of: table) + "," + value(path, of: table)
        case "BETWEEN": return try path + word + value(path, of: table) + "@" + value(path, of: table)
        case "LIKE", "NOT LIKE", "STARTSWITH", "ENDSWITH":
            return path + word + String(try value(path, of: table).prefix(random.pick([1, 3, 40])))
        default: return path + word + (try value(path, of: table))
        }
    }

    /// A value from one of the first records, of this column or another.
    private mutating func value(_ path: String, of table: String) throws -> String {
        var place = table
        for part in path.split(separator: ".").dropLast() {
            place = try columns(of: place).first { $0.name == part }?.reference ?? place
        }
        if samples[place] == nil {
            let target = "/api/now/table/\(place)?sysparm_limit=40&sysparm_exclude_reference_link=true"
            samples[place] = SandboxClient.elements(try client.read(target)["result"] ?? .null)
        }
        let rows = samples[place] ?? []
        let name = path.split(separator: ".").last.map(String.init) ?? path
        let text = rows.isEmpty ? "" : random.pick(rows)[name]?.scalarText ?? ""
        return EncodedQuery.isValidValue(text) ? String(text.prefix(80)) : "1"
    }
}
