import CassetteStore
import ExchangeModel
import Notation
import NowSDK
import Rendering
import TapeDeck

extension Command {
    static let tapeExport = Command(
        "tape export", "Write a cassette as a HAR file or an HTML page",
        details: """
            Writes HAR 1.2, which browsers' developer tools and many programs read. Members named _snowdeck hold what
            HAR cannot: sessions, epochs, and commands with their output; tape import restores them.

            With --html it writes one page for people without Snowdeck: each command with its answer, and its requests
            folded below it. The page loads nothing from the network, and a button types the session.

            Secrets are replaced by placeholders. An existing file is only overwritten with --replace.
            """,
        arguments: [
            ArgumentDefinition("file", .file, .optional, "The HAR file; - is standard output"),
            ArgumentDefinition("cassette", .cassette, .optional, "A cassette; default: the one in the deck"),
        ],
        flags: [
            FlagDefinition("html", .file, "Write an HTML page instead; - is standard output"),
            FlagDefinition("replace", "Overwrite an existing file"),
        ],
        rules: [.exactlyOne(["file", "html"])],
        traits: .aboutTapes,
        examples: [
            Example("tape export walk.har", "the cassette in the deck, as a HAR"),
            Example("tape export - first-look | jq '.log.entries | length'", "another one, to a program"),
            Example("tape export first-look --html first-look.html", "a page to read in a browser"),
        ]
    ) { session, context in
        let arguments = context.arguments
        let target = arguments.has("html") ? "html" : "file"
        let file = arguments.string(target) ?? ""
        if file != "-" { try TapeFiles.refuseInReplay(session) }
        let cassette = try CassetteLookup.cassette(session, arguments)
        let (version, secrets) = (session.options.version, session.host.secrets)
        let feed: any ExportStream =
            target == "html"
            ? ReportStream(TapeReport(of: cassette, version: version, secrets: secrets))
            : HARStream(HARExport(of: cassette, version: version, secrets: secrets))
        if file == "-" { return CommandResult(.longText(TextPieces { try await feed.next() })) }
        let sink: any ByteSink
        do throws(Problem) {
            sink = try session.host.files.open(file, arguments.flag("replace") ? .replace : .create)
        } catch {
            let exists = error.cause == .fileExists
            throw arguments.problem(
                error.kind, error.message, at: target, hints: exists ? ["--replace replaces it."] : error.hints)
        }
        let size = try await feed.write(to: sink)
        let notes = await feed.notes
        context.notes.add(
            "Wrote \(notes.contents) of \(cassette.path), "
                + "\(Phrase.counted(size, "byte")), to \(Quoting.word(file)).")
        for sentence in notes.losses { context.notes.add(sentence) }
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

/// A cassette in another format, piece by piece.
private protocol ExportStream: Actor {
    func next() throws -> String?
    /// What has been written, and what could not be.
    var notes: (contents: String, losses: [String]) { get }
}

extension ExportStream {
    /// Writes the whole stream, or nothing. Returns the number of bytes.
    fileprivate func write(to sink: any ByteSink) throws -> Int {
        var size = 0
        do {
            while let piece = try next() {
                try Task.checkCancellation()
                size += piece.utf8.count
                guard try sink.write(Array(piece.utf8)) else { break }
            }
        } catch {
            _ = try? sink.abandon(keeping: false)
            throw error
        }
        try sink.finish()
        return size
    }
}

private actor HARStream: ExportStream {
    private var export: HARExport

    init(_ export: HARExport) { self.export = export }

    func next() throws -> String? { try export.next().map { String(decoding: $0, as: UTF8.self) } }

    var notes: (contents: String, losses: [String]) {
        (Phrase.counted(export.count, "exchange"), export.losses.sentences)
    }
}

private actor ReportStream: ExportStream {
    private var report: TapeReport

    init(_ report: TapeReport) { self.report = report }

    func next() throws -> String? { try report.next() }

    var notes: (contents: String, losses: [String]) {
        let commands = Phrase.counted(report.commandCount, "command")
        return ("\(commands) and \(Phrase.counted(report.exchangeCount, "exchange"))", [])
    }
}
