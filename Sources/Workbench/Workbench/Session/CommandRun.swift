import CassetteStore
import ExchangeModel
import Notation
import NowData
import NowSDK
import Rendering
import TapeDeck

/// Runs one command and its record: begin, execute, show, capture, report, finish.
struct CommandRun: Sendable {
    private let session: ShellSession
    let arguments: BoundArguments
    let invocation: Invocation
    private let place: ScriptLocation?
    /// Takes the messages of a command that is recorded and not shown; nil for every other.
    private let hidden: (any ByteSink)?
    /// The line on the tape that is playing; nil if it is the invocation's.
    private let taped: String?

    init(
        _ session: ShellSession, _ arguments: BoundArguments, _ invocation: Invocation, _ place: ScriptLocation?,
        hidden: (any ByteSink)? = nil, taped: String? = nil
    ) {
        self.hidden = hidden
        self.taped = taped
        self.session = session
        self.arguments = arguments
        self.invocation = invocation
        self.place = place
    }

    /// The command's record on the tape.
    private struct Record {
        /// Nil for a command that is not recorded.
        var deck: (any Deck)?
        var frame: CommandFrame?
        /// What was in the deck before the recipe's own tape; nil for every other command.
        var before: DeckSlot?
    }

    private struct Ending {
        var status: Int32 = 0
        /// Why the command, or showing its result, failed.
        var error: (any Error)?
        /// What the command reports besides its result.
        var problems: [Problem] = []
        var saysTape = false
        var isWhole = false
    }

    func perform() async -> Int32 { await perform(in: session) }

    private func perform(in session: isolated ShellSession) async -> Int32 {
        session.requests.limits = limits(in: session)
        // Opened before the record begins: a replay opens no file, so it would not stop here.
        let destination: (any ByteSink)?
        do throws(Problem) {
            destination = try open(invocation.destination, in: session)
        } catch {
            session.write(session.text(of: located(error), as: session.format(of: arguments)))
            return error.exitStatus
        }
        var record = Record()
        do {
            try await begin(&record, in: session)
        } catch {
            let status = session.say(located(problem(error)), from: nil)
            if let before = record.before { endRecipeTape(before, status, in: session) }
            return finish(Ending(status: status), nil, destination, in: session)
        }
        await session.takeWidth(through: record.deck)
        await session.takeZone(through: record.deck)
        let tee = tee(to: destination, record.deck, in: session)
        let waiting = StatusLine(on: tee, in: session)
        // The output depends on the line alone, because a replay does not open the destination.
        let ending = await run(
            record.frame, tee, record.deck, toTerminal: invocation.destination == nil, waiting: waiting, in: session)
        waiting.stop()
        let status = finish(ending, record.deck, destination, tee, in: session)
        return record.before.map { endRecipeTape($0, status, in: session) } ?? status
    }

    /// Runs the command as part of another one, whose record takes the output. Returns the exit status.
    func perform(
        within outer: Run, at now: Timestamp, _ tee: OutputTee, in session: isolated ShellSession
    ) async -> Int32 {
        let before = session.requests.limits
        session.requests.limits = limits(in: session)
        defer { session.requests.limits = before }
        let frame = CommandFrame(id: outer.number, now: now, seed: outer.seed)
        return await run(frame, tee, nil, toTerminal: outer.toTerminal, waiting: outer.waiting, in: session).status
    }

    private func limits(in session: isolated ShellSession) -> RequestLimits {
        RequestLimits(
            seconds: arguments[.timeout] ?? session.options.step?.watch.timeout ?? session.settings.timeout,
            body: arguments[.maxBody] ?? session.settings.maxBody)
    }

    /// Begins the command's record, on the recipe's own tape if it makes one.
    ///
    /// - Parameter record: is changed as far as it was begun, also if an error is thrown.
    private func begin(_ record: inout Record, in session: isolated ShellSession) async throws {
        record.before = try session.beginRecipeTape(arguments)
        record.deck = arguments.command.traits.isRecorded ? try session.openDeck() : nil
        record.frame = try await record.deck?.begin(taped ?? invocation.text)
        if let frame = record.frame { session.command.answer = AnswerPlace(tape: session.slot.path, command: frame.id) }
        guard let step = session.options.step else { return }
        step.watch.began(record.frame?.id)
        // If the tape cannot take it, the error is reported when the command ends.
        if let outer = step.outer { _ = try? await record.deck?.input(.within, String(outer)) { [] } }
    }

    @discardableResult
    private func endRecipeTape(_ before: DeckSlot, _ status: Int32, in session: isolated ShellSession) -> Int32 {
        do throws(Problem) {
            try session.endRecipeTape(before, status: status)
            return status
        } catch {
            let said = session.say(located(error), from: nil)
            return status == 0 ? said : status
        }
    }

    private func tee(
        to destination: (any ByteSink)?, _ deck: (any Deck)?, in session: isolated ShellSession
    ) -> OutputTee {
        let toTerminal = invocation.destination == nil
        // Programs of the pipeline may use the terminal.
        let isPiped = if case .pipeline = invocation.destination { true } else { false }
        // Files and pipelines get values unchanged, including escape characters.
        return OutputTee(
            deck: deck, output: destination ?? (hidden == nil ? session.host.standardOutput : NullSink()),
            error: hidden ?? session.host.standardError,
            showsProgress: session.options.showsProgress && !isPiped && hidden == nil,
            outputIsTerminal: destination == nil && session.host.terminal.width != nil,
            hasColor: toTerminal && session.options.showsColor, paintsLabels: session.paintsLabels,
            pager: toTerminal && hidden == nil ? session.pager : nil, watch: session.options.step?.watch)
    }

    /// Executes the command, shows its result and reports its error.
    private func run(
        _ frame: CommandFrame?, _ tee: OutputTee, _ deck: (any Deck)?, toTerminal: Bool, waiting: StatusLine?,
        in session: isolated ShellSession
    ) async -> Ending {
        let run = Run(
            arguments, in: session, now: frame?.now ?? session.host.clock.now, seed: frame?.seed ?? 0,
            number: frame?.id, tee: tee, waiting: waiting, toTerminal: toTerminal)
        let outerRetries = session.requests.retries, outerWaiting = session.requests.waiting
        session.requests.waiting = waiting
        session.requests.retries = retries(of: run, tee, in: session)
        defer {
            session.requests.retries = outerRetries
            session.requests.waiting = outerWaiting
        }
        var ending = Ending()
        session.undo = nil
        do {
            try await session.acting(as: arguments) { () async throws in
                try await execute(run, through: tee, &ending, in: session)
            }
        } catch {
            ending.error = error
            tee.endPage()
        }
        keepUndo(of: run, in: session)
        await deck?.settle()
        tee.progress("")
        do {
            try await report(&ending, of: run, through: tee, deck, in: session)
        } catch {
            ending.status = session.say(located(problem(error)), from: nil)
        }
        return ending
    }

    /// Keeps what the command changed as a step of undo, also if it failed halfway or cannot be undone.
    private func keepUndo(of run: Run, in session: isolated ShellSession) {
        defer { session.undo = nil }
        guard arguments.command.traits.undoes?(arguments) != true else { return }
        let isChange = run.waiting.map { $0.accepted > 0 } ?? false
        var script =
            session.undo ?? UndoScript(instance: session.instance.description, line: session.redacted(arguments.line))
        script.lost = run.notes.lost
        if session.undo == nil, script.lost.isEmpty, isChange {
            script.lost = ["`undo` cannot take back \(arguments.command.name): it reads no former values."]
        }
        guard isChange || !script.steps.isEmpty, !script.steps.isEmpty || !script.lost.isEmpty else { return }
        script.origin = run.number.map { "\(session.options.seed):\($0):\(run.now.microseconds)" }
        session.undos.append(script)
    }

    private func retries(of run: Run, _ tee: OutputTee, in session: isolated ShellSession) -> RetryWatch {
        RetryWatch(
            seed: run.seed, limit: Int64(max(RetryText.patience, session.requests.limits.seconds)),
            begins: { pause in
                // If the tape cannot take it, the error is reported when the command ends.
                if let note = RetryText.note(pause) { try? tee.note(TerminalText.plain(note) + "\n") }
            },
            onTick: { [waiting = run.waiting] in waiting?.say(RetryText.countdown($0, $1)) })
    }

    /// Calls the command's function, shows its result and keeps what the line captures.
    private func execute(
        _ run: Run, through tee: OutputTee, _ ending: inout Ending, in session: isolated ShellSession
    ) async throws {
        guard let function = arguments.command.run else {
            throw Problem(.internal, "The command \(arguments.command.name) has no function.")
        }
        let result = try await function(run)
        session.onResult?(result)
        if session.promptState.keepsAnswer, let value = result.value {
            session.typedAnswer = TypedAnswer(command: arguments.command, value: value)
        }
        ending.problems = result.problems
        ending.status = result.exitStatus
        session.options.step?.watch.gave(result.value)
        try await show(result, of: run, through: tee, in: session)
        if let error = await result.ending?() { throw error }
        ending.isWhole = true
        try keep(invocation.captures, from: result, in: session)
    }

    /// Writes the notes, the problems and the error to standard error, and sets the exit status.
    private func report(
        _ ending: inout Ending, of run: Run, through tee: OutputTee, _ deck: (any Deck)?,
        in session: isolated ShellSession
    ) async throws {
        try writeNotes(of: run, to: tee, deck, in: session)
        for problem in ending.problems {
            try tee.note(session.text(of: located(problem), as: session.format(of: arguments)))
        }
        if let first = ending.problems.first { ending.status = first.exitStatus }
        if ending.error != nil || !ending.problems.isEmpty { await place?.keep(on: deck) }
        guard let error = ending.error else { return }
        let cause = (error as? any CausedError)?.cause ?? error
        let problem = await reported(error, cause, of: run, in: session)
        session.promptState.problem = problem
        let tape = ProblemMapper.tapeError(in: cause)
        try tee.note(session.text(of: problem, as: session.format(of: arguments)))
        ending.status = problem.exitStatus
        ending.saysTape = tape?.isAboutRecording ?? false
    }

    private func writeNotes(
        of run: Run, to tee: OutputTee, _ deck: (any Deck)?, in session: isolated ShellSession
    ) throws {
        try run.notes.flush(to: tee, omittingUndo: session.options.step != nil)
        let remarks = (session.slot.deck?.takeNotes() ?? []).map(\.description) + session.command.remarks
        session.command.remarks = []
        for remark in remarks { tee.remark("note: \(TerminalText.plain(remark))\n") }
        if let text = UncheckedText.of(deck?.takeUnchecked() ?? []) { tee.remark(text) }
        if let text = WithheldText.of(deck?.takeWithheldHeaders() ?? []) { tee.remark(text + "\n") }
    }

    /// An error as it is reported, with what was done before it.
    private func reported(
        _ error: any Error, _ cause: any Error, of run: Run, in session: isolated ShellSession
    ) async -> Problem {
        var problem = located(await CommandTable.explained(error, in: run) ?? self.problem(cause))
        if case RequestFailure.errorResponse(let response) = cause,
            let note = response.pauseNote(now: run.now, in: session)
        {
            problem.notes.append(note)
        }
        if let incomplete = error as? IncompleteError {
            problem.notes += incomplete.notes
            problem.hints += incomplete.hints
        } else if problem.kind == .interrupted {
            problem.notes += stopped(run.waiting, cause)
        }
        return problem
    }

    /// Notes on what an interrupted command had done, unless its own error says so.
    private func stopped(_ waiting: StatusLine?, _ cause: any Error) -> [String] {
        guard let waiting, !(cause is Problem) else { return [] }
        var notes = waiting.count.map { ["\($0.text) were read."] } ?? []
        if waiting.changes > 0 {
            notes.append("A change had been sent; the instance may have made it.")
        } else if arguments.command.traits.mayChange {
            notes.append("Nothing was changed.")
        }
        return notes
    }

    /// Ends the record and the destination. An error here must not hide the command's own status.
    private func finish(
        _ ending: Ending, _ deck: (any Deck)?, _ destination: (any ByteSink)?, _ tee: OutputTee? = nil,
        in session: isolated ShellSession
    ) -> Int32 {
        var status = ending.status
        do throws(TapeError) {
            try deck?.finish(exitStatus: Int(status))
        } catch {
            let said = session.say(located(problem(error)), from: nil)
            if status == 0 { status = said }
        }
        if let failure = tee?.failure {
            let said = session.say(located(failure), from: nil)
            if status == 0 { status = said }
        }
        do throws(Problem) {
            // A command that fails without output does not replace the file.
            if ending.isWhole, tee?.failure == nil, ending.status == 0 || tee?.hasWritten ?? false {
                // Ctrl-C reaches the pipeline from the terminal.
                session.running.waitsForProgram = true
                defer { session.running.waitsForProgram = false }
                try destination?.finish()
            } else if let partial = try destination?.abandon(keeping: true) {
                session.write(partial.text)
            }
        } catch {
            let said = session.say(located(error), from: nil)
            if status == 0 { status = said }
        }
        if let loss = deck?.takeLoss(), !ending.saysTape {
            let said = session.say(located(problem(loss)), from: nil)
            if status == 0 { status = said }
        }
        return status
    }

    private func open(_ destination: Destination?, in session: isolated ShellSession) throws(Problem) -> (any ByteSink)?
    {
        guard let destination else { return nil }
        if case .playing(let deck, _) = session.slot {
            var isPipeline = false
            if case .pipeline = destination { isPipeline = true }
            let isFirst = deck.passDestination(isPipeline: isPipeline)
            guard session.options.trust else {
                if isFirst, session.options.step == nil { session.write(Self.closedDestination) }
                return nil
            }
        }
        switch destination {
        case .pipeline(let text, _):
            return try session.host.files.openPipeline(text, variables: session.variables)
        case .file(let word, let appends, _):
            let path = try Expansion(session.variables).expand(word, in: invocation.text).text
            return try session.host.files.open(path, appends ? .append : .replace)
        }
    }

    private static let closedDestination =
        "note: Without --trust a replay runs no pipeline and writes no file; what this line sent there is shown here.\n"

    private func problem(_ error: any Error) -> Problem { ProblemMapper.problem(error, of: arguments) }

    private func located(_ problem: Problem) -> Problem {
        place.map { problem.located(in: $0.name, line: $0.line, command: invocation.text) } ?? problem
    }
}

extension CommandRun {
    func keep(_ captures: [Capture], from result: CommandResult, in session: isolated ShellSession) throws {
        guard !captures.isEmpty else { return }
        guard let value = result.value?() else {
            throw Problem(
                .usage, "\(arguments.command.name) gives nothing that can be kept in a variable.",
                source: captures.first.map { Problem.Source(text: invocation.text, span: $0.span) })
        }
        for capture in captures {
            let path = capture.path ?? FieldPath(steps: [])
            do throws(FieldPath.Missing) {
                session.variables[capture.name] = try path.text(in: value)
            } catch {
                throw Problem(
                    .refused, error.message, source: Problem.Source(text: invocation.text, span: capture.span),
                    hints: hints(for: capture, error))
            }
        }
    }

    private func hints(for capture: Capture, _ missing: FieldPath.Missing) -> [String] {
        if let nearby = missing.nearby {
            let all = FieldPath(steps: nearby.steps.map { $0 == .element(0) ? .each : $0 })
            return ["=> \(capture.name) = \(nearby)", "=> \(capture.name) = \(all)   captures a list."]
        }
        guard let name = missing.name, !missing.names.isEmpty else { return [] }
        let near = DidYouMean.hints(for: name, among: missing.names)
        return near.isEmpty ? ["There are: " + Phrase.listed(missing.names.sorted(), joinedBy: "and") + "."] : near
    }
}
