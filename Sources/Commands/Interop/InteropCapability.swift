import CassetteStore
import ExchangeModel
import Rendering
import Replaying
import TapeDeck
import TapeFormats
import Tapes
package import Workbench

extension Capability {
    package static let interop = Capability(
        "Other formats",
        commands: [
            .tapeImport, .tapeExport, .tapeMerge, .tapePseudonymize,
        ])
}

extension Parameter {
    fileprivate static let cassettes = Argument<[String]>(
        "cassettes", .cassette, .repeatedAtLeastOnce, "The cassettes, in order")
}

extension Command {
    static let tapeMerge = Command(
        "tape merge", "Join cassettes into a new one",
        details: """
            Appends the sessions of each cassette in the order given, with their commands, output and exchanges, as
            if they had been recorded onto one tape. The cassettes stay as they are.
            """,
        arguments: [
            .cassettes
        ],
        flags: [.newCassette],
        traits: Traits(isRecorded: false, value: .answer, inRecipes: .never("is about tapes")),
        examples: [
            Example("tape merge morning evening -o day", "one tape of two, sessions/day.cassette")
        ]
    ) { run in
        let tapes = run.tapes
        var sources: [String] = []
        for name in run.arguments[.cassettes] { sources.append(try CassetteLookup.path(name, run)) }
        var cassettes: [Cassette] = []
        defer { for cassette in cassettes { try? cassette.close() } }
        for source in sources { cassettes.append(try tapes.play(source)) }
        let path = try NewCassette.path(sources, run, run.arguments)
        var facts: [(String, String)] = []
        try tapes.make(at: path, replacing: false, bodyLimit: run.requests.limits.body) { target in
            let copy = TapeCopy(onto: target)
            for cassette in cassettes { try copy.append(cassette) }
            facts = [
                ("cassette", path), ("sessions", String(try target.sessions().count)),
                ("commands", String(try target.commandCount())), ("exchanges", String(try target.exchangeCount())),
            ]
        }
        run.notes.add(NewCassette.next(path))
        return CommandResult(facts: facts)
    }
}
