import ExchangeModel
import Notation
import TestSupport
import Testing

@testable import Sandbox

/// What the sandbox drops is what a check of the query reports.
struct QueryAgreementTests {
    private static let values = [
        "", "x", "Today", "2025-01-01", "2025-02-30", "a@b", "javascript:gs.nope()", "javascript:gs.daysAgo(3)",
        "javascript:gs.getUserId()", "javascript:gs.getUserID()", "javascript:getMyGroups()", "javascript:['x']",
        "javascript:gs.dateGenerate('2025-01-01')", "javascript:gs.dateGenerate('2025-01-01 00:00:00')",
        "javascript:gs.dateGenerate('2025-01-32')", "javascript:gs.daysAgo(1)@javascript:gs.nope()",
        "Today@javascript:gs.beginningOfToday()@javascript:gs.endOfToday()",
        "Today@javascript:gs.beginningOfToday()@javascript:gs.nope()", "Today@gs.a()@gs.b()",
        "@hour@ago@1", "hour@ago@1", "@fortnight@ago@1", "@hour@since@1", "@hour@ago@x", "@hour@ago@9999999",
        "closed_at", "closed_at@day", "closed_at@decade", "closed_at@day@before@2", "closed_at@decade@before@2",
        "closed_at@day@near@2", "Monday@javascript:gs.datePart('dayofweek','monday','EE')",
        "Monday@javascript:gs.datePart('dayofweek','noday','EE')", "Monday@monday", DynamicFilterOption.myGroups,
        "0123456789abcdef0123456789abcdef",
    ]

    @Test(arguments: Operator.allCases.filter { !$0.isBlock && $0 != .hasNoTag && $0 != .excludesTag })
    func engineDropsWhatTheCheckReports(operation: Operator) throws {
        let table = try #require(Schema.standard["incident"])
        let context = QueryContext(
            userID: "u", userName: "n", groupIDs: ["g", "h"], zone: .sandbox, now: .init(seconds: 1_700_000_000))
        for (field, type) in [
            ("opened_at", "glide_date_time"), ("assigned_to", "reference"), ("short_description", "string"),
        ] where operation.fits(internalType: type) {
            for value in operation.takesValue ? Self.values : [""] {
                let query = EncodedQuery(field + operation.rawValue + value)
                let condition = try #require(query.conditions.first)
                let compiler = QueryCompiler(plan: JoinPlan(table, in: .standard), context: context)
                let isDropped = try compiler.compile(condition) == nil
                let reports = query.diagnostics(
                    knownColumns: { table[$0] != nil }, internalType: { _ in type },
                    hasFilter: { $0 == DynamicFilterOption.myGroups })
                expectEqual(isDropped, !reports.isEmpty, "\(condition.text)")
            }
        }
    }

    @Test(arguments: [
        ("active=true", false), ("nosuch=1", true), ("active=true^garbage", true), ("active=true^ORnosuch=1", true),
        ("opened_by.nosuch=1", true), ("opened_at>javascript:gs.nothing()", true), ("", false),
        ("opened_atRELATIVEGT@day", true), ("ORDERBYnosuch", false),
    ])
    func propertyMakesInvalidConditionsMatchNothing(query: String, matchesNothing: Bool) throws {
        let table = try #require(Schema.standard["incident"])
        var context = QueryContext(
            userID: "u", userName: "n", zone: .sandbox, now: .init(seconds: 1_700_000_000))
        context.invalidMatchesNothing = true
        let plan = JoinPlan(table, in: .standard)
        let condition = try QueryCompiler(plan: plan, context: context).condition(of: EncodedQuery(query))
        expectEqual((condition == .never), matchesNothing)
    }
}

/// The sandbox and a simple evaluator find the same records for random queries.
struct RandomQueryTests {
    private static let kinds: [String: PlainEvaluator.Kind] = [
        "short_description": .text, "correlation_id": .text, "impact": .number, "order": .number, "knowledge": .boolean,
        "due_date": .moment, "expected_start": .moment, "assigned_to": .reference, "assigned_to.active": .boolean,
        "assigned_to.name": .text, "assigned_to.title": .text, "assigned_to.vip": .boolean,
    ]
    private static let texts = ["", "Alpha", "alpha", "BETA one", "beta", "a", "100%", "x_y", "ÄÖ", "zeta", "AB", "ab"]
    private static let numbers = ["", "1", "2", "3", "10", "-5"]
    private static let moments = [
        "", "2025-01-10 08:00:00", "2025-01-10 08:00:01", "2024-02-29 12:00:00", "2025-06-30 23:59:59",
    ]

    private func value(_ kind: PlainEvaluator.Kind, _ people: [String], _ random: inout SeededGenerator) -> String {
        switch kind {
        case .text: random.pick(Self.texts)
        case .number: random.pick(Self.numbers)
        case .boolean: random.pick(["", "true", "false"])
        case .moment: random.pick(Self.moments)
        case .reference: random.pick(people)
        }
    }

    private func condition(_ people: [String], _ random: inout SeededGenerator) -> PlainEvaluator.Condition {
        let field = random.pick(Self.kinds.keys.sorted())
        let kind = Self.kinds[field] ?? .text
        let word = random.pick([
            "=", "!=", "<", "<=", ">", ">=", "LIKE", "NOT LIKE", "STARTSWITH", "ENDSWITH", "IN", "NOT IN", "BETWEEN",
            "ISEMPTY", "ISNOTEMPTY", "ANYTHING", "EMPTYSTRING", "SAMEAS", "NSAMEAS", "GT_FIELD", "LT_FIELD",
            "GT_OR_EQUALS_FIELD", "LT_OR_EQUALS_FIELD",
        ])
        var text = value(kind, people, &random)
        switch word {
        case "ISEMPTY", "ISNOTEMPTY", "ANYTHING", "EMPTYSTRING": text = ""
        case "IN", "NOT IN": text += "," + value(kind, people, &random)
        case "BETWEEN": text += "@" + value(kind, people, &random)
        case "LIKE", "NOT LIKE", "STARTSWITH", "ENDSWITH":
            if kind == .reference || field == "assigned_to.name" {
                text = random.pick(["", "a", "John", "doe", "be", "n"])
            }
            if kind == .moment { text = random.pick(["2025", "08:00:00", "-", "x"]) }
            if kind == .boolean { text = random.pick(["", "1", "0", "tr"]) }
        case "SAMEAS", "NSAMEAS", "GT_FIELD", "LT_FIELD", "GT_OR_EQUALS_FIELD", "LT_OR_EQUALS_FIELD":
            text = random.pick(Self.kinds.filter { $0.value == kind }.keys.sorted())
        default: break
        }
        return .init(field: field, word: word, value: text)
    }

    @Test func sandboxMatchesPlainEvaluator() throws {
        let client = try SandboxClient()
        var random = SeededGenerator(seed: 2025)
        let users = SandboxClient.elements(
            try client.read("/api/now/table/sys_user?sysparm_fields=sys_id,name,active,vip,title")["result"] ?? .null)
        var others: [String: [String: String]] = [:]
        for user in users {
            let columns = ["name", "active", "vip", "title"].map { ($0, user[$0]?.scalarText ?? "") }
            others[user["sys_id"]?.scalarText ?? ""] = Dictionary(columns) { $1 }
        }
        let people = others.keys.sorted().prefix(6) + ["", "0123456789abcdef0123456789abcdef"]
        let plain = Self.kinds.keys.filter { !$0.utf8.contains(UInt8(ascii: ".")) }.sorted()
        var rows: [(sysID: String, columns: [String: String])] = []
        for _ in 0..<24 {
            var columns: [String: String] = [:]
            for name in plain { columns[name] = value(Self.kinds[name] ?? .text, Array(people), &random) }
            if columns["impact"] == "" { columns["impact"] = "2" }
            let body = JSON.object(columns.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) })
            rows.append((try client.create("sc_task", body.compact), columns))
        }
        let evaluator = PlainEvaluator(kinds: Self.kinds, others: others)
        let mine = "sys_idIN" + rows.map(\.sysID).joined(separator: ",")
        var wrong = 0
        for _ in 0..<700 {
            let groups = (0..<(random.below(4) == 0 ? 2 : 1)).map { _ in
                (0...random.below(3)).map { _ in (0...random.below(2)).map { _ in condition(Array(people), &random) } }
            }
            let query = groups.map { group in
                ([mine] + group.map { $0.map { $0.field + $0.word + $0.value }.joined(separator: "^OR") })
                    .joined(separator: "^")
            }.joined(separator: "^NQ")
            let expected = rows.filter { evaluator.holds(groups, $0.columns) }.map(\.sysID)
            let found = try client.list("sc_task", query, "sys_id")
            if found != expected { wrong += 1 }
            expectEqual(found, expected, "\(query.split(separator: mine[...]).joined())")
            if wrong > 5 { return }
        }
    }
}

/// Encoded queries with scalar operators over records in memory: written from the documentation, without SQL.
struct PlainEvaluator {
    /// The type of a column, as far as comparisons need it.
    enum Kind { case text, number, boolean, moment, reference }

    let kinds: [String: Kind]
    /// Other records by sys_id, for references.
    let others: [String: [String: String]]

    struct Condition {
        var field: String
        var word: String
        var value: String
    }

    /// Groups are joined by OR, terms in a group by AND, conditions in a term by OR.
    func holds(_ groups: [[[Condition]]], _ row: [String: String]) -> Bool {
        groups.contains { $0.allSatisfy { $0.contains { holds($0, row) } } }
    }

    /// The stored value at the end of a path; empty if it leads nowhere.
    private func raw(_ path: String, _ row: [String: String]) -> String {
        guard let dot = path.firstIndex(of: ".") else { return row[path] ?? "" }
        let target = others[row[String(path[..<dot])] ?? ""]
        return target?[String(path[path.index(after: dot)...])] ?? ""
    }

    func holds(_ condition: Condition, _ row: [String: String]) -> Bool {
        let kind = kinds[condition.field] ?? .text, value = condition.value
        let held = raw(condition.field, row)
        switch condition.word {
        case "ANYTHING": return true
        case "ISEMPTY", "EMPTYSTRING": return held.isEmpty
        case "ISNOTEMPTY": return !held.isEmpty
        case "LIKE", "NOT LIKE", "STARTSWITH", "ENDSWITH":
            let shown = kind == .reference ? others[held]?["name"] ?? "" : kind == .boolean ? bit(held) : held
            return textual(condition.word, lower(shown), lower(value))
        case "=" where value.isEmpty: return held.isEmpty
        case "!=" where value.isEmpty: return !held.isEmpty
        case "!=" where kind == .boolean: return bit(held) != bit(value)
        case "IN":
            return value.split(separator: ",", omittingEmptySubsequences: false).contains {
                same(kind, held, String($0))
            }
        case "NOT IN":
            return !held.isEmpty
                && !value.split(separator: ",").contains { same(kind, held, String($0)) }
        case "BETWEEN":
            let ends = value.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
            guard !held.isEmpty, let low = order(kind, held, ends[0]), let high = order(kind, held, ends[1]) else {
                return false
            }
            return low >= 0 && high <= 0
        case "SAMEAS", "NSAMEAS", "GT_FIELD", "LT_FIELD", "GT_OR_EQUALS_FIELD", "LT_OR_EQUALS_FIELD":
            let other = raw(value, row)
            guard !held.isEmpty, !other.isEmpty, let order = order(kind, held, other) else { return false }
            return sign(condition.word, order)
        default:
            // An empty value is neither less nor greater than anything.
            if held.isEmpty || value.isEmpty { return false }
            guard let order = order(kind, held, value) else { return condition.word == "!=" }
            return sign(condition.word, order)
        }
    }

    private func sign(_ word: String, _ order: Int) -> Bool {
        switch word {
        case "=", "SAMEAS": order == 0
        case "!=", "NSAMEAS": order != 0
        case "<", "LT_FIELD": order < 0
        case "<=", "LT_OR_EQUALS_FIELD": order <= 0
        case ">", "GT_FIELD": order > 0
        default: order >= 0
        }
    }

    private func textual(_ word: String, _ held: [UInt8], _ value: [UInt8]) -> Bool {
        if held.isEmpty { return false }
        let starts = held.indices.map { held[$0...] } + [[]]
        switch word {
        case "LIKE": return starts.contains { $0.starts(with: value) }
        case "NOT LIKE": return !starts.contains { $0.starts(with: value) }
        case "STARTSWITH": return held.starts(with: value)
        default: return held.suffix(value.count).elementsEqual(value)
        }
    }

    private func same(_ kind: Kind, _ held: String, _ value: String) -> Bool {
        value.isEmpty || held.isEmpty ? held == value : order(kind, held, value) == 0
    }

    /// Negative, 0 or positive; nil when the value is invalid for the column.
    private func order(_ kind: Kind, _ held: String, _ value: String) -> Int? {
        switch kind {
        case .number:
            guard let left = Double(held), let right = Double(value) else { return nil }
            return left < right ? -1 : left > right ? 1 : 0
        case .boolean: return (Int(bit(held)) ?? 0) - (Int(bit(value)) ?? 0)
        case .moment:
            guard value.utf8.count == 19 else { return nil }
            return held < value ? -1 : held > value ? 1 : 0
        case .text, .reference:
            let left = lower(held), right = lower(value)
            return left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
        }
    }

    private func bit(_ raw: String) -> String { raw.isEmpty ? "" : raw == "true" || raw == "1" ? "1" : "0" }

    private func lower(_ text: String) -> [UInt8] { text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 } }
}
