import CassetteStore
import NowSDK
import Rendering
import TapeDeck

extension Command {
    static let tapeDrift = Command(
        "tape drift", "Check whether the instance still answers as recorded",
        details: """
            Sends the cassette's REST reads and GraphQL queries to the current instance, with the session's sign-in,
            and compares the answers with the recorded ones. Nothing is changed there. Changes, pages and sign-ins are
            not sent again. Every request is sent twice: what differs between both answers is no drift.

            failure: another status, a removed field, another type. warning: a removed record, an emptied value,
            another label. info: additions and other values. Exits 6 if there are failures.
            """,
        arguments: [ArgumentDefinition("cassette", .cassette, .optional, "A cassette; default: the one in the deck")],
        flags: [.report("Print a report in this format, with a test for each request")],
        traits: .aboutTapes,
        examples: [
            Example("tape drift first-look", "what the instance answers differently now"),
            Example("tape drift first-look --report junit > drift.xml", "for continuous integration"),
        ]
    ) { session, context in
        guard !session.slot.isPlaying else {
            throw Problem(
                .tape, "A replay sends nothing, so there is nothing to compare with.", hints: ["tape new NAME"])
        }
        let cassette = try CassetteLookup.cassette(session, context.arguments)
        let reads = try TapeReads(of: cassette, at: session.instance.origin)
        let checks = try await session.driftChecks(reads.reads, of: cassette, context)
        let report = DriftReport(of: cassette.path, checks, omissions: reads.omissions)
        let format = context.arguments.string("report").flatMap(ReportFormat.init)
        let text = format.map { $0.text(of: report.tests) } ?? report.lines
        var result =
            format == nil && session.format(of: context.arguments).isForPrograms
            ? CommandResult(.json(report.json)) { report.json }
            : CommandResult(.text(text.hasSuffix("\n") ? String(text.dropLast()) : text)) { report.json }
        result.exitStatus = report.count(.failure) > 0 ? Problem.Kind.expectation.exitStatus : 0
        return result
    }
}
