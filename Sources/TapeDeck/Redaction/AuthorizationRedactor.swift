import Notation

/// The value of an `Authorization` line: the scheme stays, everything after it goes.
struct AuthorizationRedactor: Redactor {
    static let name = "authorization"

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
}
