/// Secret fields of URLs in header values (`Location`, `Link`, `Referer`) or of a URL itself: in the query, in the
/// fragment, where a sign-in may put a token, and in path parameters (`/x.do;jsessionid=…`).
struct AddressRedactor: Redactor {
    /// Whether the URL is in the query of another one.
    var isNested = false
    /// Whether URLs are searched for in text, where `;` and `?` may be punctuation.
    var isText = false

    func finds(in bytes: [UInt8]) -> [Find] {
        var finds: [Find] = []
        var place = 0
        while let mark = bytes[place...].firstIndex(where: Self.beginnings.contains) {
            let isBesidePath = bytes[mark] == UInt8(ascii: ";")
            let end =
                bytes[(mark + 1)...].firstIndex { byte in
                    Self.endsFields(byte) || isBesidePath && Self.endsOfPathField.contains(byte)
                        || isText && Self.endsInText.contains(byte)
                } ?? bytes.count
            if isText, mark == 0 || bytes[mark - 1] <= 32 {
                place = mark + 1
                continue
            }
            let fields = QueryRedactor(path: Self.path(before: mark, in: bytes), isNested: isNested)
            finds += fields.finds(in: bytes[(mark + 1)..<end])
            place = end
        }
        return finds
    }

    /// The address before a separator, or its end.
    private static func path(before mark: Int, in bytes: [UInt8]) -> [UInt8] {
        var start = mark
        while start > 0, mark - start < 128, !endsFields(bytes[start - 1]) { start -= 1 }
        return Array(bytes[start..<mark].prefix { !beginnings.contains($0) })
    }

    private static func endsFields(_ byte: UInt8) -> Bool { byte <= 32 || ends.contains(byte) }

    /// The characters before fields, and those that end them: anywhere, of a path, and of a URL in a text.
    private static let beginnings = ASCIISet("?#;"), ends = ASCIISet(">#\"")
    private static let endsOfPathField = ASCIISet(";/?"), endsInText = ASCIISet("'`<\\")
}

/// User information of URLs anywhere in a text: `https://user:password@host`.
struct UserInfoRedactor: Redactor {
    func finds(in bytes: [UInt8]) -> [Find] {
        // Most texts end here, without a search for URLs.
        guard bytes[...].firstPlace(of: UInt8(ascii: "@")) != nil else { return [] }
        let sign = Array("://".utf8)
        var finds: [Find] = []
        var from = 0
        while let place = bytes.firstPlace(of: sign, from: from) {
            let start = place + sign.count
            var end = start, at: Int?
            // A longer authority is invalid; the limit keeps the search linear.
            while end < bytes.count, end - start < 2048, bytes[end] > 32, !Self.ends.contains(bytes[end]) {
                if bytes[end] == UInt8(ascii: "@") { at = end }
                end += 1
            }
            if let at {
                let colon = bytes[start..<at].firstIndex(of: UInt8(ascii: ":"))
                // A user alone is often a token, but not in `ssh://git@…`.
                if colon != nil || !CredentialForm.isOrdinary(bytes[start..<at]) {
                    finds.append(Find(range: (colon.map { $0 + 1 } ?? start)..<at, label: "password", escapes: [.form]))
                }
            }
            from = end
        }
        return finds
    }

    private static let ends = ASCIISet("/?#\"'<>\\\u{7F}")
}
