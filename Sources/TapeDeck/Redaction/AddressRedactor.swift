/// Secret fields of addresses that stand in a header value (`Location`, `Link`, `Referer`) or are one: in the query, in
/// the fragment, where a sign-in may leave a token, and beside a path (`/x.do;jsessionid=…`).
struct AddressRedactor: Redactor {
    static let name = "address"

    func finds(in bytes: [UInt8]) -> [Find] {
        var finds: [Find] = []
        var place = 0
        while let mark = bytes[place...].firstIndex(where: Self.beginsFields) {
            let isBesidePath = bytes[mark] == UInt8(ascii: ";")
            let end =
                bytes[(mark + 1)...].firstIndex { byte in
                    Self.endsFields(byte) || isBesidePath && Self.endsPathField(byte)
                } ?? bytes.count
            finds += QueryRedactor().finds(in: Array(bytes[(mark + 1)..<end])).map { find in
                var find = find
                find.range = find.range.lowerBound + mark + 1..<find.range.upperBound + mark + 1
                return find
            }
            place = end
        }
        return finds
    }

    private static func beginsFields(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: ";")
    }

    private static func endsFields(_ byte: UInt8) -> Bool {
        byte <= 32 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "\"")
    }

    private static func endsPathField(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ";") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?")
    }
}
