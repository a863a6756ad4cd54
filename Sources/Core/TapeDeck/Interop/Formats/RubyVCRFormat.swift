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
        try ExchangeList.read(try DataFile(bytes), list: "http_interactions", of: "VCR", context, draft)
    }

    private static func draft(_ interaction: DataNode) -> ExchangeDraft {
        var draft = ExchangeList.draft(interaction)
        draft.method = draft.method?.uppercased()
        draft.startedAt = interaction["recorded_at"]?.text.flatMap {
            HARTime.ofCookie($0) ?? Timestamp(isoText: $0)
        }
        // VCR writes an empty body for none.
        if draft.body?.isEmpty == true, draft.method == "GET" || draft.method == "HEAD" { draft.body = nil }
        let version = interaction["response"]?["http_version"]?.text ?? ""
        if ["1.0", "1.1", "2"].contains(version) { draft.response?.version = version }
        return draft
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
