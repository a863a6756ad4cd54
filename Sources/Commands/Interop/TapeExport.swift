import CassetteStore
import CommandLanguage
import ExchangeModel
import Notation
import Redactors
import Rendering
import Replaying
import TapeDeck
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
        "tape export",
        arguments: [
            .file, Argument<String>("cassette", .cassette, .optional, "A tape; default: the one of this session"),
        ],
        flags: [.to, .html, .replace],
        rules: [.exactlyOne([.file, .html]), .atMostOne([.to, .html])], traits: .aboutTapes
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
        case .html: feed = ExportStream(TapeReport(of: cassette, run.reportOptions(of: cassette, file: file)))
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
        for sentence in notes.sentences { run.notes.add(sentence) }
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
        if ASCII.lowercased(file).hasSuffix(".cast") {
            throw arguments.problem(
                .usage, "An asciicast is written by replay.", at: .file,
                hints: ["snowdeck replay TAPE --cast \(Quoting.word(file))"])
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
    /// How a page is written, with what only commands know.
    fileprivate func reportOptions(of cassette: Cassette, file: String) -> ReportOptions {
        var options = ReportOptions(
            title: PlaybackLoader.title(of: cassette.path), version: self.options.version, secrets: host.secrets)
        options.line = { restLine(for: $0, at: $1) }
        options.isStep = { line in
            let match = (try? Parser.parse(line)).flatMap { try? CommandTable.match($0) }
            return match.map { if case .step = $0.command.traits.inRecipes { true } else { false } } ?? false
        }
        options.picture = { [files] in Interop.picture(of: $0, files) }
        guard file != "-" else { return options }
        let isHTML = ASCII.lowercased(file).hasSuffix(".html")
        let folder = (isHTML ? String(file.dropLast(5)) : file) + ".parts"
        let mode: FileMode = arguments[.replace] ? .replace : .create
        options.folder = folder
        options.writePart = { [files] name, bytes in
            files.makeFolders(above: folder + "/" + name)
            try files.open(folder + "/" + name, mode).put(bytes)
        }
        return options
    }
}

/// The `rest` command that sends a recorded request again. Nil for requests that it cannot send: to other hosts, with
/// secrets, or with bodies that are not text.
private func restLine(for request: HTTPRequest, at instance: String) -> String? {
    let url = request.url, methods: [HTTPMethod] = [.get, .head, .options, .post, .put, .patch, .delete]
    guard url.origin == instance, url.path.hasPrefix("/api/"), methods.contains(request.method),
        !request.headers.fields.contains(where: \.overridesRequest)
    else { return nil }
    var words = ["rest", request.method.rawValue, Quoting.word(url.target)]
    if let body = request.body, !body.isEmpty {
        guard let text = String(validating: body, as: UTF8.self), !body.contains(0) else { return nil }
        words.append(Quoting.assignment("--body", text))
        let type = request.headers["Content-Type"].flatMap(HeaderValue.init)?.essence
        if let type, type != "application/json" { words.append("--type " + Quoting.word(type)) }
    }
    let line = words.joined(separator: " ")
    return Placeholder.occurs(in: line) ? nil : line
}

/// The picture that a recorded `page shot` wrote, if it is in this folder or below it, and as large as the tape says. A
/// tape of others may name any file.
private func picture(of command: TapedCommand, _ files: any FileAccess) -> [UInt8]? {
    guard command.record.exitStatus == 0, let invocation = try? Parser.parse(command.record.line),
        let match = try? CommandTable.match(invocation), match.command.name == "page shot",
        let file = try? match.bind(in: command.record.line, variables: Expansion([:]))[.file],
        !file.hasPrefix("/"), !file.split(separator: "/").contains(".."), !files.isLink(file),
        let ending = command.inputs.last(where: { $0.kind == InputKind.visit.rawValue })?.content,
        let size = try? JSONDocument(ending).root["end"]?["picture"]?[2]?.number,
        let bytes = try? files.readRegular(file),
        String(bytes.count) == size, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47])
    else { return nil }
    return bytes
}

/// A cassette in another format, piece by piece.
private actor ExportStream {
    private var export: any TapeExport

    init(_ export: sending any TapeExport) { self.export = export }

    func next() throws -> String? { try export.next().map { String(decoding: $0, as: UTF8.self) } }

    /// What has been written, and what is to know about it.
    var notes: (contents: String, sentences: [String]) {
        let requests = Phrase.counted(export.count, "request")
        guard let report = export as? TapeReport else { return (requests, export.losses.sentences) }
        var sentences: [String] = []
        if report.partCount > 0 {
            sentences.append(
                "Answers and bodies are in \(Phrase.counted(report.partCount, "file")) of the folder "
                    + "\(Quoting.word(report.folder)). Keep it beside the page.")
        }
        if report.pictureCount > 0 {
            sentences.append(
                "\(Phrase.counted(report.pictureCount, "picture")) of page shot \(report.pictureCount == 1 ? "is" : "are") included, not redacted."
            )
        }
        return (Phrase.counted(report.commandCount, "command") + " and " + requests, sentences)
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
