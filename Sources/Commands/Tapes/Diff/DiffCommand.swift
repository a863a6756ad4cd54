import CassetteStore
import ExchangeModel
import Notation
import NowSDK
import Redactors
import Rendering
import TapeDeck
import TapeFormats
import Workbench

extension Parameter {
    fileprivate static let compared = Argument<[String]>(
        "compared", .cassette, .repeated,
        "Two tapes, one tape, or a command such as %:12; default: the tape of the session")
    static let on = Flag<[String]>(
        "on", .instance, mayRepeat: true, beginsCommand: true, "Compare what two instances answer a command")
    static let comparedUser = Flag<String>(
        "as", .word("USER"), beginsCommand: true, "Compare what you and this user are answered by a command")
    fileprivate static let stat = Flag<Bool>("stat", "Print only the number of differences of each command")
    fileprivate static let html = Flag<String>("html", .newFile, "Write the differences as a page for a browser")
    fileprivate static let update = Flag<Bool>("update", "Accept changed answers onto the tape, one by one")
    fileprivate static let yes = Flag<Bool>("yes", "With --update: accept every changed answer without asking")
}

extension Command {
    static let diff = Command(
        "diff", arguments: [.compared],
        flags: [
            .on, .comparedUser, .stat,
            .reporting("Print a report in this format, with a test for each command or request", hasPage: false), .html,
            .replacesFile, .update, .yes,
        ],
        rules: [
            .atMostOne([.on, .comparedUser, .update]), .atMostOne([.stat, .report, .update, .html]),
            .goesWith(.yes, oneOf: [.update]), .goesWith(.replacesFile, oneOf: [.html]),
        ], traits: .aboutTapes
    ) { run in
        let arguments = run.arguments, names = arguments[.compared]
        if let file = arguments[.html], file != "-", !arguments[.replacesFile], run.files.realPath(file) != nil {
            throw run.cannotWrite(.fileExists(file))
        }
        if arguments.has(.on) || arguments.has(.comparedUser) { return try await run.diffSides() }
        if names.count == 1, let command = try RepeatedCommand(names[0], run) { return try await run.diffNow(command) }
        guard names.count < 3 else {
            throw arguments.problem(.usage, "diff compares two tapes.", at: .compared, value: 2)
        }
        guard names.count == 2 else { return try await run.diffNow() }
        guard !arguments[.update] else {
            throw Problem(.usage, "--update accepts answers of now: diff \(Quoting.word(names[0])) --update.")
        }
        let old = try run.tapes.play(CassetteLookup.path(names[0], run))
        defer { try? old.close() }
        let new = try run.tapes.play(CassetteLookup.path(names[1], run))
        defer { try? new.close() }
        for tape in [old, new] { run.noteEdited(on: tape) }
        return try run.result(
            of: try TapeComparison(from: old, to: new), between: .init("in \(names[0])", "in \(names[1])"),
            named: names.joined(separator: " "))
    }
}

extension Run {
    fileprivate func result(
        of comparison: TapeComparison, between sides: Finding.Sides, named name: String, isAccepted: Bool = false,
        isQuiet: Bool = false
    ) throws -> CommandResult {
        let text = DiffText(of: comparison, between: sides)
        var result: CommandResult
        if let format = arguments[.report].flatMap(ReportFormat.init) {
            let report = format.text(of: text.tests(name))
            result = CommandResult(.text(report.hasSuffix("\n") ? String(report.dropLast()) : report))
            result.exitStatus = comparison.count(.failure) > 0 ? Problem.Kind.expectation.exitStatus : 0
            return result
        }
        if let file = arguments[.html] {
            let page = try text.panel.page(title: "diff \(name)", version: options.version)
            if file == "-" { return CommandResult(.text(String(decoding: page, as: UTF8.self))) }
            try write(page, to: file)
            result = CommandResult(.text(text.summary)) { text.table.objects }
        } else if format(of: arguments) == .columns, !arguments[.stat] || text.statistics.rows.isEmpty {
            result = CommandResult(.text((isQuiet ? "" : text.lines) + text.summary)) { text.table.objects }
        } else {
            result = CommandResult(rows: arguments[.stat] ? text.statistics : text.table)
            notes.add(text.summary)
        }
        let hasCompared = comparison.commands + comparison.requests > 0
        result.exitStatus = hasCompared && (comparison.isSame || isAccepted) ? 0 : 1
        return result
    }

    private func write(_ page: [UInt8], to file: String) throws(Problem) {
        do throws(Problem) { try files.make(file, page, replacing: arguments[.replacesFile]) } catch {
            throw cannotWrite(error)
        }
        notes.add("Wrote the page \(Quoting.word(file)).")
    }

    fileprivate func cannotWrite(_ error: Problem) -> Problem {
        arguments.problem(
            error.kind, error.message, at: .html,
            hints: error.cause == .fileExists ? ["--force replaces it."] : error.hints)
    }

    /// Throws while the tape answers in place of an instance.
    fileprivate func refuseTape() throws(Problem) {
        guard !slot.isPlaying, !slot.isExtending else {
            throw Problem(.tape, "The tape answers now, so there is nothing to compare with.", hints: ["tape new NAME"])
        }
    }
}

// MARK: A tape and its instance

extension Run {
    /// Sends each read of a tape twice to the current instance and compares the answers with the recorded one.
    ///
    /// The requests are recorded outside epochs, so that they do not change what a replay of this session's tape answers.
    fileprivate func diffNow() async throws -> CommandResult {
        if slot.isPlaying { try refuseTape() }
        let updates = arguments[.update]
        let cassette = try CassetteLookup.cassette(self, arguments[.compared].first, toChange: updates)
        defer { try? cassette.close() }
        let reads = try TapeReads(of: cassette, at: instance.origin)
        let transport = reads.reads.isEmpty ? nil : try connected().authenticating
        var comparison = TapeComparison(), changes: [ChangedAnswer] = []
        for read in reads.reads {
            count(comparison.requests, of: reads.reads.count, "requests")
            guard let transport, let recorded = try cassette.answer(read.exchange) else { continue }
            let first = try await answer(to: read.request, through: transport)
            let second = try await answer(to: read.request, through: transport)
            let line = try read.command.flatMap { try cassette.command($0)?.line }
            let part = comparison.add(read, of: line, recorded, first, second)
            guard !part.findings.isEmpty else { continue }
            changes.append(
                ChangedAnswer(
                    exchange: read.exchange, part: part,
                    answer: first.moved(from: read.request.url.origin, to: read.recordedAt)))
        }
        let left = TapeReads.Omission.allCases.compactMap { why in
            reads.omissions[why].map { "\($0) (\(why.rawValue))" }
        }
        if !left.isEmpty { notes.add("Not sent: \(left.joined(separator: ", ")).") }
        var accepted = 0
        if updates {
            accepted = try await accept(changes, onto: cassette)
            try cassette.close()
            if !changes.isEmpty {
                notes.add("Accepted \(accepted) of \(Phrase.counted(changes.count, "changed answer")).")
            }
            if accepted > 0 {
                let replay = "snowdeck replay \(Quoting.word(cassette.path))"
                notes.add("The recorded output still shows the old answers.")
                notes.add("Next: \(replay) --check, and \(replay) --accept")
            }
        }
        return try result(
            of: comparison, between: .tapeAndNow, named: cassette.path, isAccepted: accepted == changes.count,
            // With questions, each difference was shown.
            isQuiet: updates && !arguments[.yes])
    }

    /// The answer with placeholders for secrets, as a tape has it.
    private func answer(
        to request: HTTPRequest, through transport: AuthenticatingTransport
    ) async throws -> HTTPResponse {
        try Task.checkCancellation()
        var request = request
        request.limits = requests.limits
        let response = try await transport.send(request)
        return redaction.redact(response, knowing: DocumentSecrets(of: request))
    }

    private struct ChangedAnswer {
        var exchange: Int64
        var part: TapeComparison.Part
        /// The first answer of now, as it would be recorded.
        var answer: HTTPResponse
    }

    /// Asks for each changed answer whether it replaces the recorded one, and stores it before the next question.
    ///
    /// - Returns: how many answers were replaced.
    private func accept(_ changes: [ChangedAnswer], onto cassette: Cassette) async throws -> Int {
        var accepted = 0, takesAll = arguments[.yes]
        defer { if accepted > 0 { try? host.tapes.catalog.textsChanged(on: cassette.path) } }
        for change in changes {
            if !takesAll {
                write(
                    DiffText(of: TapeComparison(), between: .tapeAndNow).lines(
                        of: change.part, isNamed: change.part.line == nil))
                let letter = try await choice(
                    "Accept this answer? y, n, a for all, or q to end: ", of: "ynaq",
                    withoutTerminal: "--yes accepts every answer.")
                if letter == "q" { break }
                if letter == "n" { continue }
                takesAll = letter == "a"
            }
            try cassette.replaceOutcome(of: change.exchange, with: change.answer)
            accepted += 1
        }
        return accepted
    }
}

// MARK: A command and the same command now

/// A recorded command that is run again.
private struct RepeatedCommand {
    let name: String
    let cassette: Cassette
    let record: CommandRecord
    let instance: String

    /// Nil for the name of a whole tape.
    init?(_ name: String, _ run: isolated Run) throws {
        guard TapeReference(name).command != nil || Int64(name) != nil && run.options.history != nil else { return nil }
        let entry = try run.historyEntry(name, at: .compared)
        let answer = try RecordedAnswer(of: entry, run.tapes)
        (self.name, cassette, record, instance) = (name, answer.cassette, answer.command, entry.instance)
    }
}

extension Run {
    /// Runs a recorded command again, without its captures and its destination, records it, and compares both answers.
    fileprivate func diffNow(_ old: RepeatedCommand) async throws -> CommandResult {
        defer { try? old.cassette.close() }
        try refuseTape()
        guard old.instance == instance.origin.origin else {
            throw arguments.problem(
                .refused, "\(old.name) was run at \(old.instance), not here.", at: .compared,
                hints: ["connect \(old.instance)"])
        }
        try refuseSecret(in: old.record.line, of: old.name)
        let (invocation, bound) = try reading(old.record.line)
        let messages = ByteCollector()
        let place = await perform(bound, invocation, hidden: messages)
        try Task.checkCancellation()
        let said = String(ASCII.trimmed(messages.text[...]))
        guard let tape = place.tape, let number = place.command, case let cassette = try tapes.play(tape),
            let new = try cassette.command(number)
        else { throw Problem(.tape, "\(old.name) was not run again.", notes: said.isEmpty ? [] : [said]) }
        defer { try? cassette.close() }
        if old.record.exitStatus != new.exitStatus, !said.isEmpty { notes.add(said) }
        return try result(
            of: try TapeComparison(from: old.record, of: old.cassette, to: new, of: cassette),
            between: .tapeAndNow, named: old.name)
    }

    /// A line without its captures and its destination, if its command only reads.
    private func reading(_ line: String) throws -> (Invocation, BoundArguments) {
        let invocation: Invocation
        do throws(ParseError) {
            let end = try Parser.parse(line).words.last?.span.upperBound ?? 0
            invocation = try Parser.parse(String(decoding: line.utf8.prefix(end), as: UTF8.self))
        } catch {
            throw error.problem(in: line)
        }
        let match = try CommandTable.match(invocation)
        guard match.command.isRepeatable, !match.asksForHelp, !Command.changes(invocation.text),
            LineEffects.of(invocation).files.isEmpty
        else {
            throw arguments.problem(
                .refused, "diff runs only commands that read records or pages, not \(match.command.name).",
                at: .compared, notes: [line])
        }
        return (invocation, try match.bind(in: invocation.text, variables: Expansion(variables)))
    }
}

// MARK: Two instances or users

extension Run {
    /// Runs a command at two instances or as two users, recorded in two sessions of a new tape, and compares what they
    /// answer.
    fileprivate func diffSides() async throws -> CommandResult {
        try refuseTape()
        let names = arguments[.on], user = arguments[.comparedUser]
        guard names.count == 2 || user != nil, let start = arguments.given(.compared).first?.span.lowerBound else {
            throw Problem(
                .usage,
                user == nil
                    ? "diff --on compares what two instances answer a command."
                    : "diff --as compares what you and another user are answered by a command.",
                hints: [
                    user == nil ? "diff --on dev --on prod table count incident" : "diff --as USER table count incident"
                ])
        }
        let line = try reading(String(decoding: arguments.line.utf8.dropFirst(start), as: UTF8.self)).0.text
        var path = tapes.newPath()
        // In the first second of a session its own tape has that name.
        if path == slot.path { path = path.dropLast(".cassette".count) + "-2.cassette" }
        let sides = user.map { ["as \(signIn.user ?? "you")", "as \($0)"] } ?? names.map { "at " + $0 }
        for name in names { try await run(line, at: name, onto: path) }
        if let user {
            try await run(line, at: nil, sides[0], onto: path)
            try await run(line + " --as " + Quoting.word(user), at: nil, sides[1], onto: path)
        }
        let cassette = try tapes.play(path)
        defer { try? cassette.close() }
        let commands = Array(try cassette.commands(after: 0, limit: .max).suffix(2))
        guard commands.count == 2 else { throw Problem(.tape, "\(path) lacks an answer.") }
        let comparison = try TapeComparison(from: commands[0], of: cassette, to: commands[1], of: cassette)
        guard comparison.requests > 0 else {
            throw Problem(
                .refused,
                "Nothing was compared, because not both \(user == nil ? "instances" : "users") were asked the same.")
        }
        notes.add("Recorded onto \(path).")
        return try result(
            of: comparison, between: .init(sides[0], sides[1]),
            named: user.map { "--as " + $0 } ?? names.joined(separator: " "))
    }

    /// Runs a command where it can change nothing: at a profile or an address, or at the current instance.
    ///
    /// - Parameter side: how messages name it; nil for the place.
    private func run(_ line: String, at place: String?, _ side: String? = nil, onto path: String) async throws {
        let name = place ?? shortName, isSandbox = place != nil && name.lowercased() == "sandbox"
        let profile = place == nil ? self.profile : isSandbox ? nil : try await profile(matching: name)
        var options = options, host = host
        do throws(InstanceError) {
            options.instance =
                place == nil
                ? instance : isSandbox ? options.sandbox : try Instance(profile?.instance.description ?? name)
        } catch {
            throw arguments.problem(.usage, error.message, at: .on, hints: ["profile list"])
        }
        if options.instance == instance, profile == nil || profile?.name == self.profile?.name {
            options.signIn = signIn
        } else {
            // The same user, with the secret of this instance.
            options.signIn = profile?.signIn ?? SignInChoice()
            options.signIn.user = options.signIn.user ?? (isSandbox ? options.sandboxUser : signIn.user)
        }
        options.profile = profile ?? Profile(name, options.instance, signIn: options.signIn, writeGuard: .readOnly)
        options.profile?.writeGuard = .readOnly
        options.onlyOrigin = options.instance.origin.origin
        options.allowWrites = nil
        (options.settings, options.variables) = (settings, variables)
        (options.history, options.log) = (nil, nil)
        options.slot = .waiting(path: path, replacing: false)
        let messages = ByteCollector()
        (host.standardOutput, host.standardError) = (NullSink(), messages)
        let shell = ShellSession(host: host, options: options)
        let status = await shell.run(line)
        try await shell.close()
        try Task.checkCancellation()
        let said = [String(ASCII.trimmed(messages.text[...]))].filter { !$0.isEmpty }
        if status == Problem.Kind.network.exitStatus { throw Problem(.network, "\(name) did not answer.", notes: said) }
        if status != 0 { for text in said { notes.add("\(side ?? name): \(text)") } }
    }
}
