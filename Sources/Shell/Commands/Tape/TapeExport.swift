import CassetteStore
import ExchangeModel
import Notation
import NowSDK
import Rendering
import TapeDeck

extension Command {
    static let tapeExport = Command(
        "tape export", "Write a cassette as a HAR file",
        details: """
            HAR 1.2 is read by browsers' developer tools and many others. Placeholders stand where secrets stood. Members
            named _snowdeck, which others pass over, hold what HAR has no place for: sessions, epochs, commands with their
            output; tape import makes the same cassette of it. An existing file is kept without --replace.
            """,
        arguments: [
            ArgumentDefinition("file", .file, "The file; - is standard output"),
            ArgumentDefinition("cassette", .cassette, .optional, "Another cassette than the one in the deck"),
        ],
        flags: [FlagDefinition("replace", "Replace a file that stands there already")],
        traits: Traits(isRecorded: false, inRecipes: .never("is about tapes")),
        examples: [
            Example("tape export walk.har", "the cassette in the deck, as a HAR"),
            Example("tape export - first-look | jq '.log.entries | length'", "another one, to a program"),
        ]
    ) { session, context in
        let arguments = context.arguments
        let file = arguments.string("file") ?? ""
        if file != "-" { try TapeFiles.refuseInReplay(session) }
        let cassette = try NamedCassette.cassette(session, arguments)
        let feed = HARFeed(
            HARExport(of: cassette, version: session.options.version, secrets: session.workbench.secrets))
        if file == "-" { return CommandResult(.longText(TextPieces { try await feed.next() })) }
        let bytes = try await feed.everything()
        do throws(Problem) {
            try session.workbench.makeFile(file, bytes, replacing: arguments.flag("replace"))
        } catch {
            let stands = error.message == Problem.fileStands(file).message
            throw arguments.problem(
                error.kind, error.message, at: "file", hints: stands ? ["--replace replaces it."] : error.hints)
        }
        let (count, losses) = await feed.report
        context.notes.add(
            "Wrote \(Phrase.counted(count, "exchange")) of \(cassette.path), "
                + "\(Phrase.counted(bytes.count, "byte")), to \(Quoting.word(file)).")
        for sentence in losses.sentences { context.notes.add(sentence) }
        return CommandResult(.none)
    }
}

/// Files that `tape` commands write.
enum TapeFiles {
    static func refuseInReplay(_ session: isolated ShellSession) throws {
        guard !session.slot.runsDestinations(trusting: session.options.trust) else { return }
        throw Problem(
            .tape, "A replay writes no file.",
            hints: ["tape new NAME", "--trust, if the tape is yours.", "tape export - prints a HAR."])
    }
}

/// Gives a HAR of a cassette piece by piece.
private actor HARFeed {
    private var export: HARExport

    init(_ export: HARExport) { self.export = export }

    func next() throws -> String? { try export.next().map { String(decoding: $0, as: UTF8.self) } }

    /// The whole file.
    func everything() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try export.next() { bytes += piece }
        return bytes
    }

    /// How many exchanges were written, and what others will not find in the file.
    var report: (count: Int, losses: HARLosses) { (export.count, export.losses) }
}
