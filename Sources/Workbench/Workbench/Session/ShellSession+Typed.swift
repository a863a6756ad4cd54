package import CassetteStore
import Notation

/// Lines typed at the prompt: shorthands are accepted, and corrections offered.
extension ShellSession {
    /// The state of the prompt for the next line.
    struct PromptState {
        /// The initial text of the line.
        var initial = ""
        /// The line that Enter runs if nothing is typed.
        var offer = ""
        /// The last problem reported about the line.
        var problem: Problem?
        /// The hints of that problem that are commands; typing a number runs one.
        var hints: [String] = []
        /// The line that `history run` ran.
        var repeated: String?
        /// Whether completion may want the answer, because the line was typed.
        var keepsAnswer = false
    }

    /// The user gave up the line that `edit` had put there.
    func discardInitialLine() { promptState.initial = "" }

    /// Where the last line's answer is recorded. The path is absolute: the history is shared by all folders.
    package var answerPlace: AnswerPlace {
        var place = command.answer
        place.tape = place.tape.map { host.files.realPath($0) ?? $0 }
        return place
    }

    /// Runs one typed line and returns its exit status.
    package func run(typed text: String) async -> Int32 {
        let (meaning, isCancelled) = await attended { await self.meaning(of: text) }
        let line = meaning ?? text
        promptState = PromptState()
        if isCancelled { return say(Problem(.interrupted, "Interrupted: the request was cancelled."), from: nil) }
        promptState.keepsAnswer = true
        if line != text { write("→ \(TerminalText.plain(line))\n") }
        if let status = runProgram(line) { return status }
        let status = await run(line)
        if let problem = promptState.problem {
            promptState.hints = problem.hints.filter(CommandSuggestion.isRunnable)
            // A line with a password is not shown again.
            if let offer = problem.corrected(line), TypedSecrets.hidden(in: offer) == offer {
                promptState.offer = offer
            }
        }
        return status
    }

    /// Runs a command of the program, such as `tour`, at this terminal. Nil for other lines.
    private func runProgram(_ line: String) -> Int32? {
        guard host.terminal.canReadKeys, let invocation = try? Parser.parse(line), invocation.destination == nil,
            (try? aliases.expansion(of: invocation)) == nil, CommandSuggestion.line(for: line) == nil,
            (try? CommandMatch.find(invocation, in: CommandTable.all)) == nil,
            (try? CommandMatch.find(invocation, in: ProgramTable.all)) != nil
        else { return nil }
        running.waitsForProgram = true
        defer { running.waitsForProgram = false }
        return host.terminal.runProgram(invocation.words.compactMap(\.literal))
    }

    /// The command that a shorthand means: the number of a hint, a record's number, a table's name. Nil for other
    /// lines.
    package func meaning(of text: String) async -> String? {
        guard let invocation = try? Parser.parse(text), let first = invocation.words.first?.literal,
            (try? CommandTable.match(invocation)) == nil, (try? aliases.expansion(of: invocation)) == nil
        else { return nil }
        if let number = Int(first), invocation.words.count == 1, promptState.hints.indices.contains(number - 1) {
            return promptState.hints[number - 1]
        }
        if RecordNumber.table(of: first) != nil { return CommandSuggestion.expansion(of: text) }
        let commands = CommandTable.firstWords.map(\.word)
        guard CommandSuggestion.isName(first), DidYouMean.nearest(to: first, among: commands).isEmpty else {
            return nil
        }
        let table = first.lowercased()
        guard let line = CommandSuggestion.expansion(of: text, after: "get ") else { return nil }
        let isTable = await completionSource().hasTable(table)
        // Before a sign-in, and if the instance does not list its tables.
        let looksLikeTable =
            RecordNumber.hasNumbers(table: table) || invocation.words.contains { $0.literal?.hasPrefix("-") ?? false }
        return isTable ?? looksLikeTable ? line : nil
    }

    /// Looks something up before a command: a terminal shows that it waits, and Ctrl-C cancels it.
    private func attended<Value: Sendable>(
        _ lookUp: @escaping @Sendable () async -> Value
    ) async -> (value: Value, isCancelled: Bool) {
        let tee = OutputTee(
            deck: nil, output: host.standardOutput, error: host.standardError, showsProgress: options.showsProgress,
            outputIsTerminal: host.terminal.width != nil, hasColor: false)
        let waiting = StatusLine(on: tee, in: self)
        let work = Task(executorPreference: options.executor) { await lookUp() }
        running.begin(work)
        requests.waiting = waiting
        defer {
            running.begin(nil)
            requests.waiting = nil
            waiting.stop()
        }
        return (await work.value, work.isCancelled)
    }
}

extension Problem {
    /// The problem of a line of an earlier version.
    init(renamed invocation: Invocation, to line: String) {
        let old = invocation.words.prefix(CommandTable.deepest)
        let name = old.map { $0.literal ?? "" }.joined(separator: " ")
        let new = (try? CommandTable.match(Parser.parse(line)))?.command.name
        self.init(
            .usage, "\(name) is now \(new.flatMap { $0 == name ? nil : $0 } ?? line).",
            source: Source(text: invocation.text, span: 0..<(old.last?.span.upperBound ?? 0)), hints: [line])
        correction = line
    }

    /// The line with the error corrected; nil without a suggestion.
    func corrected(_ line: String) -> String? {
        if let correction { return correction }
        guard let replacement, let source, source.name == nil, source.text == line else { return nil }
        let bytes = Array(line.utf8)
        guard source.span.upperBound <= bytes.count else { return nil }
        let meant =
            String(decoding: bytes[..<source.span.lowerBound], as: UTF8.self) + replacement
            + String(decoding: bytes[source.span.upperBound...], as: UTF8.self)
        return CommandSuggestion.isRunnable(meant) ? meant : nil
    }

    /// The same problem with the corrected line as its first hint.
    func correcting(_ line: String) -> Problem {
        // A misspelled subcommand is certainly meant; a first word that is only similar to a command may be another
        // program's.
        let isNear = replacement != nil && (corrected(line) != nil || source?.span.lowerBound != 0)
        guard kind == .usage, !isNear else { return self }
        var problem = self
        guard let meant = CommandSuggestion.line(for: line), meant != line else {
            if let advice = CommandSuggestion.advice(for: line) { problem.hints = [advice] }
            return problem
        }
        problem.correction = meant
        problem.hints = [meant] + (source?.span.lowerBound == 0 ? [] : hints.filter { $0 != meant })
        return problem
    }
}

/// Sessions that a command runs: the steps of a recipe, and replays.
extension ShellSession {
    package func learnReferences(_ typed: [String: String]) { typedReferences = typed }

    package func setUp(_ variables: [String: String]) { self.variables = variables }
}
