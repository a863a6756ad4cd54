/// The gzip file format by hand (RFC 1952), with stored blocks, which need no compressor.
package enum Gzip {
    package static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65535)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            out.append(rest.isEmpty ? 1 : 0)
            out += little(UInt32(count), 2) + little(UInt32(~count), 2) + block
        } while !rest.isEmpty
        return out + little(checksum(bytes), 4) + little(UInt32(bytes.count), 4)
    }

    private static func little(_ value: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(0xFFFF_FFFF as UInt32) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
    }
}
