import Notation
import NowSDK

extension Command {
    /// Checks a command's words against its grammar and expands variables.
    func bind(
        _ words: some Sequence<Word>, in line: String, variables: Expansion = .none
    ) throws(Problem) -> BoundArguments {
        var binder = Binder(definition: self, line: line, variables: variables)
        var iterator = ArgumentIterator(words, of: self)
        while let part = iterator.next() { try binder.take(part) }
        return try binder.finish()
    }
}

struct Binder {
    let definition: Command
    package let line: String
    let variables: Expansion
    private var words: [Word] = []
    private var values: [String: [BoundValue]] = [:]
    private var switches: Set<String> = []
    private var switchSpans: [String: Range<Int>] = [:]
    private var assignments: [Assignment] = []

    init(definition: Command, line: String, variables: Expansion) {
        self.definition = definition
        self.line = line
        self.variables = variables
    }

    mutating func take(_ part: ArgumentIterator.Part) throws(Problem) {
        switch part {
        case .end: break
        case .argument(let word): words.append(word)
        case .unknownFlag(let word): throw unknown(word)
        case .flag(let flag, let spelling, let values, let isAttached, _):
            if !flag.mayRepeat, self.values[flag.name] != nil || switches.contains(flag.name) {
                throw problem("\(flag.spelling) is given twice.", at: spelling)
            }
            guard flag.value != nil else {
                if isAttached { throw problem("\(flag.spelling) takes no value.", at: values.first?.span ?? spelling) }
                switches.insert(flag.name)
                switchSpans[flag.name] = spelling
                return
            }
            guard values.count == flag.values.count else {
                let wanted = flag.second == nil ? "a value" : "two values"
                throw problem("\(flag.spelling) needs \(wanted):\(flag.placeholders).", at: spelling)
            }
            for (value, kind) in zip(values, flag.values) { try bind(value, to: flag.name, kind) }
        }
    }

    mutating func finish() throws(Problem) -> BoundArguments {
        try placeArguments()
        for rule in definition.rules { try check(rule) }
        return BoundArguments(
            command: definition, line: line, values: values, switches: switches, assignments: assignments)
    }

    private mutating func placeArguments() throws(Problem) {
        var rest = words[...]
        for argument in definition.arguments {
            if argument.presence == .optional, let word = rest.first,
                yieldsToAssignments(argument, word) || yieldsToNext(argument)
            {
                continue
            }
            if !argument.isRepeated {
                if let word = rest.popFirst() {
                    try bind(word, to: argument.name, argument.kind)
                } else if !argument.mayBeMissing {
                    throw missing(argument)
                }
                continue
            }
            if rest.isEmpty, !argument.mayBeMissing { throw missing(argument) }
            while let word = rest.popFirst() { try bind(word, to: argument.name, argument.kind) }
        }
        guard let extra = rest.first else { return }
        if let problem = problem(behindDocument: extra, rest) ?? problem(inUnquotedQuery: rest) { throw problem }
        var hints = [usageHint]
        if let whole = unquotedCommand(before: extra, rest) { hints.insert(whole, at: 0) }
        if definition.flag(long: "query") != nil, extra.barePrefix.utf8.contains(.equals) {
            hints.insert("Put -q before a query: -q \(source(extra.span))", at: 0)
        }
        // A command may have subcommands: an extra word is a misspelled subcommand or an argument of one.
        let members = CommandTable.members(of: definition.name).map(\.name)
        if words.count == rest.count, !members.isEmpty {
            let typed = source(extra.span)
            let near = DidYouMean.hints(for: "\(definition.name) \(extra.literal ?? "")", among: members)
            let taking = members.first { CommandTable.named($0)?.arguments.first?.kind == .task }
            let shown = typed.utf8.contains(where: ASCII.isDigit) ? taking.map { ["\($0) \(typed)"] } ?? [] : []
            hints = (near.isEmpty ? shown + ["help \(definition.name)"] : near) + hints
        }
        // Text of several words must be quoted.
        if let place = definition.arguments.firstIndex(where: { $0.kind == .word("TEXT") }), place < words.count {
            let text = words[place...].map { source($0.span) }.joined(separator: " ")
            hints.insert("Put a text of several words in quotes: \(Quoting.word(text))", at: 0)
        }
        throw problem("\(definition.name) takes no further argument.", at: extra.span, hints: hints)
    }

    /// The error for the rest of a query with blanks, as in `-q priority = 1`; nil for other words.
    private func problem(inUnquotedQuery rest: ArraySlice<Word>) -> Problem? {
        guard var span = values["query"]?.first?.span else { return nil }
        for word in rest where source(span.upperBound..<max(span.upperBound, word.span.lowerBound)) == " " {
            span = span.lowerBound..<word.span.upperBound
        }
        guard let last = rest.first, span.upperBound >= last.span.upperBound else { return nil }
        let text = source(span).replacing(" ^", with: "^")
        var problem = problem("A query with blanks needs quotes.", at: span)
        let meant = Quoting.word(EncodedQuery.corrected(text) ?? text)
        problem.hints = ["Did you mean \(meant)?"]
        problem.replacement = meant
        return problem
    }

    /// The unquoted command of `--from command:pass show dev1`.
    private func unquotedCommand(before extra: Word, _ rest: ArraySlice<Word>) -> String? {
        for name in ["from", "client-from"] {
            guard let value = values[name]?.first, value.text.hasPrefix("command:"),
                value.span.upperBound < extra.span.lowerBound, let last = rest.last
            else { continue }
            let text = value.text + " " + source(extra.span.lowerBound..<last.span.upperBound)
            return "Quote a command that contains spaces: --\(name) \(Quoting.word(text))"
        }
        return nil
    }

    /// The error for words after a document: an extra bracket, or a misspelled definition keyword.
    private func problem(behindDocument extra: Word, _ rest: ArraySlice<Word>) -> Problem? {
        guard definition.arguments.first?.kind == .document, let first = words.first, let last = rest.last else {
            return nil
        }
        let sign = source(extra.span).prefix(1)
        if ["}", ")", "]"].contains(sign) {
            return problem("This \(sign) closes nothing.", at: extra.span.lowerBound..<extra.span.lowerBound + 1)
        }
        guard let name = first.literal else { return nil }
        // The system's shell has split it.
        if name.hasPrefix("{") || Lexer.definitionWords.contains(String(name.prefix { $0 != " " })) {
            return problem(
                "The shell split the document into several words.", at: first.span.lowerBound..<last.span.upperBound,
                hints: ["Put it in single quotes: \(definition.name) '{ … }'"])
        }
        guard GraphQL.Name.isName(name) else { return nil }
        var hints = DidYouMean.hints(for: name, among: Lexer.definitionWords)
        let members = CommandTable.members(of: definition.name).map(\.name)
        if hints.isEmpty { hints = DidYouMean.hints(for: definition.name + " " + name, among: members) }
        let isField = source(extra.span).utf8.first == .openBrace
        if hints.isEmpty, isField {
            hints = ["\(definition.name) { \(source(first.span.lowerBound..<last.span.upperBound)) }"]
        }
        return problem(
            "A document begins with {, query, mutation or fragment.", at: first.span,
            hints: hints.isEmpty ? [usageHint] : hints)
    }

    private func yieldsToAssignments(_ argument: ArgumentDefinition, _ word: Word) -> Bool {
        guard case .assignment? = definition.arguments.last?.kind, argument != definition.arguments.last else {
            return false
        }
        return Assignment.nameLength(in: word) != nil
    }

    /// Whether an optional argument yields to an optional one after it, because a flag that excludes it is given.
    private func yieldsToNext(_ argument: ArgumentDefinition) -> Bool {
        guard let place = definition.arguments.firstIndex(of: argument),
            let next = definition.arguments[(place + 1)...].first, next.presence == .optional
        else { return false }
        return definition.rules.contains { rule in
            guard case .exactlyOne(let those) = rule, those.contains(where: { $0.name == argument.name }) else {
                return false
            }
            return those.contains { values[$0.name] != nil }
        }
    }

    private mutating func bind(_ word: Word, to name: String, _ kind: ValueKind) throws(Problem) {
        if case .assignment(let named) = kind { return try assign(word, named) }
        let word = kind == .query ? try variables.writingLists(in: word, of: line) : word
        let value =
            kind == .command
            ? BoundValue(unexpanded: word) : BoundValue(word, try variables.expand(word, in: line, as: kind))
        if let wrong = ValueCheck.invalidValue(in: value, kind, of: name) { throw problem(wrong) }
        values[name, default: []].append(value)
    }

    private mutating func assign(_ word: Word, _ named: ValueKind.AssignedName) throws(Problem) {
        guard let length = Assignment.nameLength(in: word) else {
            // `set NAME` shows it.
            if named == .setting, words.count == 1, let name = word.literal, VariableName.isValid(name) {
                guard SettingTable.named(name) != nil || variables.value(name) != nil || name == Run.store else {
                    throw problem(
                        "There is no setting and no variable \(name).", at: word.span,
                        hints: DidYouMean.hints(for: name, among: SettingTable.all.map(\.name) + variables.names))
                }
                return values["values", default: []].append(BoundValue(word, try variables.expand(word, in: line)))
            }
            let kind = ValueKind.assignment(of: named).placeholder
            throw problem(
                "This is not of the form \(kind).", at: word.span,
                hints: Assignment.unquotedName(of: word).map { [$0] } ?? [usageHint])
        }
        let name = String(decoding: word.barePrefix.utf8.prefix(length), as: UTF8.self)
        let nameSpan = word.span.lowerBound..<word.span.lowerBound + length
        let rest = word.dropping(length + 1)
        let value = BoundValue(rest, try variables.expand(rest, in: line))
        if let wrong = ValueCheck.invalidValue(inName: name, at: nameSpan, value: value, named) { throw problem(wrong) }
        if assignments.contains(where: { $0.name == name }) { throw problem("\(name) is set twice.", at: nameSpan) }
        assignments.append(Assignment(name: name, nameSpan: nameSpan, value: value))
    }

    private func check(_ rule: Command.Rule) throws(Problem) {
        let these: [Parameter], isNeeded: Bool
        switch rule {
        case .exactlyOne(let parameters): (these, isNeeded) = (parameters, true)
        case .atMostOne(let parameters): (these, isNeeded) = (parameters, false)
        case .goesWith(let parameter, let others):
            return try check(parameter.name, with: others.map(\.name))
        }
        let names = these.map(\.name)
        let given = names.filter { values[$0] != nil || switches.contains($0) }
        let spelled = names.map(spelling)
        if given.isEmpty, isNeeded {
            throw problem(
                "\(definition.name) needs \(Phrase.listed(spelled, joinedBy: "or")).", at: end, hints: [usageHint])
        }
        if given.count > 1 {
            let spans = given.compactMap { values[$0]?.first?.span }
            let last =
                (spans.isEmpty ? given.compactMap { switchSpans[$0] } : spans).max { $0.lowerBound < $1.lowerBound }
                ?? end
            throw problem(
                "\(Phrase.listed(given.map(spelling), joinedBy: "and")) exclude each other.", at: last,
                hints: [usageHint])
        }
    }

    private func check(_ name: String, with others: [String]) throws(Problem) {
        guard values[name] != nil || switches.contains(name),
            !others.contains(where: { values[$0] != nil || switches.contains($0) })
        else { return }
        throw problem(
            "\(spelling(name)) goes with \(Phrase.listed(others.map(spelling), joinedBy: "or")).",
            at: switchSpans[name] ?? values[name]?.first?.span ?? end, hints: [usageHint])
    }

    private func spelling(_ name: String) -> String {
        if let argument = definition.arguments.first(where: { $0.name == name }) { return argument.kind.placeholder }
        return definition.flag(long: name)?.spelling ?? name
    }

    private func unknown(_ word: Word) -> Problem {
        let typed = word.barePrefix.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word.barePrefix
        let span = word.span.lowerBound..<word.span.lowerBound + max(typed.utf8.count, 1)
        if let secret = SecretFlag.problem(typed, in: definition) {
            return problem(secret.message, at: span, hints: secret.hints)
        }
        if typed == Parameter.asUser.spelling {
            return problem("--as goes after a command that only reads; \(definition.name) does not take it.", at: span)
        }
        if let flag = definition.allFlags.first(where: { $0.short.map { typed.hasPrefix("-\($0)") } ?? false }),
            flag.value == nil
        {
            return problem("\(flag.spelling) takes no value.", at: word.span)
        }
        let other = CommandSuggestion.flags[typed].flatMap { name in
            definition.allFlags.contains { $0.spelling == name } ? name : nil
        }
        let near =
            (choice(meant: typed) ?? other).map { [$0] }
            ?? DidYouMean.nearest(to: typed, among: definition.allFlags.map(\.spelling))
        var hints = DidYouMean.hints(near)
        if hints.isEmpty, GlobalFlags.atStart.contains(where: { $0.spelling == typed }) {
            hints = ["\(typed) is decided when Snowdeck starts: snowdeck \(typed) …"]
        }
        if hints.isEmpty { hints = ["help \(definition.name)", "Put -- before it to use it as an argument."] }
        var problem = problem("\(definition.name) has no flag \(typed).", at: span, hints: hints)
        problem.replacement = near.first
        return problem
    }

    /// `--format csv` for `--csv`: the flag that has the word as a value.
    private func choice(meant typed: String) -> String? {
        let word = String(typed.drop { $0 == "-" })
        let flag = definition.allFlags.first { flag in
            if case .choice(let words)? = flag.value { words.contains(word) } else { false }
        }
        return flag.map { $0.spelling + " " + word }
    }

    private func missing(_ argument: ArgumentDefinition) -> Problem {
        problem("\(definition.name) needs \(argument.kind.placeholder).", at: end, hints: [usageHint])
    }

    private var usageHint: String { "Usage: " + definition.usage }
    private var end: Range<Int> { line.utf8.count..<line.utf8.count }

    private func source(_ span: Range<Int>) -> String { String(decoding: Array(line.utf8)[span], as: UTF8.self) }

    private func problem(_ invalidValue: ValueCheck.InvalidValue) -> Problem {
        var problem = problem(invalidValue.message, at: invalidValue.span, hints: invalidValue.hints)
        problem.replacement = invalidValue.near
        return problem
    }

    private func problem(_ message: String, at span: Range<Int>, hints: [String] = []) -> Problem {
        Problem(.usage, message, source: Problem.Source(text: line, span: span), hints: hints)
    }
}

/// Validates values before anything is sent.
enum ValueCheck {
    struct InvalidValue {
        let message: String
        let span: Range<Int>
        var hints: [String] = []
        /// A suggested correction.
        var near: String?
    }

    /// - Parameter name: the argument's, flag's or setting's name.
    static func invalidValue(in value: BoundValue, _ kind: ValueKind, of name: String) -> InvalidValue? {
        let text = value.text
        switch kind {
        case .query, .assignment, .tableCommand, .command, .commandLine: return nil
        case .table:
            guard !FieldList.isName(text) else { return nil }
            return InvalidValue(message: "Invalid table name: use letters, digits and _ only.", span: value.span)
        case .fields, .ordering, .groupOrdering: return fields(value, mayDescend: kind != .fields)
        case .number(let range):
            if kind.accepts(text) { return nil }
            let bounds =
                range.upperBound == .max ? "\(range.lowerBound) or more" : "\(range.lowerBound) to \(range.upperBound)"
            return InvalidValue(message: "This must be a whole number, \(bounds).", span: value.span)
        case .size:
            guard !kind.accepts(text) else { return nil }
            return InvalidValue(message: "This must be a size in bytes, such as 512k, 64m or 1g.", span: value.span)
        case .choice(let words): return choice(value, name, of: words)
        case .signInKind: return choice(value, name, of: SignInFlags.known.map(\.kind.rawValue))
        case .user: return user(value)
        case .secretSource: return secretSource(value)
        case .method: return kind.accepts(text) ? nil : choice(value, name, of: ValueKind.methods)
        case .parameter, .variable:
            guard !text.utf8.contains(.equals) || text.utf8.first == .equals else { return nil }
            return InvalidValue(message: "This is not of the form NAME=VALUE.", span: value.span)
        case .header:
            return RestHeader.validationError(in: text).map {
                InvalidValue(message: $0.message, span: value.span, hints: $0.hints)
            }
        case .mediaType:
            guard !kind.accepts(text) else { return nil }
            return InvalidValue(message: "This must be a media type, such as text/plain.", span: value.span)
        case .link:
            guard !kind.accepts(text) else { return nil }
            return InvalidValue(message: "Expected the number of a link, as listed by page links.", span: value.span)
        case .page, .form, .path, .column, .record, .task, .file, .newFile, .cassette, .newCassette, .recipe, .instance,
            .profile, .topic, .setting, .theme, .document, .operation, .word, .alias, .zone:
            guard text.isEmpty else { return nil }
            return InvalidValue(message: "This \(kind.placeholder) is empty.", span: value.span)
        }
    }

    private static func choice(_ value: BoundValue, _ name: String, of words: [String]) -> InvalidValue? {
        guard !words.contains(value.text) else { return nil }
        // The flag's name describes its value, unless it is a verb.
        let noun = name == "unset" ? "field" : name.lowercased()
        let choices = Phrase.listed(words, joinedBy: "or")
        return InvalidValue(
            message: "Unknown \(noun) '\(value.text)'. Choose \(choices).", span: value.span,
            hints: DidYouMean.hints(for: value.text, among: words),
            near: DidYouMean.nearest(to: value.text, among: words).first)
    }

    private static func user(_ value: BoundValue) -> InvalidValue? {
        guard !value.text.isEmpty else { return InvalidValue(message: "This NAME is empty.", span: value.span) }
        // RFC 7617: the first colon ends the user name. Other programs accept name:password.
        guard value.text.utf8.contains(UInt8(ascii: ":")) else { return nil }
        return InvalidValue(
            message: "A user name cannot contain a colon, and passwords do not belong in a command line.",
            span: value.span, hints: ["--user NAME", SecretFlag.places])
    }

    /// The error for a text that is no source of a secret; nil for a source.
    private static func secretSource(_ value: BoundValue) -> InvalidValue? {
        let text = value.text
        guard SecretSource(text) == nil else { return nil }
        let hint =
            if text.hasPrefix("env:") {
                "env: needs the name of a variable: env:SNOW_PASSWORD"
            } else if text.hasPrefix("command:") {
                "command: needs a shell command, in quotes: 'command:pass show dev1'"
            } else if text.hasPrefix("fd:") {
                "fd: needs the number of an open file descriptor, 0 to 1023: fd:3"
            } else {
                DidYouMean.hints(for: text, among: SecretSource.words).first ?? SecretFlag.explanation
            }
        return InvalidValue(
            message: "Unknown source of a secret; use ask, keyring, env:NAME, 'command:LINE' or fd:N.",
            span: value.span, hints: [hint])
    }

    private static func fields(_ value: BoundValue, mayDescend: Bool) -> InvalidValue? {
        let names = FieldList.names(in: value.text)
        if names.isEmpty { return InvalidValue(message: "This list of fields is empty.", span: value.span) }
        for (name, span) in names {
            let column = mayDescend && name.utf8.first == .dash ? name.dropFirst() : name[...]
            if column.isEmpty {
                let comma = max(span.lowerBound - 1, 0)
                return InvalidValue(message: "A field name is missing here.", span: value.span(of: comma..<comma + 1))
            }
            if !FieldList.isColumn(column) {
                return InvalidValue(
                    message: "\(name) is not a valid field name: use letters, digits and _, with dots between steps.",
                    span: value.span(of: span))
            }
        }
        return nil
    }

    static func invalidValue(
        inName name: String, at span: Range<Int>, value: BoundValue, _ named: ValueKind.AssignedName
    ) -> InvalidValue? {
        switch named {
        case .member, .formField: return nil
        case .field:
            if FieldList.isName(name) { return nil }
            guard FieldList.isColumn(name), let field = name.split(separator: ".").last else {
                return InvalidValue(
                    message: "\(name) is not a valid field name: use letters, digits and _ only.", span: span)
            }
            return InvalidValue(
                message: "\(name) belongs to another record; update that record instead.", span: span,
                hints: ["table update TABLE RECORD \(field)=VALUE"])
        case .setting:
            if let setting = SettingTable.named(name) { return invalidValue(in: value, setting.value, of: name) }
            let typed = Array(name.utf8)
            let near = SettingTable.all.map(\.name).filter {
                DidYouMean.distance(typed, Array($0.utf8), atMost: max(1, typed.count / 4)) != nil
            }
            if let meant = near.first {
                return InvalidValue(
                    message: "There is no setting \(name), and a variable of that name would look like one.",
                    span: span, hints: ["Did you mean \(meant)?"])
            }
            guard VariableName.isValid(name) else {
                return InvalidValue(
                    message: "\(name) is not a valid variable name: use a letter, then letters, digits, _ and - only.",
                    span: span)
            }
            return nil
        }
    }
}
