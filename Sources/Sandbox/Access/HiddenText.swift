import ExchangeModel
import Notation

/// Secrets that the instance must be able to read again: shared keys, API keys. It keeps them from standing in the data
/// as they are; it is no protection against somebody who has the data, and a sandbox is no place for a secret that
/// matters.
enum HiddenText {
    private static let seed: UInt64 = 0x4E0B_0D7A

    /// The text as it is kept. The same text is always kept as the same.
    static func hidden(_ text: String) -> String { Base64.encode(mixed(Array(text.utf8))) }

    /// The text behind what is kept; nil when it was not hidden here.
    static func text(of hidden: String) -> String? {
        Base64.decode(hidden.utf8).flatMap { String(validating: mixed($0), as: UTF8.self) }
    }

    private static func mixed(_ bytes: [UInt8]) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        return bytes.map { $0 ^ UInt8(truncatingIfNeeded: random.next()) }
    }
}
