import CNettle

/// One block of a PEM text (RFC 7468): what stands between its `BEGIN` and `END` lines, decoded.
struct PEMBlock {
    /// What the block says it is: `RSA PRIVATE KEY`.
    let label: String
    /// Whether the old kind of encryption is declared (RFC 1421); then the bytes are no DER.
    let isEncrypted: Bool
    /// The bytes; nil when they are no Base64.
    let bytes: [UInt8]?

    /// Longer texts are not looked at: the longest key and a chain of certificates are much shorter.
    static let textLimit = 262_144

    /// The blocks of a text in order. Anything may stand around them. A block that does not end is none.
    static func all(in text: String) -> [PEMBlock] {
        guard text.utf8.count <= textLimit else { return [] }
        var found: [PEMBlock] = []
        var label: String?
        var isEncrypted = false
        var body: [UInt8] = []
        for line in text.utf8.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            let line = trimmed(line)
            if let opened = boundary(line, "-----BEGIN ") {
                (label, isEncrypted, body) = (opened, false, [])
            } else if let closed = boundary(line, "-----END ") {
                if let label, label == closed {
                    found.append(PEMBlock(label: label, isEncrypted: isEncrypted, bytes: decoded(body)))
                }
                label = nil
            } else if label != nil {
                if line.contains(UInt8(ascii: ":")) {
                    // Of the headers before the body one matters: `Proc-Type: 4,ENCRYPTED`.
                    isEncrypted = isEncrypted || String(Substring(line)).hasSuffix("ENCRYPTED")
                } else {
                    body += line
                }
            }
        }
        return found
    }

    private static func boundary(_ line: Substring.UTF8View, _ start: String) -> String? {
        let end = "-----"
        guard line.count > start.utf8.count + end.utf8.count, line.starts(with: start.utf8),
            line.suffix(end.utf8.count).elementsEqual(end.utf8)
        else { return nil }
        return String(Substring(line.dropFirst(start.utf8.count).dropLast(end.utf8.count)))
    }

    private static func trimmed(_ line: Substring.UTF8View) -> Substring.UTF8View {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        guard let last = line.lastIndex(where: { !isBlank($0) }) else { return line.suffix(0) }
        return line[...last].drop(while: isBlank)
    }

    private static func decoded(_ text: [UInt8]) -> [UInt8]? {
        var isGood = true
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count) { bytes, count in
            let written = bytes.baseAddress.map { cnettle_base64_decode(text, text.count, $0) } ?? 0
            isGood = written >= 0
            count = max(0, written)
        }
        return isGood ? bytes : nil
    }
}
