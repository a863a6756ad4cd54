import Foundation

/// A secret in every encoding that a file might contain.
struct SecretEncodings {
    let name: String
    let forms: [(spelling: String, bytes: [UInt8])]

    init(_ name: String, _ secret: String) {
        self.name = name
        let bytes = Array(secret.utf8)
        var forms: [(String, [UInt8])] = [("raw", bytes)]
        let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        for (label, format) in [("URL", "%%%02X"), ("URL, small letters", "%%%02x")] {
            forms.append(
                (label, bytes.flatMap { unreserved.contains($0) ? [$0] : Array(String(format: format, $0).utf8) }))
        }
        // All three alignments, without the characters at the ends that depend on the adjacent bytes.
        for shift in 0..<3 {
            let text = Array(Data([UInt8](repeating: 0, count: shift) + bytes).base64EncodedString().utf8)
            let first = [0, 2, 3][shift]
            let whole = (shift + bytes.count) * 8 / 6
            forms.append(("base64, \(shift) bytes on", Array(text[first..<whole])))
            forms.append(
                ("base64url, \(shift) bytes on", text[first..<whole].map { $0 == 43 ? 45 : $0 == 47 ? 95 : $0 }))
        }
        let json = SecretEncodings.escaped(secret, Self.json)
        forms.append(("JSON", Array(json.utf8)))
        forms.append(("JSON in JSON", Array(SecretEncodings.escaped(json, Self.json).utf8)))
        for (label, signs) in Self.pages {
            let page = SecretEncodings.escaped(secret, signs)
            forms.append((label, Array(page.utf8)))
            forms.append((label + ", in JSON", Array(SecretEncodings.escaped(page, Self.json).utf8)))
        }
        forms.append(("hexadecimal", Array(bytes.map { String(format: "%02x", $0) }.joined().utf8)))
        forms.append(("hexadecimal, capitals", Array(bytes.map { String(format: "%02X", $0) }.joined().utf8)))
        forms.append(("UTF-16, little end first", bytes.flatMap { [$0, 0] }))
        forms.append(("UTF-16, big end first", bytes.flatMap { [0, $0] }))
        self.forms = forms.map { (spelling: $0.0, bytes: $0.1) }
    }

    private static let json: [Character: String] = ["\"": "\\\"", "\\": "\\\\"]
    private static let pages: [(String, [Character: String])] = [
        ("HTML", ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"]),
        ("HTML, the least", ["&": "&amp;", "<": "&lt;"]),
        ("HTML, numbered", ["&": "&#38;", "<": "&#60;", ">": "&#62;", "\"": "&#34;"]),
    ]

    private static func escaped(_ text: String, _ signs: [Character: String]) -> String {
        text.map { signs[$0] ?? String($0) }.joined()
    }

    /// Where bytes contain it: a phrase for each encoding found.
    func found(in bytes: [UInt8], of place: String) -> [String] {
        forms.filter { bytes.holds($0.bytes) }.map { "\(name) in \(place) (\($0.spelling))" }
    }
}

extension [UInt8] {
    /// Whether a part occurs in the bytes. `Data` takes ten times as long, and megabytes are searched for hundreds of
    /// parts.
    func holds(_ part: [UInt8]) -> Bool {
        withUnsafeBytes { whole in
            part.withUnsafeBytes { part in
                guard let start = whole.baseAddress, let wanted = part.baseAddress, let first = part.first else {
                    return part.isEmpty
                }
                var at = 0
                while at + part.count <= whole.count,
                    let hit = memchr(start + at, Int32(first), whole.count - part.count + 1 - at)
                {
                    at = UnsafeRawPointer(hit) - start
                    if memcmp(start + at, wanted, part.count) == 0 { return true }
                    at += 1
                }
                return false
            }
        }
    }
}
