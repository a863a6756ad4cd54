import CassetteStore
import ExchangeModel
import Notation

/// Contents of attachments that were changed, whose size and SHA-256 are in other answers.
struct AttachmentContents: Sendable {
    private struct Content: Sendable {
        var size: Int
        var hash: String
    }

    /// By the SHA-256 of the original content, and by the attachment's sys_id.
    private var contents: [String: Content] = [:]

    mutating func read(_ cassette: Cassette, changing change: any TapeChange) throws(CassetteError) {
        var last: Int64 = 0
        while case let batch = try cassette.requests(after: last, limit: 64), let end = batch.last?.id {
            last = end
            for exchange in batch {
                let request = exchange.request
                guard let path = HTTPURL(request.url)?.path, let place = path.firstEnd(of: "/attachment/") else {
                    continue
                }
                if let body = request.body { add(body, request.headers, request.url, nil, change) }
                guard case .response(let response) = try cassette.answer(exchange.id) ?? .interrupted else { continue }
                let id = String(path[place...].prefix { $0 != "/" })
                add(response.body, response.headers, request.url, id, change)
            }
        }
    }

    private mutating func add(
        _ body: [UInt8], _ headers: HeaderFields, _ url: String, _ id: String?, _ change: any TapeChange
    ) {
        let kind = TapePart.Kind.body(type: headers["Content-Type"], url: url)
        let changed = change.changed(TapePart(place: "", kind: kind, bytes: body))
        guard changed != body else { return }
        let content = Content(size: changed.count, hash: SHA256.hex(changed))
        contents[SHA256.hex(body)] = content
        if let id { contents[id] = content }
    }

    /// A JSON answer with the sizes and digests of the changed contents.
    func corrected(_ bytes: [UInt8], _ part: TapePart) -> [UInt8] {
        guard !contents.isEmpty, case .body = part.kind, bytes.firstPlace(of: Array("size_bytes".utf8)) != nil,
            let document = try? JSONDocument(bytes)
        else { return bytes }
        var edits: [Edit] = []
        correct(document.root, &edits)
        return edits.isEmpty ? bytes : Edit.apply(Edit.merged(edits), to: bytes)
    }

    private func correct(_ node: JSONNode, _ edits: inout [Edit]) {
        for element in node.elements { correct(element, &edits) }
        for (_, value) in node.members { correct(value, &edits) }
        guard let size = node["size_bytes"] else { return }
        let names = [node["hash"], node["sys_id"]].compactMap { $0?.string ?? $0?["value"]?.string }
        guard let content = names.lazy.compactMap({ contents[$0] }).first else { return }
        for (old, new) in [(size, String(content.size)), (node["hash"], content.hash)] {
            for text in [old, old?["value"], old?["display_value"]] {
                guard let text, let source = text.scalarText.map({ _ in text.source }), !source.isEmpty else {
                    continue
                }
                let isQuoted = text.kind == .string
                edits.append(
                    Edit(
                        range: source.startIndex..<source.endIndex,
                        replacement: Array((isQuoted ? "\"\(new)\"" : new).utf8),
                        label: ""))
            }
        }
    }
}
