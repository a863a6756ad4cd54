import ExchangeModel

/// Header lines as one blob: for each line the name and then the value, each as its length in UTF-8 bytes (LEB128,
/// seven bits a byte, low bits first) followed by the bytes. Order, repeats and letter case survive.
///
/// One blob a side costs one column instead of one row a line, which is most of what recording an exchange would cost.
enum HeaderBlob {
    static func encode(_ headers: HeaderFields) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 })
        for field in headers {
            append(field.name, to: &out)
            append(field.value, to: &out)
        }
        return out
    }

    /// Reads a blob back. Nil when it is not one: a length that runs past the end, is written longer than need be,
    /// or names bytes that are not UTF-8. Never allocates more than a small multiple of the blob.
    static func decode(_ bytes: [UInt8]) -> HeaderFields? {
        var offset = 0
        var fields: [HeaderField] = []
        while offset < bytes.count {
            guard let name = text(in: bytes, at: &offset), let value = text(in: bytes, at: &offset) else { return nil }
            fields.append(HeaderField(name, value))
        }
        return HeaderFields(fields)
    }

    private static func append(_ text: String, to out: inout [UInt8]) {
        var count = text.utf8.count
        while count >= 0x80 {
            out.append(UInt8(count & 0x7F) | 0x80)
            count >>= 7
        }
        out.append(UInt8(count))
        out.append(contentsOf: text.utf8)
    }

    private static func text(in bytes: [UInt8], at offset: inout Int) -> String? {
        guard let count = length(in: bytes, at: &offset), count <= bytes.count - offset else { return nil }
        defer { offset += count }
        return String(validating: bytes[offset..<(offset + count)], as: UTF8.self)
    }

    /// At most five bytes, so that a length fits into 35 bits and nothing can overflow.
    private static func length(in bytes: [UInt8], at offset: inout Int) -> Int? {
        var value = 0
        for shift in stride(from: 0, through: 28, by: 7) {
            guard offset < bytes.count else { return nil }
            let byte = bytes[offset]
            offset += 1
            value |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return byte == 0 && shift > 0 ? nil : value }
        }
        return nil
    }
}
