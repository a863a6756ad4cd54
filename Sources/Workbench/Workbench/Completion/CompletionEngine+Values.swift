package import LineEditing
import NowSDK
import NowWeb

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
        case .command: return await innerCommand(point, before)
        case .word("TEXT") where word.barePrefix.utf8.first == .at: return files(point, in: word, from: 1)
        default: return await capabilities(kind, at: point, in: word, before) ?? offer([])
        }
    }

    private var settings: [Candidate] {
        SettingTable.all.map { Candidate($0.name, $0.summary) } + environment.variables()
    }

    private func setting(
        _ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces
    ) async -> Completions {
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
                + HelpTopics.all.map { Candidate($0.name, $0.summary) }
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
