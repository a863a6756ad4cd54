import Notation
import NowData
import Rendering

/// What came of a document, as it is shown and kept.
struct GraphQLResult {
    private let run: GraphQLRun
    private let answers: [GraphQLAnswer]
    private let format: Format

    init(_ run: GraphQLRun, _ answers: [GraphQLAnswer], format: Format) {
        self.run = run
        self.answers = answers
        self.format = format
    }

    /// Rows as a table, everything else as JSON; what went wrong beside it, under the user's own text.
    func result(_ notes: NoteBook) -> CommandResult {
        let faults = GraphQLFaults(run)
        let errors = answers.enumerated().lazy.flatMap { number, answer in answer.errors.lazy.map { (number, $0) } }
        let problems = Array(errors.prefix(Self.mostShown)).map { number, error in
            faults.problem(error, of: answers.count == run.entries.count ? number : nil)
        }
        var result = CommandResult(output(notes)) { [data] in data }
        let count = answers.reduce(0) { $0 + $1.errorCount }
        result.problems = problems
        if count > problems.count, let last = problems.indices.last {
            result.problems[last].notes.append("And \(count - problems.count) more.")
        }
        return result
    }

    /// How many errors are shown.
    private static let mostShown = 20

    /// What `=> name = .path` reads: the data as it came; of several operations an object with the data of each.
    private var data: JSON {
        if answers.count == 1, let answer = answers.first { return answer.data.map { JSON($0) } ?? .null }
        return .object(
            zip(run.entries, answers).map { entry, answer in
                JSON.Member(entry.operation.name?.text ?? "", answer.data.map { JSON($0) } ?? .null)
            })
    }

    private func output(_ notes: NoteBook) -> Output {
        guard answers.contains(where: { $0.data != nil }) else { return .none }
        if format == .json { return .json(data) }
        // The errors say why there is nothing; braces around a null say no more.
        if answers.contains(where: { !$0.errors.isEmpty }), answers.allSatisfy({ Self.isHollow($0.data) }) {
            return .none
        }
        let shown = zip(run.entries, answers).map { entry, answer in
            (name: entry.operation.name?.text ?? "", tables: GraphQLTables(run, entry, answer.data))
        }
        let tables = shown.flatMap { operation in
            (operation.tables?.all ?? []).map { (operation: operation.name, table: $0) }
        }
        guard shown.allSatisfy({ $0.tables != nil }), !tables.isEmpty,
            tables.count == 1 || !isForObjects
        else { return several(shown.map(\.name)) }
        let isAlone = tables.count == 1
        for (operation, table) in tables {
            table.counts.note(isAlone ? nil : title(operation, table, shown.count), notes)
        }
        if isAlone { return .table(tables[0].table.table) }
        return .sections(
            tables.map { Section(title: title($0.operation, $0.table, shown.count), output: .table($0.table.table)) })
    }

    /// Whether data hold objects and nulls alone.
    private static func isHollow(_ data: JSONNode?) -> Bool {
        var ahead = [data].compactMap(\.self)
        while let node = ahead.popLast() {
            switch node.kind {
            case .null: continue
            case .object: ahead += node.members.map(\.value)
            default: return false
            }
        }
        return true
    }

    /// Formats of objects have no place for more than one table but the data itself.
    private var isForObjects: Bool { format == .ndjson || format == .yaml }

    private func title(_ operation: String, _ table: GraphQLTable, _ operations: Int) -> String {
        operations > 1 ? "\(operation): \(table.title)" : table.title
    }

    /// The data of each operation, one after the other where people read it.
    private func several(_ names: [String]) -> Output {
        guard answers.count > 1, !format.isForPrograms else { return .json(data) }
        return .sections(
            zip(names, answers).map {
                Section(title: $0, output: .json($1.data.map { JSON($0) } ?? .null))
            })
    }
}
