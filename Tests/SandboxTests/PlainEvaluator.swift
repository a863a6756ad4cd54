/// What encoded queries of scalar operators mean, over records held in memory: written from the rules, without SQL.
struct PlainEvaluator {
    /// What a column holds, as far as comparing goes.
    enum Kind { case text, number, boolean, moment, reference }

    /// The type of every column.
    let kinds: [String: Kind]
    /// Other records by sys_id, for references: their columns.
    let others: [String: [String: String]]

    /// One comparison of a query.
    struct Condition {
        var field: String
        var word: String
        var value: String
    }

    /// Groups are alternatives, terms in a group all hold, conditions in a term are alternatives.
    func holds(_ groups: [[[Condition]]], _ row: [String: String]) -> Bool {
        groups.contains { $0.allSatisfy { $0.contains { holds($0, row) } } }
    }

    /// The raw value at the end of a path; empty when nothing is there.
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
            // Nothing is above or below an empty value.
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

    /// Below, at or above 0; nil when the value is none of the column's.
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
