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
            Writes HAR 1.2, which browsers' developer tools and many programs read. Secrets are replaced by
            placeholders. Members named _snowdeck hold what HAR cannot: sessions, epochs, and commands with their
            output; tape import restores them. An existing file is only overwritten with --replace.
            """,
        arguments: [
            ArgumentDefinition("file", .file, "The file; - is standard output"),
            ArgumentDefinition("cassette", .cassette, .optional, "A cassette; default: the one in the deck"),
        ],
        flags: [FlagDefinition("replace", "Overwrite an existing file")],
        traits: .aboutTapes,
        examples: [
            Example("tape export walk.har", "the cassette in the deck, as a HAR"),
            Example("tape export - first-look | jq '.log.entries | length'", "another one, to a program"),
        ]
    ) { session, context in
        let arguments = context.arguments
        let file = arguments.string("file") ?? ""
        if file != "-" { try TapeFiles.refuseInReplay(session) }
        let cassette = try CassetteLookup.cassette(session, arguments)
        let feed = HARStream(
            HARExport(of: cassette, version: session.options.version, secrets: session.host.secrets))
        if file == "-" { return CommandResult(.longText(TextPieces { try await feed.next() })) }
        let bytes = try await feed.everything()
        do throws(Problem) {
            try session.host.files.make(file, bytes, replacing: arguments.flag("replace"))
        } catch {
            let exists = error.cause == .fileExists
            throw arguments.problem(
                error.kind, error.message, at: "file", hints: exists ? ["--replace replaces it."] : error.hints)
        }
        let (count, losses) = await feed.report
        context.notes.add(
            "Wrote \(Phrase.counted(count, "exchange")) of \(cassette.path), "
                + "\(Phrase.counted(bytes.count, "byte")), to \(Quoting.word(file)).")
        for sentence in losses.sentences { context.notes.add(sentence) }
        return CommandResult(.none)
    }
}

enum TapeFiles {
    static func refuseInReplay(_ session: isolated ShellSession) throws {
        guard !session.slot.runsDestinations(trusting: session.options.trust) else { return }
        throw Problem(
            .tape, "A replay writes no file.",
            hints: ["tape new NAME", "--trust, if the tape is yours.", "tape export - prints a HAR."])
    }
}

/// Streams a cassette as HAR.
private actor HARStream {
    private var export: HARExport

    init(_ export: HARExport) { self.export = export }

    func next() throws -> String? { try export.next().map { String(decoding: $0, as: UTF8.self) } }

    func everything() throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try export.next() { bytes += piece }
        return bytes
    }

    /// The number of written exchanges, and what HAR could not represent.
    var report: (count: Int, losses: HARLosses) { (export.count, export.losses) }
}
