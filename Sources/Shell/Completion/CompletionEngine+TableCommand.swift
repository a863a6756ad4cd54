import LineEditing

extension CompletionEngine {
    /// A table command that stands behind another command: its words are completed as they are at the prompt.
    ///
    /// - Parameter before: the words of the table command so far are its arguments.
    func tableCommand(_ point: CompletionPoint, in word: Word, _ before: ArgumentPlaces) async -> Completions {
        let words = before.arguments.map { $0.literal ?? "" }
        func offer(_ names: [Named]) -> Completions {
            let found = NameFilter.pick(names, typed: CompletionPoint.text(of: word))
            return point.offer(found.map { .init($0.name, $0.label) }, in: word, from: 0)
        }
        let known = GraphQLConversion.commands
        guard let first = words.first else {
            var seen: Set<Substring> = []
            return offer(
                known.compactMap { command in
                    let group = command.words[0]
                    guard seen.insert(group).inserted else { return nil }
                    return Named(String(group), CommandTable.groups.first { $0.name == group }?.summary ?? "")
                })
        }
        guard words.count > 1 else {
            return offer(
                known.filter { $0.words[0] == first }.map { Named(String($0.words[1]), $0.summary) })
        }
        guard let inner = known.first(where: { $0.name == first + " " + words[1] }) else { return offer([]) }
        return await arguments(of: inner, point, after: point.words.count - words.count + 2)
    }
}
