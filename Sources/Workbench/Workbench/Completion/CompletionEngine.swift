package import LineEditing
import Notation

/// Completes a partial line at the cursor.
package struct CompletionEngine: Sendable {
    package let source: any CompletionSource
    package var environment = CompletionEnvironment()

    /// The candidates at the cursor. Text after the cursor is ignored.
    ///
    /// - Parameter cursor: in UTF-8 bytes of the line.
    package func complete(_ line: String, cursor: Int) async -> Completions {
        await complete(line, cursor: cursor, expandingAliases: true)
    }

    /// - Parameter expandsAliases: false in the body of an alias, which may begin with its own name.
    private func complete(_ line: String, cursor: Int, expandingAliases expandsAliases: Bool) async -> Completions {
        if let (start, command) = await shortForm(line, cursor, expandsAliases) {
            let whole = command + line.dropFirst(start.count)
            let shift = command.utf8.count - start.utf8.count
            let found = await complete(whole, cursor: cursor + shift, expandingAliases: false)
            guard found.replaced.lowerBound >= command.utf8.count else {
                let end = min(cursor, line.utf8.count)
                return found.replacing(end..<end, with: [])
            }
            return found.replacing(
                found.replaced.lowerBound - shift..<found.replaced.upperBound - shift, with: found.candidates)
        }
        let point = CompletionPoint(line, cursor: cursor)
        switch point.place {
        case .nothing: return Completions(replacing: point.bytes.count..<point.bytes.count, with: [])
        case .variable: return variables(point)
        case .captureName: return offer(environment.variables(), point, in: point.current)
        case .file: return files(point, in: point.current, from: 0)
        case .program: return programs(point)
        case .path: return await capturedPath(point)
        case .word: return await word(point)
        }
    }

    /// The first word of a line that starts with an alias, a record's number or a table's name, and the command that it
    /// stands for; nil for other lines, and while the word is typed.
    private func shortForm(
        _ line: String, _ cursor: Int, _ expandsAliases: Bool
    ) async -> (start: String, command: String)? {
        let bytes = line.utf8
        guard let end = bytes.firstIndex(of: 0x20), bytes.distance(from: bytes.startIndex, to: end) < cursor else {
            return nil
        }
        let start = String(line[..<end])
        let name = start.lowercased()
        guard CommandSuggestion.isName(start), !CommandTable.firstWords.contains(where: { $0.word == name }) else {
            return nil
        }
        if expandsAliases, let alias = environment.aliases().first(where: { $0.name == start }) {
            return alias.label.contains("$") ? nil : (start, alias.label)
        }
        if let table = RecordNumber.table(of: start) { return (start, "table get \(table) \(start)") }
        guard await source.tables().contains(where: { $0.name == name }) else { return nil }
        let listsRecords = line[end...].drop { $0 == " " }.first == "-"
        return (start, (listsRecords ? "table list " : "table get ") + name)
    }

    /// The candidates that match a word, or the value in it.
    package func offer(
        _ candidates: [Candidate], _ point: CompletionPoint, in word: Word, isWhole: Bool = true
    ) -> Completions {
        var offered = point.offer(candidates.matching(CompletionPoint.text(of: word)), in: word, from: 0)
        offered.isWhole = isWhole
        return offered
    }

    package func offer(_ known: RecordNames, _ point: CompletionPoint, in word: Word) -> Completions {
        offer(known.names, point, in: word, isWhole: known.isWhole)
    }

    /// The parts of `name=value`; nil while the name is being typed.
    package func assignment(in word: Word) -> (name: String, value: Word)? {
        word.assignedNameLength.map { length in
            (String(decoding: word.barePrefix.utf8.prefix(length), as: UTF8.self), word.dropping(length + 1))
        }
    }

    private func variables(_ point: CompletionPoint) -> Completions {
        let start = CompletionPoint.variableStart(in: point.bytes) ?? point.bytes.count
        let names = environment.variables().matching(String(decoding: point.bytes[start...], as: UTF8.self))
        return Completions(
            replacing: start..<point.bytes.count,
            with: names.map { .init($0.name + "}}", $0.label, appendsSpace: false) })
    }

    /// - Parameter skipped: the number of words before the command, as in `watch every 5s`.
    func word(_ point: CompletionPoint, after skipped: Int = 0) async -> Completions {
        let words = point.words.dropFirst(skipped).map { $0.literal ?? "" }
        func named(_ words: [(word: String, summary: String)]) -> Completions {
            offer(words.map { Candidate($0.word, $0.summary) }, point, in: point.current)
        }
        guard !words.isEmpty else {
            let own = environment.aliases().filter { $0.name.hasPrefix(point.typed) }
                .map { (word: $0.name, summary: $0.label) }
            let commands = named(CommandTable.firstWords.map { ($0.word, $0.summary) } + own)
            guard commands.candidates.isEmpty, !point.typed.isEmpty else { return commands }
            // A table's name alone lists it.
            return offer(await source.tables().filter { $0.name.hasPrefix(point.typed) }, point, in: point.current)
        }
        let deepest = min(words.count, CommandTable.deepest)
        let count = (1...deepest).last { CommandTable.named(words[..<$0].joined(separator: " ")) != nil }
        // A command may also have subcommands.
        let members = named(words.count < CommandTable.deepest ? CommandTable.nextWords(after: words) : [])
        guard let count, let definition = CommandTable.named(words[..<count].joined(separator: " ")) else {
            return members
        }
        // Without arguments, only flags could follow, which come after the subcommands.
        if definition.arguments.isEmpty, !members.candidates.isEmpty { return members }
        var found = await arguments(of: definition, point, after: skipped + count)
        if members.candidates.isEmpty { return found }
        if found.candidates.isEmpty { return members }
        if found.replaced == members.replaced { found.candidates += members.candidates }
        return found
    }

    package func arguments(of definition: Command, _ point: CompletionPoint, after count: Int) async -> Completions {
        let before = ArgumentPlaces(point.words[count...], of: definition)
        let current = point.current
        if let kind = before.pendingFlag?.value, !(current.isFlag && current.barePrefix.hasPrefix("--")) {
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
        // A record and an assignment may both begin here; both are offered if they replace the same range.
        if let found, offers.count > 1 {
            let together = offers.filter { $0.replaced == found.replaced }.flatMap(\.candidates)
            return Completions(replacing: found.replaced, with: together)
        }
        if let found { return found }
        let isFree = offers.isEmpty && current.pieces.isEmpty && !before.flagsHaveEnded
        return isFree ? flags(of: definition, before, point) : offer([], point, in: current)
    }

    /// The value in `--flag=value` or `-fvalue`.
    private func attachedValue(in word: Word, of definition: Command) -> (ValueKind, Word)? {
        var iterator = ArgumentIterator([word], of: definition)
        guard case .flag(let flag, _, let values, isAttached: true, _)? = iterator.next(), let kind = flag.value,
            let value = values.first
        else { return nil }
        return (kind, value)
    }

    private func flags(of definition: Command, _ before: ArgumentPlaces, _ point: CompletionPoint) -> Completions {
        let free = definition.allFlags.filter { $0.mayRepeat || !before.usedFlags.contains($0.name) }
        let names = free.map { Candidate($0.spelling, ($0.short.map { "-\($0)  " } ?? "") + $0.summary) }
        return point.offer(point.typed == "-" ? names : names.matching(point.typed), in: point.current, from: 0)
    }

    /// Completes the command that another one repeats or `alias` defines.
    package func innerCommand(_ point: CompletionPoint, _ before: ArgumentPlaces) async -> Completions {
        let skipped = point.words.count - before.arguments.count
        // In `alias mine = …` the command is the third word.
        if before.command == .alias {
            let isNext = before.arguments.count > 1 && before.arguments[1].literal == "="
            return isNext ? await word(point, after: skipped + 2) : offer([Candidate("=")], point, in: point.current)
        }
        return await word(point, after: skipped + (before.command.traits.repeats?(before.arguments) ?? 0))
    }
}

/// Completes what follows a command: programs after `|`, and paths in `=> NAME = .path`.
extension CompletionEngine {
    func programs(_ point: CompletionPoint) -> Completions {
        offer(environment.programs().map { Candidate($0) }, point, in: point.current)
    }

    /// A path into the command's last answer, or into the columns of the table it reads.
    func capturedPath(_ point: CompletionPoint) async -> Completions {
        let typed = CompletionPoint.text(of: point.current)
        guard let answer = await answer(to: point), let steps = AnswerPath(typed, in: answer) else {
            return offer([], point, in: point.current)
        }
        let paths = steps.candidates.matching(typed).map { candidate in
            let isBare = !candidate.name.utf8.contains { $0 == .doubleQuote }
            return candidate.written(isBare ? candidate.name : Quoting.word(candidate.name))
        }
        return Completions(replacing: point.current.span.lowerBound..<point.bytes.count, with: paths)
    }

    private func answer(to point: CompletionPoint) async -> JSON? {
        guard let match = try? CommandTable.match(Invocation(text: "", words: point.words)) else { return nil }
        if let last = environment.answer(match.command) { return last }
        let command = match.command, places = ArgumentPlaces(match.words, of: command)
        // A command with `--fields` returns records, or one record if its arguments identify or create one.
        guard command.flag(long: "fields") != nil, !places.usedFlags.contains("query"), let table = places.table else {
            return nil
        }
        let chosen = places.flagTexts["fields"].map { FieldList.names(in: $0).map(\.name) }
        var names = chosen ?? []
        if chosen == nil { names = await source.columns(of: table).map(\.name) }
        guard !names.isEmpty else { return nil }
        let record = JSON.object(names.map { JSON.Member($0, .string("")) })
        let isOne = command.arguments.contains { $0.kind == .record || $0.kind == .assignment(of: .field) }
        return isOne ? record : .array([record])
    }
}

/// A partial path, and the value at its complete steps.
private struct AnswerPath {
    private let whole: String
    private let step: String
    private let value: JSON

    /// Nil if the path does not exist.
    init?(_ typed: String, in root: JSON) {
        let bytes = Array(typed.utf8)
        var start = 0, isQuoted = false
        for (place, byte) in bytes.enumerated() {
            if byte == .doubleQuote { isQuoted.toggle() }
            if !isQuoted, byte == .dot || byte == .openBracket { start = place }
        }
        whole = String(decoding: bytes[..<start], as: UTF8.self)
        step = String(decoding: bytes[start...], as: UTF8.self)
        if whole.isEmpty {
            value = root
        } else {
            let first = whole.replacing("[]", with: "[0]")
            guard let path = try? FieldPath(first), let found = try? path.value(in: root) else { return nil }
            value = found
        }
    }

    var candidates: [Candidate] {
        let before = whole == "." ? "" : whole
        switch value {
        case .object(let members): return Self.members(members, after: before)
        case .array(let elements):
            guard let first = elements.first, let last = elements.last else { return [] }
            let dot = before.isEmpty ? "." : before
            var found = [Candidate("\(dot)[0]", "first of \(elements.count)", appendsSpace: Self.isSingle(first))]
            if elements.count > 1 {
                found.append(Candidate("\(dot)[-1]", "last of \(elements.count)", appendsSpace: Self.isSingle(last)))
            }
            found.append(Candidate("\(dot)[]", "each, as a list", appendsSpace: Self.isSingle(first)))
            // A member name is typed where an array index is expected.
            if step.utf8.count > 1, step.utf8.first == .dot, case .object(let members) = first {
                found += Self.members(members, after: "\(dot)[0]")
            }
            return found
        default: return []
        }
    }

    private static func members(_ members: [JSON.Member], after before: String) -> [Candidate] {
        members.compactMap { member in
            let isWritable =
                TerminalText.isPlain(member.name) && !member.name.utf8.contains { $0 < 0x20 || $0 == .doubleQuote }
            guard isWritable, !member.name.isEmpty else { return nil }
            let step = FieldPath(steps: [.member(member.name)]).description
            return Candidate(before + step, kind(of: member.value), appendsSpace: isSingle(member.value))
        }
    }

    private static func isSingle(_ value: JSON) -> Bool {
        switch value {
        case .object(let members): members.isEmpty
        case .array(let elements): elements.isEmpty
        default: true
        }
    }

    private static func kind(of value: JSON) -> String {
        switch value {
        case .array(let elements): "list of \(elements.count)"
        case .object: "object"
        default: ""
        }
    }
}
