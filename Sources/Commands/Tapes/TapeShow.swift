import CassetteStore
import ExchangeModel
import Notation
import Rendering
import Workbench

extension Parameter {
    static let shownPlace = Argument<String>(
        "place", .cassette, .optional, "A tape, a command %6:12 or a request %6:12.3; default: the tape of this session"
    )
}

extension Parameter {
    fileprivate static let follow = Flag<Bool>(
        "follow", "List commands and requests while another session records them")
}

extension Command {
    static let tapeShow = Command("tape show", arguments: [.shownPlace], flags: [.follow], traits: .aboutTapes) { run in
        let typed = run.arguments[.shownPlace] ?? "%"
        // Earlier versions had a number for each request of a tape.
        let reference = TapeReference(Int64(typed) == nil ? typed : "%.\(typed)")
        if run.arguments[.follow] { return try TapeFollower.follow(reference, run) }
        let cassette = try CassetteLookup.cassette(named: reference.tape, run)
        let label = run.labels(of: [cassette.path])[cassette.path] ?? reference.tape ?? "%"
        func missing(_ what: String) -> Problem {
            run.arguments.problem(
                .refused, "There is no \(what) \(typed).", at: .shownPlace, hints: ["tape show \(label)"])
        }
        let command = try reference.command.flatMap { try cassette.command($0) }
        if reference.command != nil, command == nil { throw missing("command") }
        guard let request = reference.request else {
            for line in try command.map({ try heading(of: $0, label, on: cassette) }) ?? [] { run.notes.add(line) }
            return overview(of: cassette, label, command: command?.id)
        }
        let numbers = try command.map { try cassette.exchangeNumbers(of: $0.id) } ?? []
        let number = command == nil ? request : request <= numbers.count ? numbers[Int(request) - 1] : 0
        guard let exchange = try cassette.exchange(number) else { throw missing("request") }
        let sender = try (command?.id ?? exchange.request.command).flatMap { try cassette.command($0) }
        var sent = sender.map { "\(label):\($0.id)  " + SafeText.line($0.line, limit: 300) }
        let place = try sender.flatMap { try cassette.exchangeNumbers(of: $0.id).firstIndex(of: number) } ?? -1
        if let sender, try cassette.editedAnswers().contains("\(sender.id).\(place + 1)") {
            sent = (sent ?? "") + "\nThe answer was edited by hand."
        }
        return CommandResult(.text(ExchangePage(exchange, sentBy: sent).text))
    }
}

/// One line per request.
private func overview(of cassette: Cassette, _ label: String, command: Int64? = nil) -> CommandResult {
    let feed = OverviewStream(cassette, label, command: command)
    return CommandResult(
        .stream(columns: TapeOverview.columns.map(OutputColumn.init), batches: RowBatches { try await feed.next() }))
}

/// The line, exit status and first line of output of a command.
private func heading(
    of command: CommandRecord, _ label: String, on cassette: Cassette
) throws(CassetteError) -> [String] {
    var lines = ["\(label):\(command.id)  " + SafeText.line(command.line, limit: 300)]
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
    private let label: String
    private let command: Int64?
    private var last: Int64 = 0
    /// How many requests of each command were listed.
    private var counts: [Int64: Int] = [:]

    init(_ cassette: Cassette, _ label: String, command: Int64?) {
        self.cassette = cassette
        self.label = label
        self.command = command
    }

    func next() throws -> [[Cell]]? {
        let batch = try cassette.requests(after: last, limit: 200, of: command)
        guard let end = batch.last?.id else { return nil }
        let sizes = try cassette.answerSizes(after: last, upTo: end)
        last = end
        return batch.map { exchange in
            var place = ".\(exchange.id)"
            if let command = exchange.request.command {
                counts[command, default: 0] += 1
                place = ":\(command).\(counts[command] ?? 0)"
            }
            return TapeOverview.row(label + place, exchange, size: sizes[exchange.id])
        }
    }
}

/// A line of a list of requests.
enum TapeOverview {
    /// The address is last because it may be long.
    static let columns = ["request", "change", "method", "status", "ms", "bytes", "address"]

    static func row(_ place: String, _ exchange: ExchangeRecord, size: Int?) -> [Cell] {
        let request = exchange.request
        var row = [place, request.epoch.map { String(EpochRange.shown($0)) } ?? "", request.method]
        switch exchange.outcome {
        case .response(let response):
            row += [String(response.status), String(response.facts.timings.total / 1000), size.map(String.init) ?? ""]
        case .failure(let failure): row += [failure.kind.rawValue, "", ""]
        case .interrupted: row += [request.command == nil ? "no answer" : "interrupted", "", ""]
        }
        return (row + [PercentCoding.decode(HTTPURL(request.url)?.target ?? request.url)]).map { Cell($0) }
    }
}

/// One request and its response in full, for people.
private struct ExchangePage {
    private let exchange: ExchangeRecord
    /// The command, with its place; nil for a request of no command.
    private let sender: String?

    init(_ exchange: ExchangeRecord, sentBy sender: String?) {
        self.exchange = exchange
        self.sender = sender
    }

    var text: String {
        let request = exchange.request
        var lines = sender.map { ["sent by \($0)", ""] } ?? []
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
