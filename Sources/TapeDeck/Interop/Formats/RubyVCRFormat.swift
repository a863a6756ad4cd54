import ExchangeModel
import Notation

extension TapeFormat {
    /// Cassettes of VCR, a Ruby gem, since its version 2.
    package static let rubyVCR = TapeFormat(
        name: "vcr", title: "a VCR cassette", endings: ["yml", "yaml", "json"],
        recognize: { $0.has("http_interactions") }, read: whole(RubyVCRFile.read),
        export: { (cassette, options) throws(ImportError) in
            ExchangeExport(of: cassette, options, try RubyVCRWriter(isJSON: options.isJSON, version: options.version))
        })
}

enum RubyVCRFile {
    /// Reads a cassette. ERB in it is text.
    static func read(_ bytes: [UInt8], _ context: ImportContext) throws(ImportError) -> ImportedFile {
        let file = try DataFile(bytes)
        guard case .sequence(let interactions)? = file.root["http_interactions"] else {
            throw ImportError(.otherFormat, "It is not a VCR cassette: there is no list 'http_interactions'.")
        }
        var made = ImportedFile(context)
        for _ in 0..<file.tags { made.losses.add(.tags) }
        for interaction in interactions { made.add(draft(interaction)) }
        return made
    }

    private static func draft(_ interaction: DataNode) -> ExchangeDraft {
        let request = interaction["request"], response = interaction["response"], status = response?["status"]
        let method = request?["method"]?.text.map { $0.uppercased() }
        var draft = ExchangeDraft(
            method: method, address: request?["uri"]?.text, headers: GroupedFields.lines(of: request?["headers"]),
            body: bytes(request?["body"]),
            startedAt: interaction["recorded_at"]?.text.flatMap { HARTime.ofCookie($0) ?? Timestamp(isoText: $0) })
        // VCR writes an empty body for none.
        if draft.body?.isEmpty == true, method == "GET" || method == "HEAD" { draft.body = nil }
        guard let response, !response.isNull else { return draft }
        let version = response["http_version"]?.text ?? ""
        draft.response = ExchangeDraft.Response(
            status: status?["code"]?.integer, reason: status?["message"]?.text ?? "",
            headers: GroupedFields.lines(of: response["headers"]), body: bytes(response["body"]) ?? [],
            version: ["1.0", "1.1", "2"].contains(version) ? version : "1.1")
        return draft
    }

    /// A body: bytes in base64, or text that VCR has converted from its encoding to UTF-8.
    private static func bytes(_ body: DataNode?) -> [UInt8]? {
        if let coded = body?["base64_string"]?.bytes {
            return Base64.decode(coded.filter { !ASCII.isSpace($0) })
        }
        return (body?["string"] ?? body)?.bytes
    }
}

struct RubyVCRWriter: ExchangeWriter {
    let takesRequestsAlone = false
    private var document: ListDocument

    init(isJSON: Bool, version: String) throws(ImportError) {
        document = try ListDocument(
            isJSON: isJSON, "http_interactions", then: [.init("recorded_with", .text("Snowdeck " + version))])
    }

    func begin() throws -> [UInt8] { try document.begin() }

    mutating func write(_ exchange: ExportedExchange, _ losses: inout ConversionLosses) throws -> [UInt8] {
        guard let response = exchange.response else { return [] }
        let sent = GroupedFields(exchange.request.headers), received = GroupedFields(response.headers)
        if sent.isReordered || received.isReordered { losses.add(.headerOrder, at: exchange.place) }
        losses.add(.durations)
        return try document.add(
            .object([
                "request": .object([
                    "method": .text(ASCII.lowercased(exchange.request.method.rawValue)),
                    "uri": .text(exchange.request.url.description), "body": Self.body(exchange.request.body ?? []),
                    "headers": sent.node,
                ]),
                "response": .object([
                    "status": .object(["code": .number(response.status), "message": .text(response.reason)]),
                    "headers": received.node, "body": Self.body(response.body),
                    "http_version": .text(response.facts.httpVersion),
                ]),
                "recorded_at": .text(exchange.startedAt.httpText),
            ]))
    }

    func end() throws -> [UInt8] { try document.end() }

    private static func body(_ bytes: [UInt8]) -> DataNode {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return .object(["encoding": .text("ASCII-8BIT"), "base64_string": .text(Base64.encode(bytes))])
        }
        return .object(["encoding": .text("UTF-8"), "string": .text(text)])
    }
}
