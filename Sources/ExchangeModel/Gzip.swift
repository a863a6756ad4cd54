import CZlib

/// The gzip format (RFC 1952), by zlib.
package enum Gzip {
    /// The bytes as one member, without a time or a name: the same bytes always give the same member. Fast compression
    /// takes a third of the time and leaves more bytes.
    package static func compress(_ bytes: [UInt8], fast: Bool = false) -> [UInt8] {
        let room = czlib_gzip_bound(bytes.count)
        return [UInt8](unsafeUninitializedCapacity: room) { out, count in
            count = max(0, czlib_gzip(bytes, bytes.count, out.baseAddress, room, fast ? 1 : 0))
        }
    }

    /// What one member holds; nil when it is damaged, or holds more than `limit` bytes.
    package static func decompress(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        // The last four bytes are the size, modulo 2^32; a wrong one costs a second pass.
        let stated = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        var room = min(limit, max(64, stated))
        while true {
            var written = -1
            let plain = [UInt8](unsafeUninitializedCapacity: room) { out, count in
                written = czlib_gunzip(bytes, bytes.count, out.baseAddress, room)
                count = max(0, written)
            }
            if written >= 0 { return plain }
            guard written == -2, room < limit else { return nil }
            room = min(limit, room * 4)
        }
    }
}
