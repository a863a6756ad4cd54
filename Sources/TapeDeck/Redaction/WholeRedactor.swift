/// A text that is a secret as a whole: the value of an `X-UserToken` line, a password typed at a prompt.
struct WholeRedactor: Redactor {
    static let name = "whole"

    let label: String

    func finds(in bytes: [UInt8]) -> [Find] { [Find(range: bytes.indices, label: label)] }
}
