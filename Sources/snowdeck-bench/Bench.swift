import Glibc

/// Measures every row that is wanted, and shows them together.
struct Bench: Sendable {
    private let options: BenchOptions

    init(_ options: BenchOptions) { self.options = options }

    /// Slow is no failure: the status says only whether there was something to measure.
    func run() async -> Int32 {
        guard access(options.program, X_OK) == 0 else {
            Streams.remark(
                "snowdeck-bench: there is no program \(options.program); build it, or name it with --program.")
            return 2
        }
        let place: Place
        do { place = try Place(options) } catch {
            Streams.remark("snowdeck-bench: \(options.folder) cannot be written.")
            return 2
        }
        defer { place.remove() }
        var rows: [BudgetRow] = []
        for group in groups
        where options.only.isEmpty || options.only.contains(where: { part in occurs(part, in: group.name) }) {
            Streams.remark("measuring: \(group.name)")
            do {
                rows += try await group.measure(place)
            } catch {
                rows.append(.missing(group.name, "failed: \(error)"))
            }
        }
        await BudgetTable.show(rows)
        return 0
    }

    /// A part of the table that is measured together.
    struct Group: Sendable {
        let name: String
        let measure: @Sendable (Place) async throws -> [BudgetRow]
    }

    private let groups: [Group] = [
        // First, while nothing else has used this process's memory.
        Group(name: "memory", measure: MemoryRows.measure),
        Group(name: "prompt", measure: PromptRows.measure),
        Group(name: "get", measure: GetRows.measure),
        Group(name: "recording", measure: RecordingRows.measure),
        Group(name: "playing", measure: PlayingRows.measure),
        Group(name: "columns", measure: ColumnsRows.measure),
        Group(name: "sandbox", measure: SandboxRows.measure),
        Group(name: "graphql", measure: GraphQLRows.measure),
        Group(name: "paging", measure: PagingRows.measure),
        Group(name: "preload", measure: PreloadRows.measure),
        Group(name: "serve-replay", measure: ServeReplayRows.measure),
    ]

    private func occurs(_ part: String, in name: String) -> Bool {
        (0...name.utf8.count).contains { name.utf8.dropFirst($0).starts(with: part.utf8) }
    }
}

/// Why a row could not be measured.
struct BenchFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
