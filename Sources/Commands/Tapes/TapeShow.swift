import CassetteStore
import ExchangeModel
import Notation
import Rendering
import TapeDeck
import Workbench

extension Parameter {
    fileprivate static let cassette = Argument<String>(
        "cassette", .cassette, .optional, "A cassette; default: the one in the deck")
    fileprivate static let exchange = Argument<Int>(
        "exchange", .number(1...Int.max), .optional, "The number of the exchange on the tape")
    fileprivate static let command = Flag<Int>(
        "command", .number(1...Int.max), "List only the exchanges of this command")
}

extension Command {
    static let tapeShow = Command(
        "tape show", "List the exchanges of a cassette, or show one",
        details: """
            A number alone selects an exchange of the cassette in the deck. --command lists the exchanges of one command
            and says what it printed.
            """,
        arguments: [
            .cassette,
            .exchange,
        ],
        flags: [.command],
        rules: [.atMostOne([.exchange, .command])],
        traits: .aboutTapes,
        examples: [
            Example("tape show", "one line per exchange, with the number of the command that sent it"),
            Example("tape show --command 3", "the exchanges of the third command"),
            Example("tape show 3", "the third exchange: request and response, with headers and bodies"),
            Example("tape show first-look 3", "the third exchange of another cassette"),
        ]
    ) { run in
        let arguments = run.arguments
        // A lone number is an exchange of the cassette in the deck.
        let alone =
            arguments.has(.exchange) || arguments.has(.command)
            ? nil : arguments.value(.cassette).flatMap { Int($0.text) }
        let cassette =
            try alone == nil ? CassetteLookup.cassette(run, arguments) : CassetteLookup.cassetteInDeck(run)
        if let number = arguments[.command] {
            guard let command = try cassette.command(Int64(number)) else {
                throw arguments.problem(
                    .refused, "The tape holds no command \(number).", at: .command,
                    hints: ["tape show " + Quoting.word(cassette.path)])
            }
            for line in try heading(of: command, on: cassette) { run.notes.add(line) }
            return overview(of: cassette, command: command.id)
        }
        guard let number = alone ?? arguments[.exchange] else { return overview(of: cassette) }
        guard let exchange = try cassette.exchange(Int64(number)) else {
            throw arguments.problem(
                .refused, "The tape holds no exchange \(number).", at: alone == nil ? .exchange : .cassette,
                hints: [alone == nil ? "tape show " + Quoting.word(cassette.path) : "tape show"])
        }
        let sender = try exchange.request.command.flatMap { number throws(CassetteError) in
            try cassette.command(number)
        }
        return CommandResult(.text(ExchangePage(exchange, sentBy: sender).text))
    }
}

/// One line per exchange. The address is last because it may be long.
private func overview(of cassette: Cassette, command: Int64? = nil) -> CommandResult {
    let columns = ["exchange", "command", "epoch", "method", "status", "ms", "bytes", "address"].map(OutputColumn.init)
    let feed = OverviewStream(cassette, command: command)
    return CommandResult(.stream(columns: columns, batches: RowBatches { try await feed.next() }))
}

/// The line, exit status and first line of output of a command.
private func heading(of command: CommandRecord, on cassette: Cassette) throws(CassetteError) -> [String] {
    var lines = ["Command \(command.id): " + SafeText.line(command.line, limit: 300)]
    if command.exitStatus != 0 {
        lines.append(command.exitStatus.map { "It exited with \($0)." } ?? "It did not finish.")
    }
    for (stream, name) in [(OutputStream.standardOutput, "Output"), (.standardError, "Error output")] {
        let bytes = try cassette.output(of: command.id, stream)
        guard !bytes.isEmpty else { continue }
        let first = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        lines.append("\(name), \(Phrase.counted(bytes.count, "byte")): " + SafeText.line(first, limit: 200))
    }
    return lines
}

private actor OverviewStream {
    private let cassette: Cassette
    private let command: Int64?
    private var last: Int64 = 0

    init(_ cassette: Cassette, command: Int64?) {
        self.cassette = cassette
        self.command = command
    }

    func next() throws -> [[Cell]]? {
        let batch = try cassette.requests(after: last, limit: 200, of: command)
        guard let end = batch.last?.id else { return nil }
        let sizes = try cassette.answerSizes(after: last, upTo: end)
        last = end
        return batch.map { exchange in
            let request = exchange.request
            let url = HTTPURL(request.url)?.target ?? request.url
            var row = [exchange.id, request.command, request.epoch.map(EpochRange.shown)].map {
                $0.map(String.init) ?? ""
            }
            row.append(request.method)
            switch exchange.outcome {
            case .response(let response):
                row += [
                    String(response.status), String(response.facts.timings.total / 1000),
                    sizes[exchange.id].map(String.init) ?? "",
                ]
            case .failure(let failure): row += [failure.kind.rawValue, "", ""]
            case .interrupted: row += [request.command == nil ? "no answer" : "interrupted", "", ""]
            }
            return (row + [PercentCoding.decode(url)]).map { Cell($0) }
        }
    }
}

/// One exchange in full, for people.
private struct ExchangePage {
    private let exchange: ExchangeRecord
    private let sender: CommandRecord?

    init(_ exchange: ExchangeRecord, sentBy sender: CommandRecord?) {
        self.exchange = exchange
        self.sender = sender
    }

    var text: String {
        let request = exchange.request
        var lines = sender.map { ["sent by command \($0.id): " + SafeText.line($0.line, limit: 300), ""] } ?? []
        lines.append("\(request.method) \(request.url)")
        lines += request.headers.map { "\($0.name): \($0.value)" }
        if let body = request.body { lines += ["", Self.text(of: body)] }
        lines.append("")
        switch exchange.outcome {
        case .response(let response):
            lines.append("\(response.status) \(response.reason)")
            lines += response.headers.map { "\($0.name): \($0.value)" }
            if !response.body.isEmpty { lines += ["", Self.text(of: response.body)] }
        case .failure(let failure): lines.append("No answer (\(failure.kind.rawValue)): \(failure.message)")
        case .interrupted:
            // A request without a command was imported, or sent by another program.
            lines.append(
                sender == nil
                    ? "No answer is on the tape." : "No answer: the program died while the request was under way.")
        }
        return lines.joined(separator: "\n")
    }

    /// JSON pretty-printed, text unchanged, anything else as its length.
    private static func text(of body: [UInt8]) -> String {
        if let document = try? JSONDocument(body) { return JSON(document.root).pretty }
        return String(validating: body, as: UTF8.self) ?? "(\(body.count) bytes that are no text)"
    }
}
