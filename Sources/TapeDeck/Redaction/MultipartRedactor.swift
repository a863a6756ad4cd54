/// Secret fields of a multipart body: the content of the parts whose field name is a secret's, name/value records among
/// the parts, and what the other parts hold.
struct MultipartRedactor: Redactor {
    static let name = "multipart"

    var depth = 0

    func finds(in bytes: [UInt8]) -> [Find] {
        guard let boundary = Multipart.boundary(startedBy: bytes) else { return [] }
        var finds: [Find] = []
        var record = NamedRecord()
        for part in Multipart.parts(of: bytes, boundary: boundary).parts {
            let find = Find(range: part.content, label: "")
            if let label = part.fieldName.flatMap(SecretNames.labelInForm) {
                finds.append(Find(range: part.content, label: label))
                continue
            }
            switch part.fieldName.flatMap({ PairRole($0.utf8) }) {
            case .name: record.take(name: SecretNames.label(of: bytes[part.content]))
            case .value: if let secret = record.take(value: find) { finds.append(secret) }
            case nil: break
            }
            finds += EmbeddedText.finds(in: bytes[part.content], nil, depth: depth + 1)
        }
        return Find.merged(finds + record.takePending())
    }
}
