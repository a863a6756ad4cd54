import ExchangeModel

/// What responses of a sandbox made from tapes say about records and values that it does not know.
struct TapeKnowledge: Sendable, Hashable {
    private var known: [String: Int] = [:]
    private var unknown: [String: Int] = [:]

    /// `X-Snowdeck-Known: incident=3` and `X-Snowdeck-Unknown: incident.priority=2`.
    mutating func note(_ response: HTTPResponse) {
        Self.read(response.headers["X-Snowdeck-Known"], into: &known)
        guard response.status < 300 else { return }
        Self.read(response.headers["X-Snowdeck-Unknown"], into: &unknown)
    }

    private static func read(_ value: String?, into counts: inout [String: Int]) {
        for part in (value ?? "").split(separator: ",").prefix(50) {
            let sides = part.split(separator: "=").map { $0.filter { $0 != " " } }
            guard sides.count == 2, let count = Int(sides[1]) else { continue }
            counts[sides[0]] = max(counts[sides[0]] ?? 0, count)
        }
    }

    /// The notes of a command, sorted.
    var notes: [String] {
        known.keys.sorted().map { table in
            let count = Phrase.counted(known[table] ?? 0, "record")
            return "Known from tapes: \(count) of \(table); others may exist on the instance."
        }
            + unknown.keys.sorted().map { field in
                "\(field) is not known for \(Phrase.counted(unknown[field] ?? 0, "record"))."
            }
    }
}
