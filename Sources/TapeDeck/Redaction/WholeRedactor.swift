import Notation

/// A text that is a secret as a whole: the value of an `X-UserToken` line, a password typed at a prompt.
struct WholeRedactor: Redactor {
    static let name = "whole"

    let label: String
    /// Whether a word that only says something about the secret stays.
    var keepsWords = false

    /// What an instance says of a token in the place of one.
    private static let words: Set<String> = [
        "invalid", "valid", "expired", "missing", "required", "true", "false", "null",
    ]

    func finds(in bytes: [UInt8]) -> [Find] {
        if keepsWords, bytes.count < 16 {
            let text = String(decoding: bytes, as: UTF8.self)
            if Self.words.contains(ASCII.lowercased(String(ASCII.trimmed(text[...])))) { return [] }
        }
        return [Find(range: bytes.indices, label: label)]
    }
}
