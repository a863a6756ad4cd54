/// A picture of up to 256 colours as a PNG file (ISO/IEC 15948), not compressed.
struct PNGImage {
    /// The file.
    let bytes: [UInt8]

    /// Draws a picture: `colour` gives the place in `palette` (0xRRGGBB each) of a point's colour.
    init(width: Int, height: Int, palette: [UInt32], _ colour: (_ x: Int, _ y: Int) -> UInt8) {
        var lines: [UInt8] = []
        lines.reserveCapacity((width + 1) * height)
        for y in 0..<height {
            // No filter.
            lines.append(0)
            for x in 0..<width { lines.append(colour(x, y)) }
        }
        let header = PNGImage.word(UInt32(width)) + PNGImage.word(UInt32(height)) + [8, 3, 0, 0, 0]
        let colours = palette.flatMap {
            [UInt8(truncatingIfNeeded: $0 >> 16), UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
        }
        bytes =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + PNGImage.chunk("IHDR", header)
            + PNGImage.chunk("PLTE", colours) + PNGImage.chunk("IDAT", PNGImage.stored(lines))
            + PNGImage.chunk("IEND", [])
    }

    /// A zlib stream (RFC 1950) of stored blocks.
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(start + 65_535, data.count)
            let count = UInt16(end - start)
            out.append(end == data.count ? 1 : 0)
            for half in [count, ~count] { out += [UInt8(half & 0xFF), UInt8(half >> 8)] }
            out += data[start..<end]
            start = end
        } while start < data.count
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in data {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return out + word(b << 16 | a)
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + data
        return word(UInt32(data.count)) + named + word(checksum(named))
    }

    /// CRC-32 as PNG has it.
    private static func checksum(_ data: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in data {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }

    private static func word(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }
}
