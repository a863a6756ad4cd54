package import LineEditing

extension CompletionEngine {
    /// Candidates for a kind of value.
    ///
    /// - Parameter word: the value, up to the cursor.
    func values(
        of kind: ValueKind, at point: CompletionPoint, in word: Word, _ before: ArgumentPlaces
    ) async -> Completions {
        func offer(_ names: [Candidate]) -> Completions { self.offer(names, point, in: word) }
        // Text in brackets is another language, completed only in documents.
        if point.isInBrackets, kind != .document { return offer([]) }
        switch kind {
        case .file, .newFile: return files(point, in: word, from: 0)
        case .choice(let words): return offer(words.map { Candidate($0) })
        case .topic: return topics(point, before)
        case .assignment(of: .setting): return await setting(point, word, before)
        case .setting: return offer(settings)
        case .alias: return offer(environment.aliases())
        case .zone: return offer(SettingTable.namedZones + environment.zones())
        case .command:
            if let found = await capabilities(kind, at: point, in: word, before) { return found }
            return await innerCommand(point, before)
        case .word("TEXT") where word.barePrefix.utf8.first == .at: return files(point, in: word, from: 1)
        default: return await capabilities(kind, at: point, in: word, before) ?? offer([])
        }
    }

    private var settings: [Candidate] {
        SettingTable.all.map { Candidate($0.name, $0.summary) } + environment.variables()
    }

    private func setting(_ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces) async -> Completions {
        guard let (name, value) = assignment(in: word) else {
            return offer(settings.map { Candidate($0.name + "=", $0.label) }.open, point, in: word)
        }
        switch SettingTable.named(name)?.value {
        case .choice(let words)?: return offer(words.map { Candidate($0) }, point, in: value)
        case .zone?: return offer(SettingTable.namedZones + environment.zones(), point, in: value)
        case let kind?: return await capabilities(kind, at: point, in: value, before) ?? offer([], point, in: value)
        case nil: return offer([], point, in: value)
        }
    }

    private func topics(_ point: CompletionPoint, _ before: ArgumentPlaces) -> Completions {
        var names: [Candidate] = []
        switch before.arguments.count {
        case 0:
            names =
                CommandTable.firstWords.map { Candidate($0.word, $0.summary) } + environment.aliases()
                + HelpTopics.all.map { Candidate($0.name, $0.summary) } + [Candidate("all", "All commands and topics")]
            let others = CommandTable.current.capabilities.map { $0.name.lowercased() }
            names += others.filter { name in !names.contains { $0.name == name } }.map { Candidate($0, "Its commands") }
        case 1..<CommandTable.deepest:
            let words = before.arguments.map { $0.literal ?? "" }
            names = CommandTable.nextWords(after: words).map { Candidate($0.word, $0.summary) }
        default: break
        }
        return offer(names, point, in: point.current)
    }

    /// Values of the kinds of capabilities. That of the command comes first.
    private func capabilities(
        _ kind: ValueKind, at point: CompletionPoint, in word: Word, _ before: ArgumentPlaces
    ) async -> Completions? {
        let all = CommandTable.current.capabilities
        let own = all.filter { $0.commands.contains(before.command) }
        for capability in own + all {
            if let found = await capability.completes?(self, kind, point, word, before) { return found }
        }
        return nil
    }

    /// Names in the typed folder, one path component at a time.
    package func files(_ point: CompletionPoint, in word: Word, from offset: Int) -> Completions {
        let bytes = Array(CompletionPoint.text(of: word).utf8.dropFirst(offset))
        let slash = (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
        let typed = String(decoding: bytes[slash...], as: UTF8.self)
        let found = environment.files(String(decoding: bytes[..<slash], as: UTF8.self))
            .filter { typed.hasPrefix(".") || !$0.name.hasPrefix(".") }
            .map { Candidate($0.isFolder ? $0.name + "/" : $0.name, appendsSpace: !$0.isFolder) }
        return point.offer(found.matching(typed), in: word, from: offset + slash)
    }

}

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
            words.dropLast().map { Quoting.word($0) + " " }.joined() + Quoting.withBackslashes(last, atWordStart: true)
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
