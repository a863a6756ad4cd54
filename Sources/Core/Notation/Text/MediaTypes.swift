/// IANA media types by file name extension.
package enum MediaTypes {
    static let unknown = "application/octet-stream"

    package static func type(of name: String) -> String {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return unknown }
        return byEnding[ASCII.lowercased(String(name[name.utf8.index(after: dot)...]))] ?? unknown
    }

    package static let all = Set(byEnding.values).union([unknown]).sorted()

    /// Whether a text has the form `type/subtype`, optionally with parameters (RFC 9110, 8.3.1).
    package static func isValid(_ text: String) -> Bool {
        let name = text.utf8.prefix { $0 != UInt8(ascii: ";") }
        let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(HeaderValue.isToken) }
            && text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    private static let byEnding: [String: String] = {
        let words = ProgramText.words("media types")
        return Dictionary(
            uniqueKeysWithValues: stride(from: 0, to: words.count, by: 2).map { (words[$0], words[$0 + 1]) })
    }()
}
