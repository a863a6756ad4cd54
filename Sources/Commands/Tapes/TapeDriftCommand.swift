import Workbench
import CassetteStore
import Notation
import NowSDK
import Rendering
import TapeDeck

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
