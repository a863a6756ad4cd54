import Notation

/// Decides by the form of a value whether it may be a credential, where a name alone is no proof: `password: …` in a
/// text may begin a sentence, and `session`, `ticket` and `code` are everyday words.
///
/// This is the only place of that decision. It never depends on which secrets are known.
enum CredentialForm {
    /// A value without the brackets and punctuation of a sentence around it.
    package static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var value = value
        while let last = value.last, ".,;:!?)]}>".utf8.contains(last) { value.removeLast() }
        while let first = value.first, "([<".utf8.contains(first) { value.removeFirst() }
        return value
    }

    /// Whether the value after the name of a secret is an ordinary word of a text: a word, a short number, a date, a
    /// record's number, an address, a variable. Everything else is taken for the secret.
    static func isOrdinary(_ value: ArraySlice<UInt8>) -> Bool {
        let value = trimmed(value)
        guard value.count >= 4, let first = value.first else { return true }
        if isReference(value) { return true }
        // A call, such as `getpass()`.
        if value.prefix(while: { ASCII.isName($0) }).endIndex == value.firstIndex(of: UInt8(ascii: "(")) { return true }
        // `{SSHA}…` is a hash of a password; any other brace begins a document.
        if first == UInt8(ascii: "{"), !isHash(value) { return true }
        let digits = value.count(where: ASCII.isDigit), letters = value.count(where: isLetter)
        let joined = value.count(where: { "-_./:'+".utf8.contains($0) })
        guard digits + letters + joined == value.count else { return isAddress(value) }
        if digits == 0 { return !hasOddCapitals(value) }
        if letters == 0 { return digits < 4 || joined > 0 }
        return isRecordNumber(value) || isAddress(value)
    }

    /// Whether a string of a program is the value of a secret's name and no secret: `token: "keyword"`, `API_KEY = ".api"`.
    /// Names that mean nothing else than a secret have no such values but their own: `PASSWORD = "PASSWORD"`,
    /// `accessToken: "access_token"`, `SECRET: "SET_SECRET"`.
    static func isProgramWord(_ value: ArraySlice<UInt8>, of name: ArraySlice<UInt8>, _ label: String) -> Bool {
        let own = SecretNames.normal(name), word = SecretNames.normal(value)
        let isJoined = value.contains { "_-".utf8.contains($0) }
        if value.allSatisfy({ isLetter($0) || "_-".utf8.contains($0) }), word == own || isJoined && word.contains(own) {
            return true
        }
        if SecretNames.isListed(name), !["token", "cookie"].contains(SecretNames.normal(name)) { return false }
        if value.contains(32) || label == "token" && !looksGenerated(value) { return true }
        return isOrdinary(value.filter { isLetter($0) || ASCII.isDigit($0) || "-_./:'+@".utf8.contains($0) }[...])
    }

    /// Whether the value of an everyday word (`session=…`) is a credential: letters and digits in turns, at least eight
    /// characters long. A sys_id, a record's number and words with numbers (`release-2024`) are not.
    static func looksGenerated(_ value: ArraySlice<UInt8>) -> Bool {
        guard value.count >= 8, value.count(where: ASCII.isLetter) >= 3, value.contains(where: ASCII.isDigit),
            !SysIDForm.isStored(value),
            value.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || "-_.~%+/=:".utf8.contains($0) })
        else { return false }
        return !value.split { !ASCII.isLetter($0) && !ASCII.isDigit($0) }.allSatisfy(isWordWithNumber)
    }

    /// Letters, then digits, or the reverse: `INC0010001`, `v2`, `3rd`.
    private static func isWordWithNumber(_ word: ArraySlice<UInt8>) -> Bool {
        word.drop(while: ASCII.isLetter).allSatisfy(ASCII.isDigit)
            || word.drop(while: ASCII.isDigit).allSatisfy(ASCII.isLetter)
    }

    /// `INC0010001`, `RITM0000001`.
    private static func isRecordNumber(_ value: ArraySlice<UInt8>) -> Bool {
        let prefix = value.prefix { $0 &- 65 < 26 }
        let number = value[prefix.endIndex...]
        return (2...6).contains(prefix.count) && number.count >= 4 && number.allSatisfy(ASCII.isDigit)
    }

    /// `$PASSWORD`, `${token}`, `{{token}}`, `%TOKEN%`, `@FILE`: where the secret comes from.
    static func isReference(_ value: ArraySlice<UInt8>) -> Bool {
        let rest = value.dropFirst()
        switch value.first {
        case UInt8(ascii: "$"):
            return rest.first.map { "{(@".utf8.contains($0) } ?? false
                || rest.allSatisfy { $0 &- 65 < 26 || $0 == UInt8(ascii: "_") || ASCII.isDigit($0) }
                || rest.allSatisfy { ASCII.isLetter($0) || $0 == UInt8(ascii: "_") }
        case UInt8(ascii: "{"): return rest.first == UInt8(ascii: "{")
        case UInt8(ascii: "%"): return rest.last == UInt8(ascii: "%")
        case UInt8(ascii: "@"): return true
        default: return false
        }
    }

    private static func isHash(_ value: ArraySlice<UInt8>) -> Bool {
        let name = value.dropFirst().prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
        let rest = value[name.endIndex...]
        return !name.isEmpty && rest.first == UInt8(ascii: "}") && rest.count > 1
    }

    /// A URL or a mail address.
    private static func isAddress(_ value: ArraySlice<UInt8>) -> Bool {
        if Array(value).firstPlace(of: Array("://".utf8)) != nil { return true }
        guard let at = value.firstIndex(of: UInt8(ascii: "@")), at > value.startIndex else { return false }
        let host = value[(at + 1)...]
        return host.contains(UInt8(ascii: ".")) && host.last.map(ASCII.isLetter) ?? false
            && host.allSatisfy { ASCII.isName($0) }
    }

    /// Letters only, but in an order that no word has: `AbcDEfGhIj`.
    private static func hasOddCapitals(_ value: ArraySlice<UInt8>) -> Bool {
        guard value.count >= 8, value.allSatisfy(ASCII.isLetter) else { return false }
        return zip(value, value.dropFirst()).count { ($0 &- 65 < 26) != ($1 &- 65 < 26) } * 5 > value.count * 2
    }

    private static func isLetter(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) || byte >= 0x80 }
}

/// Names of secrets that are everyday words elsewhere. They count in URLs, forms, parts of a multipart body and
/// assignments in texts, and only with a value that looks like a credential: the fields `session` and `signature` of a
/// record, and `?ticket=INC0010001`, are kept. (For `code` and `state` see `AuthorizationFields`.)
enum EverydayNames {
    private static let names = NameTable(["token": "sig signature xamzsignature xgoogsignature ticket session"])

    package static func label(of name: some BidirectionalCollection<UInt8>, _ value: ArraySlice<UInt8>) -> String? {
        // Nearly all names end here.
        guard let last = name.last, "getn".utf8.contains(last | 0x20), name.count <= 64 else { return nil }
        return names[name].flatMap { CredentialForm.looksGenerated(value) ? $0 : nil }
    }
}
