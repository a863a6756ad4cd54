import ExchangeModel
import Notation
import TestSupport
import Testing

/// The sandbox and a plain evaluator find the same records for ten thousand random queries.
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

    @Test func aPlainEvaluatorFindsTheSameRecords() throws {
        let visit = try Visit()
        var random = SeededGenerator(seed: 2025)
        let users = Visit.elements(
            try visit.read("/api/now/table/sys_user?sysparm_fields=sys_id,name,active,vip,title")["result"] ?? .null)
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
            rows.append((try visit.create("sc_task", body.compact), columns))
        }
        let evaluator = PlainEvaluator(kinds: Self.kinds, others: others)
        let mine = "sys_idIN" + rows.map(\.sysID).joined(separator: ",")
        var wrong = 0
        for _ in 0..<2_000 {
            let groups = (0..<(random.below(4) == 0 ? 2 : 1)).map { _ in
                (0...random.below(3)).map { _ in (0...random.below(2)).map { _ in condition(Array(people), &random) } }
            }
            let query = groups.map { group in
                ([mine] + group.map { $0.map { $0.field + $0.word + $0.value }.joined(separator: "^OR") })
                    .joined(separator: "^")
            }.joined(separator: "^NQ")
            let expected = rows.filter { evaluator.holds(groups, $0.columns) }.map(\.sysID)
            let found = try visit.list("sc_task", query, "sys_id")
            if found != expected { wrong += 1 }
            #expect(found == expected, "\(query.split(separator: mine[...]).joined())")
            if wrong > 5 { return }
        }
    }
}
