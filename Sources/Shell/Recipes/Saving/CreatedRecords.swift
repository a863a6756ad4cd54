import Notation

/// The records that a session's lines made, and which of them were deleted again.
struct CreatedRecords {
    /// A record that is there when the recipe ends.
    struct Left {
        /// The line that made it.
        let place: Int
        let table: String
        /// What it is kept in.
        let variable: String
        let path: FieldPath
        /// Whether the line has to be given that capture.
        let isNew: Bool

        /// What deletes it.
        var command: String { "table delete \(table) {{\(variable)}}" }
    }

    private struct Made {
        let place: Int
        let table: String
        let names: Set<String>
        let path: FieldPath
    }

    private let steps: [SessionStep]
    private var made: [Made] = []
    private var deleted: Set<Int> = []

    init(_ steps: [SessionStep], _ kept: [Int]) {
        self.steps = steps
        for place in kept where steps[place].status == 0 {
            let arguments = steps[place].arguments
            guard let table = arguments?.string("table") else { continue }
            switch arguments?.command {
            case .tableCreate?:
                guard let value = steps[place].value, let path = Self.name(in: value) else { continue }
                let names = [".number", ".sys_id"].compactMap { try? FieldPath($0).text(in: value) }
                made.append(Made(place: place, table: table, names: Set(names), path: path))
            case .tableDelete?:
                let names = ChangedNames.named(in: steps[place])
                for one in made where !one.names.isDisjoint(with: names) { deleted.insert(one.place) }
            default: continue
            }
        }
    }

    /// Whether a line deletes one of them.
    func isDeleted(by place: Int) -> Bool {
        guard steps[place].arguments?.command == .tableDelete else { return false }
        let names = ChangedNames.named(in: steps[place])
        return made.contains { !$0.names.isDisjoint(with: names) }
    }

    /// Those that nobody deleted, each with the variable that it is kept in.
    func left(names: inout UniqueNames, known: (Int, FieldPath) -> String?) -> [Left] {
        var left: [Left] = []
        for one in made where !deleted.contains(one.place) {
            let name = known(one.place, one.path)
            left.append(
                Left(
                    place: one.place, table: one.table,
                    variable: name ?? names.take(RecipeWords.variable(one.table)), path: one.path, isNew: name == nil))
        }
        return left
    }

    private static func name(in value: JSON) -> FieldPath? {
        for text in [".number", ".sys_id"] {
            if let path = try? FieldPath(text), let name = try? path.text(in: value), !name.isEmpty { return path }
        }
        return nil
    }
}

/// The words of `writes:` that a line needs.
enum DeclaredWrites {
    /// Tables, `journal`, `attachment`, `page` and `rest`, as whoever runs the recipe will judge it.
    static func of(_ step: SessionStep) -> [String] {
        guard let invocation = step.invocation else { return [] }
        return RecipeEffects.of(invocation, variables: Expansion(step.variables)).changes.compactMap(\.name)
    }
}
