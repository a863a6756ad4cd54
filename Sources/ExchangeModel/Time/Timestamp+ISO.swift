extension Timestamp {
    /// Reads ISO 8601: `2024-04-16T17:16:18.123+02:00`. Without a zone it is UTC; digits behind the microsecond do not
    /// count. Nil when it is none.
    package init?(isoText text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19, bytes.count <= 64, bytes[10] | 0x20 == UInt8(ascii: "t") || bytes[10] == 0x20,
            let whole = Timestamp(
                glideText: String(decoding: bytes[..<10] + [0x20] + bytes[11..<19], as: UTF8.self))
        else { return nil }
        var place = 19, fraction: Int64 = 0
        if place < bytes.count, bytes[place] == UInt8(ascii: ".") || bytes[place] == UInt8(ascii: ",") {
            place += 1
            var unit: Int64 = 100_000
            while place < bytes.count, let digit = Timestamp.digit(bytes[place]) {
                fraction += digit * unit
                unit /= 10
                place += 1
            }
        }
        guard let offset = Timestamp.offset(bytes[place...]) else { return nil }
        self.init(microseconds: whole.advanced(bySeconds: -offset).microseconds + fraction)
    }

    /// `Z`, `+01:00`, `+0100`, `+01` or nothing, in seconds.
    private static func offset(_ zone: ArraySlice<UInt8>) -> Int64? {
        if zone.isEmpty || zone.elementsEqual("Z".utf8) || zone.elementsEqual("z".utf8) { return 0 }
        guard let sign = zone.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        let rest = zone.dropFirst().filter { $0 != UInt8(ascii: ":") }
        let digits = rest.compactMap(digit)
        guard digits.count == rest.count, digits.count == 2 || digits.count == 4 else { return nil }
        let minutes = digits.count == 4 ? digits[2] * 10 + digits[3] : 0
        let seconds = (digits[0] * 10 + digits[1]) * 3600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }

    private static func digit(_ byte: UInt8) -> Int64? { (48...57).contains(byte) ? Int64(byte - 48) : nil }
}
