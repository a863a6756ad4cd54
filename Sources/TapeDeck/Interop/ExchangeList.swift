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
            headers: GroupedFields.lines(of: request?["headers"]), body: bytes(request?["body"]))
        guard let response, !response.isNull else { return draft }
        draft.response = ExchangeDraft.Response(
            status: status?["code"]?.integer, reason: status?["message"]?.text ?? "",
            headers: GroupedFields.lines(of: response["headers"]), body: bytes(response["body"]) ?? [])
        return draft
    }

    /// A body: bytes in base64, or text in UTF-8, which VCR converts from other encodings.
    private static func bytes(_ body: DataNode?) -> [UInt8]? {
        if let coded = body?["base64_string"]?.bytes { return Base64.decode(coded.filter { !ASCII.isSpace($0) }) }
        return (body?["string"] ?? body)?.bytes
    }
}
