/// Secret fields of a multipart body: the content of the parts whose field name is a secret's.
struct MultipartRedactor: Redactor {
    static let name = "multipart"

    func finds(in bytes: [UInt8]) -> [Find] {
        guard let boundary = Multipart.boundary(startedBy: bytes) else { return [] }
        return Multipart.parts(of: bytes, boundary: boundary).parts.compactMap { part in
            guard let name = part.fieldName, let label = SecretNames.labelInForm(of: name) else { return nil }
            return Find(range: part.content, label: label)
        }
    }
}
