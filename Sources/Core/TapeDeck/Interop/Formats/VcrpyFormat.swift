import ExchangeModel
import Notation

extension TapeFormat {
    /// Cassettes of vcrpy, a Python package, in version 1 of their format.
    package static let vcrpy = TapeFormat(
        name: "vcrpy", title: "a vcrpy cassette", endings: ["yaml", "yml", "json"],
        recognize: { $0.has("interactions") }, read: whole(VcrpyFile.read),
        export: { (cassette, options) throws(ImportError) in
            ExchangeExport(of: cassette, options, try VcrpyWriter(isJSON: options.isJSON))
        })
}

enum VcrpyFile {
    static func read(_ bytes: [UInt8], _ context: ImportContext) throws(ImportError) -> ImportedFile {
        let file = try DataFile(bytes)
        if let version = file.root["version"]?.text, version != "1" {
            throw ImportError(.otherFormat, "Its version is \(version.prefix(20)), and only version 1 can be read.")
        }
        return try ExchangeList.read(file, list: "interactions", of: "vcrpy", context, ExchangeList.draft)
    }
}

struct VcrpyWriter: ExchangeWriter {
    let takesRequestsAlone = false
    private let isJSON: Bool
    private var document: ListDocument

    init(isJSON: Bool) throws(ImportError) {
        self.isJSON = isJSON
        document = try ListDocument(isJSON: isJSON, "interactions", then: [.init("version", .number(1))])
    }

    func begin() throws -> [UInt8] { try document.begin() }

    mutating func write(_ exchange: ExportedExchange, _ losses: inout ConversionLosses) throws -> [UInt8] {
        guard let response = exchange.response else { return [] }
        let sent = GroupedFields(exchange.request.headers), received = GroupedFields(response.headers)
        if sent.isReordered || received.isReordered { losses.add(.headerOrder, at: exchange.place) }
        losses.add(.times)
        let body = exchange.request.body.map { text($0, exchange, &losses) } ?? .null
        return try document.add(
            .object([
                "request": .object([
                    "body": body, "headers": sent.node, "method": .text(exchange.request.method.rawValue),
                    "uri": .text(exchange.request.url.description),
                ]),
                "response": .object([
                    "body": .object(["string": text(response.body, exchange, &losses)]), "headers": received.node,
                    "status": .object(["code": .number(response.status), "message": .text(response.reason)]),
                ]),
            ]))
    }

    func end() throws -> [UInt8] { try document.end() }

    /// vcrpy's JSON has no form for bytes that are not text.
    private func text(
        _ bytes: [UInt8], _ exchange: ExportedExchange, _ losses: inout ConversionLosses
    ) -> DataNode {
        guard isJSON, String(validating: bytes, as: UTF8.self) == nil else { return .bytes(bytes) }
        losses.add(.omittedBinary, at: exchange.place)
        return .text("")
    }
}
