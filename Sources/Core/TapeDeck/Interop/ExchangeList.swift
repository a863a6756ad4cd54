import Notation

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
                draft.error = EntryError(sort: .unreadable, reason: "the form of its body is unknown")
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
            draft.error = EntryError(
                sort: .unreadable, reason: "the encoding \(SafeText.line(encoding, limit: 40)) is unknown")
            return nil
        }
    }
}
