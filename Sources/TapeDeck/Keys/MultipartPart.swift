import Notation

/// One part of a multipart body.
struct MultipartPart: Sendable, Hashable {
    /// Its header lines, each as it stands.
    var head: String
    /// Its content: text, or the digest of bytes.
    var content: BodyForm

    var json: JSON {
        let content = content.canonical
        return ["head": .string(head), content.word: .string(content.text)]
    }
}
