import CassetteStore
import ExchangeModel
import Notation
import Rendering
import TapeDeck

extension Command {
    static let tapeShow = Command(
        "tape show", "List the exchanges of a cassette, or show one",
        details: "A number alone selects an exchange of the cassette in the deck.",
        arguments: [
            ArgumentDefinition("cassette", .cassette, .optional, "A cassette; default: the one in the deck"),
            ArgumentDefinition("exchange", .number(1...Int.max), .optional, "The number of the exchange on the tape"),
        ],
        traits: .aboutTapes,
        examples: [
            Example("tape show", "one line per exchange"),
            Example("tape show 3", "the third exchange: request and response, with headers and bodies"),
            Example("tape show first-look 3", "the third exchange of another cassette"),
        ]
    ) { session, context in
        let arguments = context.arguments
        // A lone number is an exchange of the cassette in the deck.
        let alone = arguments.has("exchange") ? nil : arguments.int("cassette")
        let cassette =
            try alone == nil ? CassetteLookup.cassette(session, arguments) : CassetteLookup.cassetteInDeck(session)
        guard let number = alone ?? arguments.int("exchange") else { return try overview(of: cassette) }
        guard let exchange = try cassette.exchange(Int64(number)) else {
            throw arguments.problem(
                .refused, "The tape holds no exchange \(number).", at: alone == nil ? "exchange" : "cassette",
                hints: [alone == nil ? "tape show " + Quoting.word(cassette.path) : "tape show"])
        }
        return CommandResult(.text(ExchangePage(exchange).text))
    }

    static let tapeDump = Command(
        "tape dump", "Print a cassette as text",
        details: "The text is stable and line-based: equal cassettes give equal texts.",
        arguments: [ArgumentDefinition("cassette", .cassette, .optional, "A cassette; default: the one in the deck")],
        traits: .aboutTapes,
        examples: [
            Example("tape dump | less", "the cassette in the deck, page by page"),
            Example("tape dump first-look > first-look.txt", "another one, in a file"),
        ]
    ) { session, context in
        let feed = DumpStream(try CassetteLookup.cassette(session, context.arguments))
        return CommandResult(.longText(TextPieces { try await feed.next() }))
    }
}

/// One line per exchange. The address is last because it may be long.
private func overview(of cassette: Cassette) throws -> CommandResult {
    let columns = ["exchange", "epoch", "method", "status", "ms", "bytes", "address"].map(Column.init)
    let feed = OverviewStream(cassette)
    return CommandResult(.stream(columns: columns, batches: RowBatches { try await feed.next() }))
}

private actor DumpStream {
    private var dump: CassetteDump

    init(_ cassette: Cassette) { dump = CassetteDump(of: cassette) }

    func next() throws -> String? { try dump.next() }
}

private actor OverviewStream {
    private let cassette: Cassette
    private var last: Int64 = 0

    init(_ cassette: Cassette) { self.cassette = cassette }

    func next() throws -> [[Cell]]? {
        let batch = try cassette.requests(after: last, limit: 200)
        guard let end = batch.last?.id else { return nil }
        let sizes = try cassette.answerSizes(after: last, upTo: end)
        last = end
        return batch.map { exchange in
            let request = exchange.request
            let url = HTTPURL(request.url)?.target ?? request.url
            var row = [String(exchange.id), request.epoch.map(String.init) ?? "", request.method]
            switch exchange.outcome {
            case .response(let response):
                row += [
                    String(response.status), String(response.facts.timings.total / 1000),
                    sizes[exchange.id].map(String.init) ?? "",
                ]
            case .failure(let failure): row += [failure.kind.rawValue, "", ""]
            case .interrupted: row += ["interrupted", "", ""]
            }
            return (row + [PercentCoding.decode(url)]).map { Cell($0) }
        }
    }
}

/// One exchange in full, for people.
private struct ExchangePage {
    private let exchange: ExchangeRecord

    init(_ exchange: ExchangeRecord) { self.exchange = exchange }

    var text: String {
        let request = exchange.request
        var lines = ["\(request.method) \(request.url)"]
        lines += request.headers.map { "\($0.name): \($0.value)" }
        if let body = request.body { lines += ["", Self.text(of: body)] }
        lines.append("")
        switch exchange.outcome {
        case .response(let response):
            lines.append("\(response.status) \(response.reason)")
            lines += response.headers.map { "\($0.name): \($0.value)" }
            if !response.body.isEmpty { lines += ["", Self.text(of: response.body)] }
        case .failure(let failure): lines.append("No answer (\(failure.kind.rawValue)): \(failure.message)")
        case .interrupted: lines.append("No answer: the program died while the request was under way.")
        }
        return lines.joined(separator: "\n")
    }

    /// JSON pretty-printed, text unchanged, anything else as its length.
    private static func text(of body: [UInt8]) -> String {
        if let document = try? JSONDocument(body) { return JSON(document.root).pretty }
        return String(validating: body, as: UTF8.self) ?? "(\(body.count) bytes that are no text)"
    }
}
