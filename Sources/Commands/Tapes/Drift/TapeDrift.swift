import CassetteStore
import ExchangeModel
import Notation
import NowSDK
import Redactors
import Rendering
import TapeDeck
import Workbench

extension Parameter {
    fileprivate static let update = Flag<Bool>("update", "Accept changed answers onto the tape, one by one")
    fileprivate static let yes = Flag<Bool>("yes", "With --update: accept every changed answer without asking")
}

extension Command {
    static let tapeDrift = Command(
        "tape drift", "Check whether the instance still answers as recorded",
        details: """
            Sends the cassette's REST reads and GraphQL queries to the current instance, with the session's sign-in,
            and compares the answers with the recorded ones. Nothing is changed there. Changes, pages and sign-ins are
            not sent again. Every request is sent twice: what differs between both answers is no drift.

            failure: another status, a removed field, another type. warning: a removed record, an emptied value,
            another label. info: additions and other values. Exits 6 if there are failures.

            --update shows each changed answer and asks whether it replaces the recorded one on the tape. Output on the
            tape stays; snowdeck replay TAPE --accept replaces it, too.
            """,
        arguments: [.cassetteOrDeck],
        flags: [
            .reporting("Print a report in this format, with a test for each request"),
            .update,
            .yes,
        ],
        rules: [.atMostOne([.report, .update]), .goesWith(.yes, oneOf: [.update])],
        traits: .aboutTapes,
        examples: [
            Example("tape drift first-look", "what the instance answers differently now"),
            Example("tape drift first-look --report junit > drift.xml", "for continuous integration"),
            Example("tape drift first-look --update", "after an upgrade, each changed answer with a question"),
        ]
    ) { run in
        guard !run.slot.isPlaying else {
            throw Problem(
                .tape, "A replay sends nothing, so there is nothing to compare with.", hints: ["tape new NAME"])
        }
        let arguments = run.arguments, updates = arguments[.update], isQuiet = arguments[.yes]
        let cassette = try CassetteLookup.cassette(run, arguments, toChange: updates)
        defer { try? cassette.close() }
        let reads = try TapeReads(of: cassette, at: run.instance.origin)
        let checks = try await run.driftChecks(reads.reads, of: cassette)
        var report = DriftReport(of: cassette.path, checks, omissions: reads.omissions)
        if updates {
            let accepted = try await run.acceptDrift(checks, onto: cassette, withoutAsking: isQuiet)
            report.accepted = accepted
            try cassette.close()
            if !accepted.isEmpty {
                let replay = "snowdeck replay \(Quoting.word(cassette.path))"
                run.notes.add("The recorded output still shows the old answers.")
                run.notes.add("Next: \(replay) --check, and \(replay) --accept")
            }
        }
        // With questions, each difference was shown.
        let lines = updates && !isQuiet ? report.summary : report.lines
        let format = arguments[.report].flatMap(ReportFormat.init)
        let text = format.map { $0.text(of: report.tests) } ?? lines
        let json = report.json
        var result =
            format == nil && run.format(of: arguments).isForPrograms
            ? CommandResult(.json(json)) { json }
            : CommandResult(.text(text.hasSuffix("\n") ? String(text.dropLast()) : text)) { json }
        result.exitStatus = report.hasFailures ? Problem.Kind.expectation.exitStatus : 0
        return result
    }
}

/// A request of a tape and what its answers of now differ in.
struct DriftCheck: Sendable {
    var read: TapeReads.Read
    var drift: AnswerDrift
    /// The first answer of now, as it would be recorded; nil if it does not differ.
    var answer: HTTPResponse?

    var isDrifted: Bool { !drift.findings.isEmpty }
}

extension Run {
    /// Sends each read twice to the current instance and compares the answers with the recorded one.
    ///
    /// The tape never answers, in extend mode neither. The requests are recorded outside epochs, so that they do not
    /// change what a replay of this session's tape answers.
    func driftChecks(
        _ reads: [TapeReads.Read], of cassette: Cassette
    ) async throws -> [DriftCheck] {
        var checks: [DriftCheck] = []
        guard !reads.isEmpty else { return checks }
        let transport = try connected().authenticating
        for read in reads {
            count(checks.count, of: reads.count, "request")
            guard let recorded = try cassette.answer(read.exchange) else { continue }
            let first = try await outcome(of: read.request, through: transport)
            let second = try await outcome(of: read.request, through: transport)
            let drift = AnswerDrift(of: read, recorded, .response(first), .response(second))
            checks.append(
                DriftCheck(
                    read: read, drift: drift,
                    answer: drift.findings.isEmpty
                        ? nil : first.moved(from: read.request.url.origin, to: read.recordedAt)))
        }
        return checks
    }

    /// The answer with placeholders for secrets, as a tape has it.
    private func outcome(
        of request: HTTPRequest, through transport: AuthenticatingTransport
    ) async throws -> HTTPResponse {
        try Task.checkCancellation()
        var request = request
        request.limits = requests.limits
        let response = try await transport.send(request)
        return redaction.redact(response, knowing: DocumentSecrets(of: request))
    }

    /// Asks for each answer that differs whether it replaces the recorded one, and stores it before the next question.
    ///
    /// - Returns: the exchanges whose answers were replaced.
    func acceptDrift(
        _ checks: [DriftCheck], onto cassette: Cassette, withoutAsking: Bool
    ) async throws -> Set<Int64> {
        var accepted: Set<Int64> = [], takesAll = withoutAsking
        defer { if !accepted.isEmpty { try? host.tapes.catalog.textsChanged(on: cassette.path) } }
        for check in checks {
            guard let answer = check.answer else { continue }
            if !takesAll {
                write(DriftReport.lines(of: check))
                let letter = try await choice(
                    "Accept this answer? y, n, a for all, or q to end: ", of: "ynaq",
                    withoutTerminal: "--yes accepts every answer.")
                if letter == "q" { break }
                if letter == "n" { continue }
                takesAll = letter == "a"
            }
            try cassette.replaceOutcome(of: check.read.exchange, with: answer)
            accepted.insert(check.read.exchange)
        }
        return accepted
    }
}
