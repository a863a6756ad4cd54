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

    /// Whether a text is the base64 of `user:password`.
    static func isUserAndPassword(_ digits: some Collection<UInt8>) -> Bool {
        guard digits.count >= 4, let text = Base64.decode(digits) else { return false }
        return text.contains(UInt8(ascii: ":")) && String(validating: text, as: UTF8.self) != nil
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

/// Tokens that are recognized by how they begin, as their issuers document it, JWTs (RFC 7519), and private keys in PEM
/// (RFC 7468).
struct KnownTokenRedactor: Redactor {
    func finds(in bytes: [UInt8]) -> [Find] {
        var finds: [Find] = [], place = 0
        bytes.withUnsafeBufferPointer { bytes in
            while let run = EncodedText.nextRun(in: bytes, from: place) {
                place = run.upperBound
                finds += Self.tokens(in: bytes, run).map { Find(range: $0, label: "token") }
            }
        }
        return Find.merged(finds + privateKeys(in: bytes))
    }

    private struct Prefix {
        package let text: [UInt8]
        /// How many letters, digits, hyphens and underscores follow at least.
        let least: Int
        /// Whether other words begin like this (`sk-learn-…`), so that a long part with a digit must follow.
        var isWord = false

        init(_ text: String, _ least: Int, isWord: Bool = false) {
            (self.text, self.least, self.isWord) = (Array(text.utf8), least, isWord)
        }
    }

    /// By the first letter.
    private static let prefixes: [UInt8: [Prefix]] = {
        let all =
            [
                "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "dop_v1_", "shpat_", "npm_", "pypi-", "glsa_",
                "ATATT3", "ATCTT3", "lin_api_", "PMAK-", "sntryu_",
            ].map { Prefix($0, 20) } + [Prefix("dapi", 32)]
            + ["glpat-", "gldt-", "glrt-", "glptt-", "xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xapp-"]
            .map { Prefix($0, 16) }
            + ["sk_live_", "sk_test_", "rk_live_", "whsec_", "AIza"].map { Prefix($0, 16) }
            + ["sk-", "hf_", "dckr_pat_"].map { Prefix($0, 20, isWord: true) }
        return Dictionary(grouping: all) { $0.text[0] }
    }()
    /// Before a dot that precedes the token of HashiCorp Vault and SendGrid.
    private static let dotted = ["hvs", "hvb", "hvr", "SG"].map { Array($0.utf8) }
    /// Identifiers of access keys of AWS: 20 capitals and digits.
    private static let keyIdentifiers = ["AKIA", "ASIA"].map { Array($0.utf8) }

    /// Whether a run of base64 digits contains a token, or is part of a private key.
    static func isToken(_ bytes: UnsafeBufferPointer<UInt8>, _ run: Range<Int>) -> Bool {
        bytes[run].starts(with: "MII".utf8) && run.count >= 60 || !tokens(in: bytes, run).isEmpty
    }

    /// The tokens of a run, which begin at its start or after a slash or a plus sign.
    private static func tokens(in bytes: UnsafeBufferPointer<UInt8>, _ run: Range<Int>) -> [Range<Int>] {
        var found: [Range<Int>] = [], start = run.lowerBound
        if let token = dottedToken(in: bytes, run) ?? webhook(in: bytes, run) { return [token] }
        while start < run.upperBound {
            let rest = bytes[start..<run.upperBound]
            let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "+") } ?? run.upperBound
            if isToken(bytes[start..<end]) {
                found.append(start..<end)
            } else if let last = endOfWebToken(in: bytes, start..<end) {
                found.append(start..<last)
            }
            start = end + 1
        }
        return found
    }

    /// The end of a JWT by its header, the base64 of a JSON object with `alg`; nil for any other text. A signed one has
    /// three parts, an encrypted one five; one that was cut off, or is not signed, may have two.
    private static func endOfWebToken(in bytes: UnsafeBufferPointer<UInt8>, _ head: Range<Int>) -> Int? {
        // A longer header is not a JWT's; the limit keeps the search linear.
        guard bytes[head].starts(with: "eyJ".utf8), head.count <= 4096, head.upperBound < bytes.count,
            bytes[head.upperBound] == UInt8(ascii: "."), let text = Base64.decode(bytes[head]),
            text.firstPlace(of: Array("\"alg\"".utf8)) != nil
        else { return nil }
        var end = head.upperBound, parts = 1
        while parts < 5, end < bytes.count, bytes[end] == UInt8(ascii: ".") {
            let isPart = { (byte: UInt8) in ASCII.isName(byte) && byte != UInt8(ascii: ".") }
            let next = bytes[(end + 1)...].firstIndex { !isPart($0) } ?? bytes.count
            // A full stop after the third part ends a sentence.
            guard next > end + 1 || parts == 2 else { break }
            end = next
            parts += 1
        }
        return parts > 1 ? end : nil
    }

    /// `hvs.…`, `SG.….…`: whether the part before the dot is the beginning of a token.
    private static func dottedToken(in bytes: UnsafeBufferPointer<UInt8>, _ run: Range<Int>) -> Range<Int>? {
        guard run.lowerBound > 2, run.count >= 20, bytes[run.lowerBound - 1] == UInt8(ascii: ".") else { return nil }
        let before = bytes[..<(run.lowerBound - 1)].suffix(4)
        guard dotted.contains(where: { before.suffix($0.count + 1).drop { !ASCII.isLetter($0) }.elementsEqual($0) }),
            bytes[run].contains(where: ASCII.isDigit)
        else { return nil }
        let rest = bytes[run.upperBound...].prefix { $0 == UInt8(ascii: ".") || $0 == 45 || ASCII.isName($0) }
        return run.lowerBound..<run.upperBound + (rest.last == UInt8(ascii: ".") ? rest.count - 1 : rest.count)
    }

    /// The last part of `https://hooks.slack.com/services/T…/B…/…`, which lets anyone write.
    private static func webhook(in bytes: UnsafeBufferPointer<UInt8>, _ run: Range<Int>) -> Range<Int>? {
        guard bytes[run].starts(with: "com/services/".utf8),
            bytes[..<run.lowerBound].suffix(12)
                .elementsEqual("hooks.slack.".utf8), let last = bytes[run].split(separator: UInt8(ascii: "/")).last
        else { return nil }
        return last.count >= 16 ? last.indices : nil
    }

    private static func isToken(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let first = word.first else { return false }
        if first == UInt8(ascii: "A"), word.count == 20, keyIdentifiers.contains(where: { word.starts(with: $0) }) {
            return word.allSatisfy { ASCII.isDigit($0) || $0 &- 65 < 26 }
        }
        guard let prefix = prefixes[first]?.first(where: { word.starts(with: $0.text) }) else { return false }
        let rest = word.dropFirst(prefix.text.count)
        guard rest.count >= prefix.least, rest.contains(where: ASCII.isDigit) else { return false }
        // What follows a placeholder's mark is one.
        if Placeholder.ranges(in: Array(word)).isEmpty == false { return false }
        return !prefix.isWord
            || rest.split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }.contains {
                $0.count >= 16 && $0.contains(where: ASCII.isDigit) && $0.contains(where: ASCII.isLetter)
            }
    }

    private func privateKeys(in bytes: [UInt8]) -> [Find] {
        let begin = Array("PRIVATE KEY-----".utf8)
        var finds: [Find] = [], from = 0
        while let place = bytes.firstPlace(of: begin, from: from) {
            let start = place + begin.count
            var end = start
            // A key that was cut off ends where other text begins.
            while end < bytes.count, Self.isInKey(bytes[end]), !bytes[end...].starts(with: "-----".utf8) { end += 1 }
            let content = Self.withoutLineBreaks(bytes[start..<end]).indices
            let isKey = bytes.withUnsafeBufferPointer { bytes in
                EncodedText.nextRun(in: UnsafeBufferPointer(rebasing: bytes[content]), from: 0) != nil
            }
            if isKey, Placeholder.ranges(in: Array(bytes[content])).isEmpty {
                finds.append(Find(range: content, label: "key"))
            }
            from = end
        }
        return finds
    }

    /// The text without surrounding line breaks, escaped or not.
    private static func withoutLineBreaks(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isBreak(_ escape: ArraySlice<UInt8>) -> Bool {
            escape.elementsEqual("\\n".utf8) || escape.elementsEqual("\\r".utf8)
        }
        var text = text.trimmed
        while isBreak(text.prefix(2)) { text = text.dropFirst(2).trimmed }
        while isBreak(text.suffix(2)) { text = text.dropLast(2).trimmed }
        return text
    }

    /// Digits of base64, white space, escaped line breaks and the characters of a header.
    private static func isInKey(_ byte: UInt8) -> Bool {
        Base64.value(of: byte) != nil || ASCII.isSpace(byte) || "=\\:,-".utf8.contains(byte)
    }
}

/// Finds text that looks like a key or token: runs that switch between capitals, small letters and digits as often as
/// random text; the beginning of a JWT; hexadecimal text of a length that no identifier or digest has.
package enum TokenScan {
    private static let lengths = 20...512

    package static func tokens(in bytes: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var place = 0
        while place < bytes.count {
            guard isPart(bytes[place]) else {
                place += 1
                continue
            }
            let start = place
            while place < bytes.count, isPart(bytes[place]) { place += 1 }
            guard lengths.contains(place - start) else { continue }
            for run in bytes[start..<place].split(whereSeparator: { $0 == UInt8(ascii: "/") })
            where lengths.contains(run.count) && isToken(run) { found.append(run.startIndex..<run.endIndex) }
        }
        return found
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
    }

    private static func isToken(_ run: ArraySlice<UInt8>) -> Bool {
        guard Placeholder.ranges(in: Array(run)).isEmpty else { return false }
        if run.starts(with: "eyJ".utf8) { return true }
        if run.allSatisfy({ ASCII.hexValue($0) != nil }) { return isHexToken(run) }
        var text = Array(run)
        // A sys_id inside a longer word is not evidence of a token.
        if let hex = longHex(in: text) { text.removeSubrange(hex) }
        guard lengths.contains(text.count), !isCompound(text) else { return false }
        let kinds = text.map(kind)
        guard [1, 2, 3].allSatisfy(kinds.contains) else { return false }
        let changes = zip(kinds, kinds.dropFirst()).count { $0 != $1 }
        return Double(changes) / Double(kinds.count - 1) >= 0.45 && Set(text).count >= 12
    }

    /// Whether a run is words and numbers joined by hyphens or underscores: `Tue_Mar_11_22_11_44_PDT_2025`.
    private static func isCompound(_ text: [UInt8]) -> Bool {
        let parts = text.split { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
        return parts.count > 2
            && parts.allSatisfy { part in
                part.allSatisfy(ASCII.isDigit) || part.allSatisfy { $0 &- 65 < 26 }
                    || ASCII.isLetter(part[part.startIndex]) && part.dropFirst().allSatisfy(ASCII.isLowercaseLetter)
            }
    }

    /// Capitals with digits are a servlet container's session id; small letters are one only at lengths that no digest
    /// has.
    private static func isHexToken(_ run: ArraySlice<UInt8>) -> Bool {
        let hasCapital = run.contains { $0 &- 65 < 6 }, hasSmall = run.contains { $0 &- 97 < 6 }
        guard run.contains(where: ASCII.isDigit) else { return false }
        if hasCapital && !hasSmall { return run.count >= 32 }
        return hasSmall && run.count > 40 && ![64, 96, 128].contains(run.count)
    }

    private static func longHex(in text: [UInt8]) -> Range<Int>? {
        var start = 0
        for place in 0...text.count {
            if place < text.count, ASCII.isDigit(text[place]) || text[place] &- 97 < 6 { continue }
            if place - start >= 32 { return start..<place }
            start = place + 1
        }
        return nil
    }

    private static func kind(_ byte: UInt8) -> Int {
        if ASCII.isDigit(byte) { return 3 }
        return byte &- 65 < 26 ? 2 : ASCII.isLowercaseLetter(byte) ? 1 : 0
    }
}
