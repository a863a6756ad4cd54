import CassetteStore
import ExchangeModel
import Notation
import Redactors

/// Reads cassettes of vcrpy and VCR: a list of interactions, each a request and its response.
enum ExchangeList {
    static func read(
        _ file: DataFile, list: String, of program: String, _ context: ImportContext,
        _ draft: (DataNode) -> ExchangeDraft
    ) throws(ImportError) -> ImportedFile {
        guard case .sequence(let interactions)? = file.root[list] else {
            throw ImportError(.otherFormat, "It is not a \(program) cassette: there is no list '\(list)'.")
        }
        var made = ImportedFile(context)
        for _ in 0..<file.tags { made.losses.add(.tags) }
        for interaction in interactions { made.add(draft(interaction)) }
        return made
    }

    static func draft(_ interaction: DataNode) -> ExchangeDraft {
        let request = interaction["request"], response = interaction["response"], status = response?["status"]
        var draft = ExchangeDraft(
            method: request?["method"]?.text, address: request?["uri"]?.text,
            headers: GroupedFields.lines(of: request?["headers"]))
        draft.body = bytes(request?["body"], &draft)
        guard let response, !response.isNull else { return draft }
        // Older versions of vcrpy write `status_code` and `content` for httpx.
        var answer = ExchangeDraft.Response(
            status: (status?["code"] ?? response["status_code"])?.integer, reason: status?["message"]?.text ?? "",
            headers: GroupedFields.lines(of: response["headers"]))
        answer.body = bytes(response["body"] ?? response["content"], &draft) ?? []
        answer.isText = response["body"]?["encoding"] != nil && String(validating: answer.body, as: UTF8.self) != nil
        draft.response = answer
        return draft
    }

    /// A body: bytes in base64, or text, which VCR converts to UTF-8 from the encoding that it names.
    private static func bytes(_ body: DataNode?, _ draft: inout ExchangeDraft) -> [UInt8]? {
        if let coded = body?["base64_string"]?.bytes { return Base64.decode(coded.filter { !ASCII.isSpace($0) }) }
        guard let bytes = (body?["string"] ?? body)?.bytes else {
            if body?.members.isEmpty == false || body?.elements.isEmpty == false {
                draft.error = .unreadable("the form of its body is unknown")
            }
            return nil
        }
        guard bytes.contains(where: { $0 >= 0x80 }), let encoding = body?["encoding"]?.text,
            let text = String(validating: bytes, as: UTF8.self)
        else { return bytes }
        switch ASCII.lowercased(encoding) {
        case "utf-8", "us-ascii", "ascii-8bit", "binary": return bytes
        // As VCR does, a text that the encoding does not have stays as it is.
        case "iso-8859-1": return Latin1.bytes(of: text) ?? bytes
        case "utf-16le": return UTF16Text.widened(bytes, false)
        case "utf-16be": return UTF16Text.widened(bytes, true)
        default:
            draft.error = .unreadable("the encoding \(SafeText.line(encoding, limit: 40)) is unknown")
            return nil
        }
    }
}

extension TapeFormat {
    package static let rubyVCR = TapeFormat(
        name: "vcr", title: "a VCR cassette", endings: ["yml", "yaml", "json"],
        recognize: { $0.has("http_interactions") }, read: readRubyVCR,
        export: { (cassette, options) throws(ImportError) in
            ExchangeExport(of: cassette, options, try RubyVCRWriter(isJSON: options.isJSON, version: options.version))
        })

    /// Reads a cassette of VCR. ERB in it is text.
    private static func readRubyVCR(_ source: ImportSource, _ context: ImportContext) throws(ImportError)
        -> ImportedFile
    {
        try ExchangeList.read(try DataFile(source), list: "http_interactions", of: "VCR", context, rubyDraft)
    }

    private static func rubyDraft(_ interaction: DataNode) -> ExchangeDraft {
        var draft = ExchangeList.draft(interaction)
        draft.method = draft.method?.uppercased()
        draft.startedAt = interaction["recorded_at"]?.text.flatMap { HARTime.ofHTTP($0) ?? Timestamp(isoText: $0) }
        // VCR writes an empty body for none.
        if draft.body?.isEmpty == true, draft.method == "GET" || draft.method == "HEAD" { draft.body = nil }
        let version = interaction["response"]?["http_version"]?.text ?? ""
        if ["1.0", "1.1", "2"].contains(version) { draft.response?.version = version }
        return draft
    }
}

struct RubyVCRWriter: ListWriter {
    var document: ListDocument

    init(isJSON: Bool, version: String) throws(ImportError) {
        document = try ListDocument(
            isJSON: isJSON, "http_interactions", then: [.init("recorded_with", .text("Snowdeck " + version))])
    }

    func node(
        _ exchange: ExportedExchange, _ response: HTTPResponse, sent: DataNode, received: DataNode,
        _ losses: inout ConversionLosses
    ) -> DataNode {
        losses.add(.durations)
        return .object([
            "request": .object([
                "method": .text(ASCII.lowercased(exchange.request.method.rawValue)),
                "uri": .text(exchange.request.url.description), "body": Self.body(exchange.request.body ?? []),
                "headers": sent,
            ]),
            "response": .object([
                "status": .object(["code": .number(response.status), "message": .text(response.reason)]),
                "headers": received, "body": Self.body(response.body),
                "http_version": .text(response.facts.httpVersion),
            ]), "recorded_at": .text(exchange.record.request.startedAt.httpText),
        ])
    }

    private static func body(_ bytes: [UInt8]) -> DataNode {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return .object(["encoding": .text("ASCII-8BIT"), "base64_string": .text(Base64.encode(bytes))])
        }
        return .object(["encoding": .text("UTF-8"), "string": .text(text)])
    }
}

extension TapeFormat {
    package static let vcrpy = TapeFormat(
        name: "vcrpy", title: "a vcrpy cassette", endings: ["yaml", "yml", "json"],
        recognize: { $0.has("interactions") }, read: readVcrpy,
        export: { (cassette, options) throws(ImportError) in
            ExchangeExport(of: cassette, options, try VcrpyWriter(isJSON: options.isJSON))
        })

    private static func readVcrpy(_ source: ImportSource, _ context: ImportContext) throws(ImportError) -> ImportedFile
    {
        let file = try DataFile(source)
        if let version = file.root["version"]?.text, version != "1" {
            throw ImportError(.otherFormat, "Its version is \(version.prefix(20)), and only version 1 can be read.")
        }
        return try ExchangeList.read(file, list: "interactions", of: "vcrpy", context, ExchangeList.draft)
    }
}

struct VcrpyWriter: ListWriter {
    private let isJSON: Bool
    var document: ListDocument

    init(isJSON: Bool) throws(ImportError) {
        self.isJSON = isJSON
        document = try ListDocument(isJSON: isJSON, "interactions", then: [.init("version", .number(1))])
    }

    func node(
        _ exchange: ExportedExchange, _ response: HTTPResponse, sent: DataNode, received: DataNode,
        _ losses: inout ConversionLosses
    ) -> DataNode {
        losses.add(.times)
        let body = exchange.request.body.map { text($0, exchange, &losses) } ?? .null
        return .object([
            "request": .object([
                "body": body, "headers": sent, "method": .text(exchange.request.method.rawValue),
                "uri": .text(exchange.request.url.description),
            ]),
            "response": .object([
                "body": .object(["string": text(response.body, exchange, &losses)]), "headers": received,
                "status": .object(["code": .number(response.status), "message": .text(response.reason)]),
            ]),
        ])
    }

    /// vcrpy's JSON has no form for bytes that are not text.
    private func text(_ bytes: [UInt8], _ exchange: ExportedExchange, _ losses: inout ConversionLosses) -> DataNode {
        guard isJSON, String(validating: bytes, as: UTF8.self) == nil else { return .bytes(bytes) }
        losses.add(.omittedBinary, at: exchange.place)
        return .text("")
    }
}
