/// User information in addresses, wherever an address stands in a text: `https://user:password@host`.
struct UserInfoRedactor: Redactor {
    static let name = "user-info"

    func finds(in bytes: [UInt8]) -> [Find] {
        let sign = Array("://".utf8)
        var finds: [Find] = []
        var from = 0
        while let place = bytes.firstRange(of: sign, from: from) {
            let start = place + sign.count
            var end = start, at: Int?
            // An authority longer than this is no authority; the bound keeps the pass linear.
            while end < bytes.count, end - start < 2048, !Self.endsAuthority(bytes[end]) {
                if bytes[end] == UInt8(ascii: "@") { at = end }
                end += 1
            }
            if let at {
                let colon = bytes[start..<at].firstIndex(of: UInt8(ascii: ":"))
                finds.append(Find(range: (colon.map { $0 + 1 } ?? start)..<at, label: "password", coding: .percent))
            }
            from = end
        }
        return finds
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...32, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "'"),
            UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), 127:
            true
        default: false
        }
    }
}
