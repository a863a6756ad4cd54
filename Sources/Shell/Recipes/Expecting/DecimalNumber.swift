import Notation

/// A number as it is written, compared digit by digit: no digit is lost, however many there are.
struct DecimalNumber: Comparable {
    private let isNegative: Bool
    /// Without zeros at either end; none for zero.
    private let digits: [UInt8]
    /// How many of the digits stand before the point; negative for zeros behind it.
    private let point: Int

    /// Reads `-12`, `3.50`, `1e6`; nil for anything else.
    init?(_ text: String) {
        var bytes = Array(ASCII.trimmed(text[...]).utf8)[...]
        let sign = bytes.first
        if sign == .dash || sign == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
        let whole = bytes.prefix(while: ASCII.isDigit)
        bytes = bytes.dropFirst(whole.count)
        var fraction: ArraySlice<UInt8> = []
        if bytes.first == .dot {
            fraction = bytes.dropFirst().prefix(while: ASCII.isDigit)
            guard !fraction.isEmpty else { return nil }
            bytes = bytes.dropFirst(fraction.count + 1)
        }
        guard !whole.isEmpty else { return nil }
        var exponent = 0
        if let mark = bytes.first, mark | 0x20 == UInt8(ascii: "e") {
            guard bytes.count <= 12, let read = Int(String(decoding: bytes.dropFirst(), as: UTF8.self)) else {
                return nil
            }
            exponent = read
            bytes = []
        }
        guard bytes.isEmpty else { return nil }
        var digits = Array(whole + fraction)
        let leading = digits.prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeFirst(leading)
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        self.digits = digits
        point = digits.isEmpty ? 0 : whole.count - leading + exponent
        isNegative = sign == .dash && !digits.isEmpty
    }

    static func < (left: Self, right: Self) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
    }

    /// Compares what both are without their signs.
    private func isSmaller(than other: Self) -> Bool {
        if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
        if point != other.point { return point < other.point }
        return digits.lexicographicallyPrecedes(other.digits)
    }
}
