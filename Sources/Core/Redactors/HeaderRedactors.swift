import Notation

/// The credentials of an `Authorization` header; the scheme is kept.
struct AuthorizationRedactor: Redactor {
    private static let schemes: Set<String> = ["basic", "bearer", "digest", "negotiate", "ntlm"]

    func finds(in bytes: [UInt8]) -> [Find] {
        var start = bytes.firstIndex { !ASCII.isSpace($0) } ?? bytes.count
        if let space = bytes[start...].firstIndex(of: UInt8(ascii: " ")),
            Self.schemes.contains(ASCII.lowercased(String(decoding: bytes[start..<space], as: UTF8.self)))
        {
            start = bytes[space...].firstIndex { !ASCII.isSpace($0) } ?? bytes.count
        }
        return start < bytes.count ? [Find(range: start..<bytes.count, label: "authorization")] : []
    }

    /// Whether a text is only a scheme, which credentials follow: `"Bearer " + token`.
    static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
        schemes.contains(ASCII.lowercased(String(ASCII.trimmed(String(decoding: text, as: UTF8.self)[...]))))
    }
}

/// The cookie values of a `Cookie` header; names and empty values are kept.
struct CookieRedactor: Redactor {
    func finds(in bytes: [UInt8]) -> [Find] {
        bytes.split(separator: UInt8(ascii: ";")).compactMap { Self.value(of: $0) }
    }

    /// The value of one `name=value`, without quotation marks. A pair without a name is a value.
    static func value(of pair: ArraySlice<UInt8>) -> Find? {
        var value = pair[(pair.firstIndex(of: UInt8(ascii: "=")).map { $0 + 1 } ?? pair.startIndex)...].trimmed
        if value.count >= 2, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
            value = value.dropFirst().dropLast()
        }
        return value.isEmpty ? nil : Find(range: value.indices, label: "cookie")
    }
}

/// The value of a `Set-Cookie` header. The name, an empty value and the attributes for scope and lifetime are kept,
/// because sign-in depends on them; values of other attributes are replaced.
struct SetCookieRedactor: Redactor {
    private static let kept: Set<String> = [
        "path", "domain", "expires", "max-age", "httponly", "secure", "samesite", "partitioned", "priority", "version",
    ]

    func finds(in bytes: [UInt8]) -> [Find] {
        let end = Self.endOfPair(bytes)
        let pair = CookieRedactor.value(of: bytes[..<end]).map { [$0] } ?? []
        return pair
            + bytes[end...].split(separator: UInt8(ascii: ";")).compactMap { part in
                Self.isKept(part.prefix { $0 != UInt8(ascii: "=") }) ? nil : CookieRedactor.value(of: part)
            }
    }

    private static func endOfPair(_ bytes: [UInt8]) -> Int {
        let plain = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
        guard let sign = bytes[..<plain].firstIndex(of: UInt8(ascii: "=")),
            let quote = bytes[(sign + 1)...].firstIndex(where: { !ASCII.isSpace($0) }),
            bytes[quote] == UInt8(ascii: "\""), let close = bytes[(quote + 1)...].firstIndex(of: UInt8(ascii: "\""))
        else { return plain }
        return bytes[close...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
    }

    private static func isKept(_ name: ArraySlice<UInt8>) -> Bool {
        kept.contains(ASCII.lowercased(String(ASCII.trimmed(String(decoding: name, as: UTF8.self)[...]))))
    }
}

/// A text that is secret as a whole: an `X-UserToken` header, a password typed at a prompt.
struct WholeRedactor: Redactor {
    package let label: String
    /// Whether a word that only describes the secret is kept.
    var keepsWords = false

    /// Words that an instance sends in place of a token.
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

/// A text that contains what looks like a token, as a whole.
struct TokenRedactor: Redactor {
    func finds(in bytes: [UInt8]) -> [Find] {
        TokenScan.tokens(in: bytes).isEmpty ? [] : [Find(range: bytes.indices, label: "header")]
    }
}
