import CassetteStore
import ExchangeModel
import Notation
import Rendering
import TapeFormats
import Tapes
import Workbench

extension Parameter {
    fileprivate static let file = Argument<String>(
        "file", .newFile, .optional, "The file to write; - is standard output")
    fileprivate static let `to` = Flag<String>("to", .choice(ExportTarget.names), "The format")
    fileprivate static let html = Flag<String>("html", .newFile, "Write an HTML page instead; - is standard output")
    fileprivate static let replace = Flag<Bool>("replace", "Overwrite an existing file")
}

extension Command {
    static let tapeExport = Command(
        "tape export", "Write a tape in another program's format",
        details: """
            The file's ending or --to chooses the format; default: HAR.

            har: HAR 1.2, for browsers' developer tools and many programs.
            vcrpy, vcr: cassettes for Python and Ruby, in YAML, or in JSON if the file's name ends in .json.
            curl: command lines for a shell.
            html, or --html FILE: a page for people without Snowdeck. It shows each command with its answer, and its
            requests folded below it. It loads nothing from the network, and a button types the session.

            Secrets are replaced by placeholders or, in command lines, by variables. What a format cannot
            hold is reported. An existing file is only overwritten with --replace.
            """,
        arguments: [
            .file,
            Argument<String>("cassette", .cassette, .optional, "A tape; default: the one of this session"),
        ],
        flags: [
            .to,
            .html,
            .replace,
        ],
        rules: [.exactlyOne([.file, .html]), .atMostOne([.to, .html])],
        traits: .aboutTapes,
        examples: [
            Example("tape export walk.har", "the tape of this session, as a HAR"),
            Example("tape export - first-look | jq '.log.entries | length'", "another one, to a program"),
            Example("tape export walk.yaml --to vcrpy", "a cassette for vcrpy in Python"),
            Example("tape export - --to curl", "the requests as curl command lines"),
            Example("tape export first-look --html first-look.html", "a page to read in a browser"),
        ]
    ) { run in
        let arguments = run.arguments
        let target: Parameter = arguments.has(.html) ? .html : .file
        let file = arguments[.html] ?? arguments[.file] ?? ""
        let format = try ExportTarget(file, arguments)
        if file != "-" { try run.checkMayWriteFiles() }
        let cassette = try CassetteLookup.cassette(run, arguments[.cassetteOrDeck])
        let (version, secrets) = (run.options.version, run.host.secrets)
        let feed: ExportStream
        switch format {
        case .html: feed = ExportStream(TapeReport(of: cassette, version: version, secrets: secrets))
        case .exchanges(let format):
            guard let start = format.export else { preconditionFailure("\(format.name) is only read") }
            let options = ExportOptions(
                version: version, secrets: secrets, isJSON: ASCII.lowercased(file).hasSuffix(".json"))
            do throws(ImportError) {
                feed = ExportStream(try start(cassette, options))
            } catch {
                throw arguments.problem(
                    .usage, "\(cassette.path) cannot be written as \(format.title). \(error.description)", at: target)
            }
        }
        if file == "-" { return CommandResult(.longText(TextPieces { try await feed.next() })) }
        if let tape = try? run.tapes.play(file) {
            try? tape.close()
            throw arguments.problem(.refused, "\(Quoting.word(file)) is a tape; name another file.", at: target)
        }
        let sink: any ByteSink
        do throws(Problem) {
            sink = try run.files.open(file, arguments[.replace] ? .replace : .create)
        } catch {
            let exists = error.cause == .fileExists
            throw arguments.problem(
                error.kind, error.message, at: target, hints: exists ? ["--replace replaces it."] : error.hints)
        }
        let size = try await feed.write(to: sink)
        let notes = await feed.notes
        run.notes.add(
            "Wrote \(notes.contents) of \(cassette.path), "
                + "\(Phrase.counted(size, "byte")), to \(Quoting.word(file)).")
        for sentence in notes.losses { run.notes.add(sentence) }
        return CommandResult(.none)
    }
}

/// What `tape export` writes.
private enum ExportTarget {
    case html
    case exchanges(TapeFormat)

    static let names = TapeFormat.writable.map(\.name) + ["html"]

    /// The format that `--to` or `--html` names, else that of the file's ending, else HAR.
    init(_ file: String, _ arguments: BoundArguments) throws {
        let name = arguments.has(.html) ? "html" : arguments[.to]
        if let name {
            self = TapeFormat.named(name).map(Self.exchanges) ?? .html
            return
        }
        let fitting = TapeFormat.ofEnding(file, among: TapeFormat.writable)
        guard fitting.count < 2 else {
            let choices = fitting.map { "--to " + $0.name }
            throw arguments.problem(
                .usage, "The ending of \(Quoting.word(file)) does not say which format is meant.", at: .file,
                hints: [Phrase.listed(choices, joinedBy: "or") + "."])
        }
        let isPage = [".html", ".htm"].contains { ASCII.lowercased(file).hasSuffix($0) }
        self = isPage ? .html : .exchanges(fitting.first ?? .har)
    }
}

extension Run {
    /// Throws in a replay of an untrusted tape.
    func checkMayWriteFiles() throws(Problem) {
        guard !slot.runsDestinations(trusting: options.trust) else { return }
        throw Problem(
            .tape, "A replay writes no file.",
            hints: ["tape new NAME", "--trust, if the tape is yours.", "tape export - prints a HAR."])
    }
}

/// A cassette in another format, piece by piece.
private actor ExportStream {
    private var export: any TapeExport

    init(_ export: sending any TapeExport) { self.export = export }

    func next() throws -> String? { try export.next().map { String(decoding: $0, as: UTF8.self) } }

    /// What has been written, and what could not be.
    var notes: (contents: String, losses: [String]) {
        let commands = (export as? TapeReport).map { Phrase.counted($0.commandCount, "command") + " and " } ?? ""
        return (commands + Phrase.counted(export.count, "request"), export.losses.sentences)
    }

    /// Writes the whole stream, or nothing. Returns the number of bytes.
    func write(to sink: any ByteSink) throws -> Int {
        var size = 0
        do {
            while let piece = try export.next() {
                try Task.checkCancellation()
                size += piece.count
                guard try sink.write(piece) else { break }
            }
        } catch {
            _ = try? sink.abandon(keeping: false)
            throw error
        }
        try sink.finish()
        return size
    }
}
