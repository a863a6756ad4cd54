import LineEditing
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
        let table = before.table ?? ""
        let typed = CompletionPoint.text(of: word)
        // Text in brackets is another language, completed only in documents.
        if point.isInBrackets, kind != .document { return offer([]) }
        // All `recipe` commands take recipe names and parameters.
        let isOfRecipe = before.command.group == "recipe"
        switch kind {
        case .recipe: return recipe(point, word)
        case .word("NAME") where isOfRecipe: return recipe(point, word)
        case .assignment(of: .member) where isOfRecipe, .parameter where isOfRecipe:
            return await recipeParameter(point, word, of: before.arguments.first?.literal ?? "")
        case .table: return offer(await source.tables())
        case .record: return self.offer(await source.recordNames(of: table, beginning: typed), point, in: word)
        case .task:
            // The user's own tasks come first; any other number can be typed.
            let mine = offer(await source.assignedTasks())
            guard mine.candidates.isEmpty else { return mine }
            return self.offer(await source.recordNames(of: "task", beginning: typed), point, in: word)
        case .fields: return await fields(point, word, of: table, mayDescend: false)
        case .ordering where before.command == .tableCount:
            return counted(point, word, before)
        case .ordering: return await fields(point, word, of: table, mayDescend: true)
        case .query: return await query(of: table, as: before.queryForm).complete(point, word)
        case .assignment(of: .field): return await field(point, word, of: table, as: before.assignedForm)
        case .assignment(of: .setting): return setting(point, word)
        case .assignment(of: .member): return await field(point, word, of: before.askedTable ?? "", as: .sysID)
        case .method: return offer(RestRequest.methods.map { Candidate($0) })
        case .path: return await path(point, word)
        case .parameter: return await parameter(point, word, of: before.askedTable ?? "")
        case .header: return offer(RestHeader.usual.map { Candidate($0.name + ": ", $0.summary) }.open)
        case .mediaType: return offer(MediaTypes.all.map { Candidate($0) })
        case .tableCommand: return await tableCommand(point, in: word, before)
        case .file, .newFile: return files(point, in: word, from: 0)
        case .cassette: return cassette(point, word, before)
        case .instance: return offer([Candidate("sandbox", "the embedded sandbox")] + environment.instances())
        case .profile: return offer(environment.instances())
        case .choice(let words): return offer(words.map { Candidate($0) })
        case .topic: return topics(point, before)
        case .page: return await page(point, word)
        case .link: return link(point, word)
        case .form: return form(point, word)
        case .assignment(of: .formField): return formField(point, word, before)
        case .word("BUTTON"): return button(point, word, before)
        case .theme:
            let named = offer(Self.themes)
            return named.candidates.isEmpty ? files(point, in: word, from: 0) : named
        case .alias: return offer(environment.aliases())
        case .zone: return offer(SettingTable.namedZones + environment.zones())
        case .command: return await innerCommand(point, before)
        case .setting: return offer(settings)
        case .document: return await document(point, word, before)
        case .variable: return await documentVariable(point, word, before)
        case .operation: return operation(point, word, before)
        case .signInKind: return offer(SignInMethod.all.map { Candidate($0.kind.rawValue, $0.summary) })
        case .secretSource: return offer(Self.secretSources)
        case .word("VIEW"): return offer(await source.views())
        case .word("TEXT") where word.barePrefix.utf8.first == .at: return files(point, in: word, from: 1)
        case .number, .size, .user, .commandLine, .word: return offer([])
        }
    }

    /// A tape by its name; where one must exist, also `last` and `%NUMBER`; else a file.
    private func cassette(_ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces) -> Completions {
        let typed = CompletionPoint.text(of: word)
        var names: [Candidate] = []
        if !typed.utf8.contains(UInt8(ascii: "/")) {
            let isNew = before.pendingFlag.map { $0.name == "output" } ?? (before.command == .tapeNew)
            names =
                !isNew && typed.utf8.first == UInt8(ascii: "%") ? environment.tapeNumbers() : environment.cassettes()
            if !isNew, !names.isEmpty { names.insert(Candidate("last", "the newest tape"), at: 0) }
        }
        let named = offer(names, point, in: word)
        return named.candidates.isEmpty ? files(point, in: word, from: 0) : named
    }

    private static let secretSources = [
        Candidate("keyring", "the desktop's keyring"), Candidate("ask", "a prompt without echo"),
        Candidate("env:", "an environment variable: env:NAME", appendsSpace: false),
        Candidate("command:", "the first line a command writes: 'command:pass show dev1'", appendsSpace: false),
        Candidate("fd:", "the first line of an open file: fd:3", appendsSpace: false),
    ]

    private static let themes =
        WebTheme.builtIn.map { Candidate($0.name) } + [Candidate(ThemeFile.none, "the terminal's own colors")]
    private var settings: [Candidate] {
        SettingTable.all.map { Candidate($0.name, $0.summary) } + environment.variables()
    }

    /// Names in a comma-separated list, without those already in it.
    func fields(_ point: CompletionPoint, _ word: Word, of table: String, mayDescend: Bool) async -> Completions {
        let text = CompletionPoint.text(of: word)
        let (start, typed) = lastName(in: text, mayDescend: mayDescend)
        let present = Set(
            FieldList.names(in: text).dropLast().map { mayDescend ? String($0.name.drop { $0 == "-" }) : $0.name })
        let columns = await DotWalk(source: source).candidates(at: typed, of: table)
        return point.offer(columns.filter { !present.contains($0.name) }, in: word, from: start)
    }

    /// The start of a list's last name, and its typed part.
    private func lastName(in text: String, mayDescend: Bool) -> (start: Int, typed: String) {
        let bytes = Array(text.utf8)
        var start = (bytes.lastIndex { $0 == .comma || $0 == .space } ?? -1) + 1
        if mayDescend, start < bytes.count, bytes[start] == .dash { start += 1 }
        return (start, String(decoding: bytes[start...], as: UTF8.self))
    }

    /// The columns of a count: its groups and aggregates.
    private func counted(_ point: CompletionPoint, _ word: Word, _ before: ArgumentPlaces) -> Completions {
        func names(_ flag: String) -> [String] { FieldList.names(in: before.flagTexts[flag] ?? "").map(\.name) }
        let columns =
            names("by") + ["count"]
            + ["avg", "min", "max", "sum"].flatMap { flag in names(flag).map { "\(flag)_\($0)" } }
        let (start, typed) = lastName(in: CompletionPoint.text(of: word), mayDescend: true)
        return point.offer(columns.map { Candidate($0) }.open.matching(typed), in: word, from: start)
    }

    func query(of table: String, as form: ReferenceForm) -> QueryCompletion {
        QueryCompletion(source: source, table: table, form: form, dates: dates)
    }

    private var dates: DateCandidates { DateCandidates(now: environment.now(), zone: environment.zone) }

    private func field(
        _ point: CompletionPoint, _ word: Word, of table: String, as form: ReferenceForm
    ) async -> Completions {
        guard let (name, value) = assignment(in: word) else {
            let columns = await source.columns(of: table)
            return offer(columns.map { Candidate($0.name + "=", $0.menuText) }.open, point, in: word)
        }
        if value.barePrefix.utf8.first == .at { return files(point, in: value, from: 1) }
        guard let column = await source.columns(of: table).first(where: { $0.name == name }) else {
            return offer([], point, in: value)
        }
        if column.hasChoices { return offer(await source.choices(of: table, column: name), point, in: value) }
        if column.type == "boolean" { return offer(.truth, point, in: value) }
        // With --input display, dates are in the user's format.
        if column.isDated, form != .display { return offer(dates.stored(column.type), point, in: value) }
        guard let reference = column.reference, !reference.isEmpty else { return offer([], point, in: value) }
        let typed = CompletionPoint.text(of: value)
        let found = await source.references(to: reference, display: column.referenceDisplay, holding: typed)
        // Only single references are looked up by name.
        let names = found.candidates(typed, as: column.type == "reference" ? form : .sysID)
        var offered = point.offer(names, in: value, from: 0)
        offered.isWhole = found.isWhole
        return offered
    }

    private func setting(_ point: CompletionPoint, _ word: Word) -> Completions {
        guard let (name, value) = assignment(in: word) else {
            return offer(settings.map { Candidate($0.name + "=", $0.label) }.open, point, in: word)
        }
        switch SettingTable.named(name)?.value {
        case .choice(let words)?: return offer(words.map { Candidate($0) }, point, in: value)
        case .theme?: return offer(Self.themes.map { Candidate($0.name) }, point, in: value)
        case .zone?: return offer(SettingTable.namedZones + environment.zones(), point, in: value)
        default: return offer([], point, in: value)
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

    /// Names in the typed folder, one path component at a time.
    func files(_ point: CompletionPoint, in word: Word, from offset: Int) -> Completions {
        let bytes = Array(CompletionPoint.text(of: word).utf8.dropFirst(offset))
        let slash = (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
        let typed = String(decoding: bytes[slash...], as: UTF8.self)
        let found = environment.files(String(decoding: bytes[..<slash], as: UTF8.self))
            .filter { typed.hasPrefix(".") || !$0.name.hasPrefix(".") }
            .map { Candidate($0.isFolder ? $0.name + "/" : $0.name, appendsSpace: !$0.isFolder) }
        return point.offer(found.matching(typed), in: word, from: offset + slash)
    }

    /// Recipe names, or files if no recipe matches.
    private func recipe(_ point: CompletionPoint, _ word: Word) -> Completions {
        let named = offer(environment.recipes(), point, in: word)
        return named.candidates.isEmpty ? files(point, in: word, from: 0) : named
    }

    /// `name=value` of a recipe's parameters.
    ///
    /// - Parameter recipe: the recipe's name.
    private func recipeParameter(_ point: CompletionPoint, _ word: Word, of recipe: String) async -> Completions {
        let parameters = environment.recipeParameters(recipe)
        guard let (name, value) = assignment(in: word) else {
            let names = parameters.map {
                Candidate($0.name + "=", $0.description.isEmpty ? $0.kind.text : $0.description)
            }
            return offer(names.open, point, in: word)
        }
        switch parameters.first(where: { $0.name == name })?.kind {
        case .bool?: return offer(.truth, point, in: value)
        case .choice(let table, let column)?:
            return offer(await source.choices(of: table, column: column), point, in: value)
        case .reference(let table, _)?:
            let typed = CompletionPoint.text(of: value)
            return offer(await source.recordNames(of: table, beginning: typed), point, in: value)
        default: return offer([], point, in: value)
        }
    }
}
