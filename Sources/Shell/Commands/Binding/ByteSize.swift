import Notation

/// A size as it is typed: `1048576`, `512k`, `64m`, `1g`; steps of 1024.
struct ByteSize {
    let bytes: Int

    init?(_ text: String) {
        var digits = text.utf8[...]
        var step = 1
        switch digits.last.map({ $0 | 32 }) {
        case UInt8(ascii: "k"): step = 1 << 10
        case UInt8(ascii: "m"): step = 1 << 20
        case UInt8(ascii: "g"): step = 1 << 30
        default: break
        }
        if step > 1 { digits = digits.dropLast() }
        guard digits.allSatisfy(ASCII.isDigit), let number = Int(String(decoding: digits, as: UTF8.self)) else {
            return nil
        }
        let (bytes, overflows) = number.multipliedReportingOverflow(by: step)
        guard !overflows, bytes > 0 else { return nil }
        self.bytes = bytes
    }
}
