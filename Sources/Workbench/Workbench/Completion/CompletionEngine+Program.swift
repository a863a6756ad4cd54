import LineEditing
import Notation

/// Completes the program's command line for bash, zsh and fish.
extension CompletionEngine {
    /// Completes the last word of a command line.
    ///
    /// - Parameter words: without the program's name and without quotes. The last one is at the cursor and may be
    ///   empty.
    /// - Returns: words that begin with the last one; a single match of another kind replaces it.
    func complete(arguments words: [String]) async -> [Candidate] {
        let last = words.last ?? ""
        let line =
            words.dropLast().map { Quoting.word($0) + " " }.joined()
            + Quoting.withBackslashes(last, atWordStart: true)
        let bytes = Array(line.utf8)
        let completions = await program(CompletionPoint(line, cursor: bytes.count))
        let kept = String(decoding: bytes[..<completions.replaced.lowerBound], as: UTF8.self)
        let found = completions.candidates.map { candidate in
            let taken = kept + candidate.text
            let word = CompletionPoint(taken, cursor: taken.utf8.count).current
            return Candidate(
                CompletionPoint.text(of: word), candidate.description, appendsSpace: candidate.appendsSpace)
        }
        let beginning = found.filter { $0.name.utf8.starts(with: last.utf8) }
        return beginning.isEmpty && found.count == 1 ? found : beginning
    }

    private func program(_ point: CompletionPoint) async -> Completions {
        guard point.place == .word else { return offer([], point, in: point.current) }
        var iterator = ArgumentIterator(point.words, of: .program)
        var start = 0
        while start < point.words.count, ArgumentIterator.isFlag(point.words[start]), let part = iterator.next() {
            if case .flag(_, _, _, _, let words) = part { start += words.count } else { start += 1 }
        }
        let known = CommandTable.all + ProgramTable.all
        let typed = point.words[start...].prefix(CommandTable.deepest).map { $0.literal ?? "" }
        let members = offer(Self.nextWords(after: typed, of: known), point, in: point.current)
        guard !typed.isEmpty else {
            let isOfProgram =
                ArgumentPlaces(point.words, of: .program).pendingFlag != nil
                || point.current.barePrefix.utf8.first == .dash
            return isOfProgram ? await arguments(of: .program, point, after: 0) : members
        }
        for count in stride(from: typed.count, to: 0, by: -1) {
            let name = typed[..<count].joined(separator: " ")
            guard let definition = known.first(where: { $0.name == name }) else { continue }
            if definition.arguments.isEmpty, !members.candidates.isEmpty { return members }
            var found = await arguments(of: definition.taking(GlobalFlags.atStart), point, after: start + count)
            if found.candidates.isEmpty { return members }
            if found.replaced == members.replaced { found.candidates += members.candidates }
            return found
        }
        return members
    }

    /// The distinct next words of a command's name.
    private static func nextWords(after words: [String], of known: [Command]) -> [Candidate] {
        let prefix = words.map { $0 + " " }.joined()
        var seen: Set<Substring> = []
        return known.filter { $0.name.hasPrefix(prefix) }.compactMap { command in
            let word = command.words[words.count]
            guard seen.insert(word).inserted else { return nil }
            let name = prefix + word
            let summary =
                CommandTable.groups.first { $0.name == name }?.summary ?? known.first { $0.name == name }?.summary
            let members = known.map(\.name).filter { $0.hasPrefix(name + " ") }
            return Candidate(String(word), summary ?? members.joined(separator: ", "))
        }
    }
}

/// A schema without any knowledge, for completion without requests.
struct EmptyCompletionSource: CompletionSource {
    func tables() async -> [Candidate] { [] }
    func columns(of table: String) async -> [ColumnInfo] { [] }
    func choices(of table: String, column: String) async -> [Candidate] { [] }
    func recordNames(of table: String, beginning typed: String) async -> RecordNames { RecordNames([]) }
    func references(to table: String, display: String?, holding typed: String) async -> ReferenceRecords {
        ReferenceRecords([])
    }
    func views() async -> [Candidate] { [] }
    func assignedTasks() async -> [Candidate] { [] }
}
