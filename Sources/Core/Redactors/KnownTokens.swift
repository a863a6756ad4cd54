import Notation

/// Tokens that are recognized by how they begin, as their issuers document it, and private keys in PEM (RFC 7468).
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
            if isToken(bytes[start..<end]) { found.append(start..<end) }
            start = end + 1
        }
        return found
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
            let content = bytes[start..<end].trimmed.indices
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

    /// Digits of base64, white space, escaped line breaks and the characters of a header.
    private static func isInKey(_ byte: UInt8) -> Bool {
        Base64.value(of: byte) != nil || ASCII.isSpace(byte) || "=\\:,-".utf8.contains(byte)
    }
}
