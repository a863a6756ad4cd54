package import LineEditing

/// Says what may stand at the cursor of a half-typed line.
package struct CompletionEngine: Sendable {
    let knowledge: any SchemaKnowledge
    let surroundings: Surroundings

    /// An engine that knows the instance and what is around it.
    package init(knowledge: any SchemaKnowledge, surroundings: Surroundings = Surroundings()) {
        self.knowledge = knowledge
        self.surroundings = surroundings
    }

    /// What may stand at the cursor. What is behind the cursor does not count.
    ///
    /// - Parameter cursor: in UTF-8 bytes of the line.
    package func complete(_ line: String, cursor: Int) async -> Completions {
        let point = CompletionPoint(line, cursor: cursor)
        switch point.place {
        case .nothing: return Completions(replacing: point.bytes.count..<point.bytes.count, with: [])
        case .variable: return variables(point)
        case .captureName:
            let names = NameFilter.pick(surroundings.variables(), typed: point.typed)
            return point.offer(names.map { .init($0.name, $0.label) }, in: point.current, from: 0)
        case .file: return files(point, in: point.current, from: 0)
        case .word: return await word(point)
        }
    }

    private func variables(_ point: CompletionPoint) -> Completions {
        let start = CompletionPoint.variableStart(in: point.bytes) ?? point.bytes.count
        let typed = String(decoding: point.bytes[start...], as: UTF8.self)
        let names = NameFilter.pick(surroundings.variables(), typed: typed)
        return Completions(
            replacing: start..<point.bytes.count,
            with: names.map { .init($0.name + "}}", $0.label, appendsSpace: false) })
    }

    private func word(_ point: CompletionPoint) async -> Completions {
        let words = point.words.map { $0.literal ?? "" }
        guard !words.isEmpty else {
            return offer(CommandTable.firstWords.map { Named($0.word, $0.summary) }, point)
        }
        let deepest = min(words.count, CommandTable.deepest)
        let count = (1...deepest).last { CommandTable.named(words[..<$0].joined(separator: " ")) != nil }
        // A command may stand for itself and have members too.
        let members = words.count < CommandTable.deepest ? CommandTable.nextWords(after: words) : []
        let named = offer(members.map { Named($0.word, $0.summary) }, point)
        guard let count, let definition = CommandTable.named(words[..<count].joined(separator: " ")) else {
            return named
        }
        // Flags alone come after what is usual.
        if definition.arguments.isEmpty, !named.candidates.isEmpty { return named }
        var found = await arguments(of: definition, point, after: count)
        if named.candidates.isEmpty { return found }
        if found.candidates.isEmpty { return named }
        if found.replaced == named.replaced { found.candidates += named.candidates }
        return found
    }

    private func offer(_ names: [Named], _ point: CompletionPoint) -> Completions {
        let found = NameFilter.pick(names, typed: point.typed)
        return point.offer(found.map { .init($0.name, $0.label) }, in: point.current, from: 0)
    }

    func arguments(of definition: Command, _ point: CompletionPoint, after count: Int) async
        -> Completions
    {
        let before = ArgumentPlaces(point.words[count...], of: definition)
        let current = point.current
        if let kind = before.pendingFlag?.value, !(ArgumentWalk.isFlag(current) && current.barePrefix.hasPrefix("--")) {
            return await values(of: kind, at: point, in: current, before)
        }
        if !before.flagsHaveEnded, current.barePrefix.utf8.first == .dash {
            if let (kind, value) = attachedValue(in: current, of: definition) {
                return await values(of: kind, at: point, in: value, before)
            }
            return flags(of: definition, before, point)
        }
        var offers: [Completions] = []
        for argument in before.next(for: current) {
            offers.append(await values(of: argument.kind, at: point, in: current, before))
        }
        let found = offers.first { !$0.candidates.isEmpty }
        // Two arguments may begin here, a record and an assignment: both are offered when they begin at the same place.
        if let found, offers.count > 1 {
            let together = offers.filter { $0.replaced == found.replaced }.flatMap(\.candidates)
            return Completions(replacing: found.replaced, with: together)
        }
        if let found { return found }
        let isFree = offers.isEmpty && current.pieces.isEmpty && !before.flagsHaveEnded
        return isFree ? flags(of: definition, before, point) : offer([], point)
    }

    /// The value in `--flag=value` or `-fvalue`.
    private func attachedValue(in word: Word, of definition: Command) -> (ValueKind, Word)? {
        var walk = ArgumentWalk([word], of: definition)
        guard case .flag(let flag, _, let values, isAttached: true, _)? = walk.next(), let kind = flag.value,
            let value = values.first
        else { return nil }
        return (kind, value)
    }

    private func flags(of definition: Command, _ before: ArgumentPlaces, _ point: CompletionPoint)
        -> Completions
    {
        let free = definition.allFlags.filter { $0.mayRepeat || !before.usedFlags.contains($0.name) }
        let names = free.map { flag in
            Named(flag.spelling, (flag.short.map { "-\($0)  " } ?? "") + flag.summary)
        }
        let typed = point.typed
        let found = typed == "-" ? names : NameFilter.pick(names, typed: typed)
        return point.offer(found.map { .init($0.name, $0.label) }, in: point.current, from: 0)
    }
}
