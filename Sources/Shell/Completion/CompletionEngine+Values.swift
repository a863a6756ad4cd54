import LineEditing
import NowSDK

extension CompletionEngine {
    /// What a value of some kind may be.
    ///
    /// - Parameter word: the value, up to the cursor.
    func values(
        of kind: ValueKind, at point: CompletionPoint, in word: Word, _ before: ArgumentPlaces
    ) async -> Completions {
        func offer(_ names: [Named], appendsSpace: Bool = true) -> Completions {
            let found = NameFilter.pick(names, typed: CompletionPoint.text(of: word))
            return point.offer(found.map { .init($0.name, $0.label, appendsSpace: appendsSpace) }, in: word, from: 0)
        }
        let table = before.table ?? ""
        // Inside brackets stands text of another language, which only a document's completion reads.
        if point.isInBrackets, kind != .document { return point.offer([], in: word, from: 0) }
        // Recipes are named, and their parameters given, in every command of theirs.
        let isOfRecipe = before.command.group == "recipe"
        switch kind {
        case .recipe: return recipe(point, word)
        case .word("NAME") where isOfRecipe: return recipe(point, word)
        case .assignment(of: .member) where isOfRecipe, .parameter where isOfRecipe:
            return await recipeParameter(point, word, of: before.arguments.first?.literal ?? "")
        case .table: return offer(await knowledge.tables())
        case .record:
            let known = await knowledge.recordNames(of: table, beginning: CompletionPoint.text(of: word))
            var found = offer(known.names)
            found.isWhole = known.isWhole
            return found
        case .task:
            // Mine first; whoever types another's number gets it all the same.
            let mine = offer(await knowledge.assignedTasks())
            guard mine.candidates.isEmpty else { return mine }
            let known = await knowledge.recordNames(of: "task", beginning: CompletionPoint.text(of: word))
            var found = offer(known.names)
            found.isWhole = known.isWhole
            return found
        case .fields: return await fields(point, word, of: table, mayDescend: false)
        case .ordering where before.command == .tableCount:
            return counted(point, word, before)
        case .ordering: return await fields(point, word, of: table, mayDescend: true)
        case .query: return await QueryCompletion(knowledge: knowledge, table: table).complete(point, word)
        case .assignment(of: .field): return await assignment(point, word, of: table)
        case .assignment(of: .setting): return setting(point, word)
        case .assignment(of: .member): return await assignment(point, word, of: before.askedTable ?? "")
        case .method: return offer(RestRequest.methods.map { Named($0) })
        case .path: return await path(point, word)
        case .parameter: return await parameter(point, word, of: before.askedTable ?? "")
        case .header:
            return offer(RestHeader.usual.map { Named($0.name + ": ", $0.summary) }, appendsSpace: false)
        case .mediaType: return offer(MediaTypes.all.map { Named($0) })
        case .tableCommand: return await tableCommand(point, in: word, before)
        case .file: return files(point, in: word, from: 0)
        case .cassette:
            let named = offer(surroundings.cassettes())
            return named.candidates.isEmpty ? files(point, in: word, from: 0) : named
        case .instance: return offer([Named("sandbox", "the embedded sandbox")] + surroundings.instances())
        case .profile: return offer(surroundings.instances())
        case .choice(let words): return offer(words.map { Named($0) })
        case .topic: return topics(point, before)
        case .page: return await page(point, word)
        case .link: return link(point, word)
        case .form: return form(point, word)
        case .assignment(of: .formField): return formField(point, word, before)
        case .assignment(of: .color): return color(point, word)
        case .word("BUTTON"): return button(point, word, before)
        case .theme: return offer([Named(ThemeName.none, "the terminal's own colours")] + surroundings.themes())
        case .setting: return offer(SettingTable.all.map { Named($0.name, $0.summary) } + surroundings.variables())
        case .document: return await document(point, word, before)
        case .variable: return await documentVariable(point, word, before)
        case .operation: return operation(point, word, before)
        case .signInKind: return offer(SignInMethod.all.map { Named($0.kind.rawValue, $0.summary) })
        case .secretPlace: return places(point, in: word)
        case .word("TEXT") where word.barePrefix.utf8.first == .at: return files(point, in: word, from: 1)
        case .number, .size, .user, .word: return offer([])
        }
    }

    /// Names in a list with commas; a name that stands in it already is not offered again.
    func fields(_ point: CompletionPoint, _ word: Word, of table: String, mayDescend: Bool) async -> Completions {
        let text = CompletionPoint.text(of: word)
        let bytes = Array(text.utf8)
        var start = (bytes.lastIndex { $0 == .comma || $0 == .space } ?? -1) + 1
        if mayDescend, start < bytes.count, bytes[start] == .dash { start += 1 }
        let present = Set(
            FieldList.names(in: text).dropLast().map { mayDescend ? String($0.name.drop { $0 == "-" }) : $0.name })
        let typed = String(decoding: bytes[start...], as: UTF8.self)
        let (walked, columns) = await DotWalk(knowledge: knowledge).columns(at: typed, of: table)
        let found = columns.filter { !present.contains(walked + $0.name) }
        return point.offer(
            found.map { .init(walked + $0.name, $0.menuText, appendsSpace: false) }, in: word, from: start)
    }

    /// The columns that a count shows: its groups and what is worked out for them.
    private func counted(_ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces) -> Completions {
        func names(_ flag: String) -> [String] { FieldList.names(in: before.flagTexts[flag] ?? "").map(\.name) }
        let columns =
            names("by") + ["count"]
            + ["avg", "min", "max", "sum"].flatMap { flag in names(flag).map { "\(flag)_\($0)" } }
        let bytes = Array(CompletionPoint.text(of: word).utf8)
        var start = (bytes.lastIndex { $0 == .comma || $0 == .space } ?? -1) + 1
        if start < bytes.count, bytes[start] == .dash { start += 1 }
        let typed = String(decoding: bytes[start...], as: UTF8.self)
        let found = NameFilter.pick(columns.map { Named($0) }, typed: typed)
        return point.offer(found.map { .init($0.name, appendsSpace: false) }, in: word, from: start)
    }

    private func assignment(_ point: CompletionPoint, _ word: Word, of table: String) async -> Completions {
        guard let length = Assignment.nameLength(in: word) else {
            let typed = CompletionPoint.text(of: word)
            let columns = NameFilter.pick(await knowledge.columns(of: table), typed: typed, \.name, label: \.label)
            return point.offer(
                columns.map { .init($0.name + "=", $0.menuText, appendsSpace: false) }, in: word, from: 0)
        }
        let name = String(decoding: word.barePrefix.utf8.prefix(length), as: UTF8.self)
        let value = word.dropping(length + 1)
        if value.barePrefix.utf8.first == .at { return files(point, in: value, from: 1) }
        guard let column = await knowledge.columns(of: table).first(where: { $0.name == name }) else {
            return point.offer([], in: value, from: 0)
        }
        var names: [Named] = [], isWhole = true
        if column.hasChoices {
            names = await knowledge.choices(of: table, column: name)
        } else if column.type == "boolean" {
            names = [Named("true"), Named("false")]
        } else if let reference = column.reference {
            let known = await knowledge.recordNames(of: reference, beginning: CompletionPoint.text(of: value))
            (names, isWhole) = (known.names, known.isWhole)
        }
        let found = NameFilter.pick(names, typed: CompletionPoint.text(of: value))
        var offered = point.offer(found.map { .init($0.name, $0.label) }, in: value, from: 0)
        offered.isWhole = isWhole
        return offered
    }

    private func setting(_ point: CompletionPoint, _ word: Word) -> Completions {
        guard let length = Assignment.nameLength(in: word) else {
            let names = SettingTable.all.map { Named($0.name, $0.summary) } + surroundings.variables()
            let found = NameFilter.pick(names, typed: CompletionPoint.text(of: word))
            return point.offer(
                found.map { .init($0.name + "=", $0.label, appendsSpace: false) }, in: word, from: 0)
        }
        let value = word.dropping(length + 1)
        let name = String(decoding: word.barePrefix.utf8.prefix(length), as: UTF8.self)
        let names: [Named]
        switch SettingTable.named(name)?.value {
        case .choice(let words)?: names = words.map { Named($0) }
        case .theme?: names = [Named(ThemeName.none, "the terminal's own colours")] + surroundings.themes()
        default: return point.offer([], in: value, from: 0)
        }
        let found = NameFilter.pick(names, typed: CompletionPoint.text(of: value))
        return point.offer(found.map { .init($0.name) }, in: value, from: 0)
    }

    private func topics(_ point: CompletionPoint, _ before: ArgumentPlaces) -> Completions {
        let names: [Named]
        switch before.arguments.count {
        case 0:
            names =
                CommandTable.firstWords.map { Named($0.word, $0.summary) }
                + HelpTopics.all.map { Named($0.name, $0.summary) }
        case 1..<CommandTable.deepest:
            let words = before.arguments.map { $0.literal ?? "" }
            names = CommandTable.nextWords(after: words).map { Named($0.word, $0.summary) }
        default: names = []
        }
        let found = NameFilter.pick(names, typed: point.typed)
        return point.offer(found.map { .init($0.name, $0.label) }, in: point.current, from: 0)
    }

    /// Files: the typed folder's own names, each a step at a time.
    func files(_ point: CompletionPoint, in word: Word, from offset: Int) -> Completions {
        let bytes = Array(CompletionPoint.text(of: word).utf8.dropFirst(offset))
        let slash = (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
        let typed = String(decoding: bytes[slash...], as: UTF8.self)
        let held = surroundings.files(String(decoding: bytes[..<slash], as: UTF8.self))
            .filter { typed.hasPrefix(".") || !$0.name.hasPrefix(".") }
        let found = NameFilter.pick(held, typed: typed, \.name, label: \.name)
        return point.offer(
            found.map { .init($0.isFolder ? $0.name + "/" : $0.name, appendsSpace: !$0.isFolder) }, in: word,
            from: offset + slash)
    }
}
