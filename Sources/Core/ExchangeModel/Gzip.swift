import CZlib

/// The gzip format (RFC 1952), with zlib.
package enum Gzip {
    /// Compresses into one member without a time or name, so that equal bytes give equal results.
    package static func compress(_ bytes: [UInt8]) -> [UInt8] {
        let room = czlib_gzip_bound(bytes.count)
        return [UInt8](unsafeUninitializedCapacity: room) { out, count in
            count = max(0, czlib_gzip(bytes, bytes.count, out.baseAddress, room))
        }
    }

    /// Decompresses all members; nil if it is damaged or larger than `limit` bytes.
    package static func decompress(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        // The last four bytes are the last member's size modulo 2^32; if there is more, a second pass is needed.
        let stated = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        return grown(min(limit, max(64, stated)), limit) { czlib_gunzip(bytes, bytes.count, $0, $1) }
    }

    /// What a function writes, which is called with more room up to a limit while it returns -2.
    fileprivate static func grown(
        _ room: Int, _ limit: Int, _ write: (UnsafeMutablePointer<UInt8>?, Int) -> Int
    ) -> [UInt8]? {
        var room = room
        while true {
            var written = -1
            let plain = [UInt8](unsafeUninitializedCapacity: room) { out, count in
                written = write(out.baseAddress, room)
                count = max(0, written)
            }
            if written >= 0 { return plain }
            guard written == -2, room < limit else { return nil }
            room = min(limit, room * 4)
        }
    }
}

/// Decompresses gzip that arrives in pieces. Not thread-safe.
package final class GzipReader {
    package enum Progress { case done, refused, malformed }

    private let reader: OpaquePointer?
    /// How much of the current piece was read.
    private var consumed = 0
    /// What was decompressed and not taken yet.
    private var output = [UInt8](repeating: 0, count: 64 << 10)
    private var filled = 0

    package init() { reader = czlib_reader_new() }

    deinit { czlib_reader_free(reader) }

    /// Whether the bytes so far are complete members, or nothing.
    package var isAtEnd: Bool { !hasBegun || reader.map { czlib_reader_is_at_end($0) != 0 } ?? false }
    private var hasBegun = false

    /// Passes on what a piece decompresses to. If `take` returns false, the same piece is to be read again later, and
    /// reading continues there.
    package func read(_ piece: UnsafeBufferPointer<UInt8>, _ take: (UnsafeBufferPointer<UInt8>) -> Bool) -> Progress {
        guard let reader else { return .malformed }
        hasBegun = hasBegun || !piece.isEmpty
        while true {
            let mayHaveMore = filled == output.count
            if filled > 0 {
                guard output.withUnsafeBufferPointer({ take(UnsafeBufferPointer(rebasing: $0[..<filled])) }) else {
                    return .refused
                }
                filled = 0
            }
            guard consumed < piece.count || mayHaveMore else {
                consumed = 0
                return .done
            }
            var count = piece.count - consumed, room = output.count
            let code = czlib_reader_read(reader, piece.baseAddress.map { $0 + consumed }, &count, &output, &room)
            guard code == 0, count > 0 || room > 0 || mayHaveMore else { return .malformed }
            (consumed, filled) = (consumed + count, room)
        }
    }
}

/// Raw deflate data (RFC 1951) and its checksum, as in ZIP archives.
package enum Deflate {
    package static func compress(_ bytes: [UInt8]) -> [UInt8] {
        let room = czlib_gzip_bound(bytes.count)
        return [UInt8](unsafeUninitializedCapacity: room) { out, count in
            count = max(0, czlib_deflate(bytes, bytes.count, out.baseAddress, room))
        }
    }

    /// Decompresses data of a known size; nil if it is damaged or of another size.
    package static func decompress(_ bytes: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
        var written = -1
        // zlib writes nothing into no room.
        let plain = [UInt8](unsafeUninitializedCapacity: size + 1) { out, count in
            written = bytes.withUnsafeBufferPointer {
                czlib_inflate($0.baseAddress, $0.count, out.baseAddress, size + 1)
            }
            count = max(0, written)
        }
        return written == size ? plain : nil
    }

    /// Decompresses the content coding `deflate` (RFC 9110, 8.4.1.2): zlib's format (RFC 1950), or raw data, which some
    /// servers send. Nil if it is neither or larger than `limit` bytes.
    package static func decompressCoding(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        let isWrapped = bytes.count > 6 && bytes[0] & 15 == 8 && (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0
        let data = isWrapped ? bytes[2..<(bytes.count - 4)] : bytes[...]
        return data.withUnsafeBufferPointer { data in
            Gzip.grown(min(limit, max(64, data.count * 4)), limit) {
                czlib_inflate(data.baseAddress, data.count, $0, $1)
            }
        }
    }

    package static func checksum(_ bytes: [UInt8]) -> UInt32 { czlib_crc32(bytes, bytes.count) }
}
