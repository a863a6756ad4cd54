import Notation

/// The value of a `Set-Cookie` line. The name, emptiness and the attributes that say where and how long the cookie holds
/// stay, because a sign-in decides by them; the value of any other attribute goes.
struct SetCookieRedactor: Redactor {
    static let name = "set-cookie"

    private static let kept: Set<String> = [
        "path", "domain", "expires", "max-age", "httponly", "secure", "samesite", "partitioned", "priority", "version",
    ]

    func finds(in bytes: [UInt8]) -> [Find] {
        let end = Self.endOfPair(bytes)
        let pair = CookieRedactor.value(of: bytes[..<end]).map { [$0] } ?? []
        return pair
            + bytes[end...].split(separator: UInt8(ascii: ";")).compactMap { part in
                guard let sign = part.firstIndex(of: UInt8(ascii: "=")) else {
                    return Self.isKept(part) ? nil : CookieRedactor.value(of: part)
                }
                return Self.isKept(part[..<sign]) ? nil : CookieRedactor.value(of: part)
            }
    }

    /// Where name and value end: at the first semicolon, or behind a quoted value, which may hold semicolons.
    private static func endOfPair(_ bytes: [UInt8]) -> Int {
        let plain = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
        guard let sign = bytes[..<plain].firstIndex(of: UInt8(ascii: "=")),
            let quote = bytes[(sign + 1)...].firstIndex(where: { !ASCII.isSpace($0) }),
            bytes[quote] == UInt8(ascii: "\""),
            let close = bytes[(quote + 1)...].firstIndex(of: UInt8(ascii: "\""))
        else { return plain }
        return bytes[close...].firstIndex(of: UInt8(ascii: ";")) ?? bytes.count
    }

    private static func isKept(_ name: ArraySlice<UInt8>) -> Bool {
        kept.contains(ASCII.lowercased(String(ASCII.trimmed(String(decoding: name, as: UTF8.self)[...]))))
    }
}
