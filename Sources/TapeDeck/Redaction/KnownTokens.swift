import Notation

/// Tokens that are recognized by how they begin, as their issuers document it, and private keys in PEM (RFC 7468).
struct KnownTokenRedactor: Redactor {
    static let name = "known-token"

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
        let text: [UInt8]
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
            ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "dop_v1_", "shpat_", "npm_", "pypi-"]
            .map { Prefix($0, 20) }
            + ["glpat-", "gldt-", "glrt-", "glptt-", "xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xapp-"]
            .map { Prefix($0, 16) }
            + ["sk_live_", "sk_test_", "rk_live_", "whsec_", "AIza"].map { Prefix($0, 16) }
            + ["sk-", "hf_", "dckr_pat_"].map { Prefix($0, 20, isWord: true) }
        return Dictionary(grouping: all) { $0.text[0] }
    }()
    /// Identifiers of access keys of AWS: 20 capitals and digits.
    private static let keyIdentifiers = ["AKIA", "ASIA"].map { Array($0.utf8) }

    /// Whether a run of base64 digits contains a token, or is part of a private key.
    static func isToken(_ bytes: UnsafeBufferPointer<UInt8>, _ run: Range<Int>) -> Bool {
        bytes[run].starts(with: "MII".utf8) && run.count >= 60 || !tokens(in: bytes, run).isEmpty
    }

    /// The tokens of a run, which begin at its start or after a slash or a plus sign.
    private static func tokens(in bytes: UnsafeBufferPointer<UInt8>, _ run: Range<Int>) -> [Range<Int>] {
        var found: [Range<Int>] = [], start = run.lowerBound
        while start < run.upperBound {
            let rest = bytes[start..<run.upperBound]
            let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "+") } ?? run.upperBound
            if isToken(bytes[start..<end]) { found.append(start..<end) }
            start = end + 1
        }
        return found
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
            let content = Self.trimmed(start..<end, in: bytes)
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

    private static func trimmed(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        var range = range
        while let first = bytes[range].first, ASCII.isSpace(first) { range = range.lowerBound + 1..<range.upperBound }
        while let last = bytes[range].last, ASCII.isSpace(last) { range = range.lowerBound..<range.upperBound - 1 }
        return range
    }
}
