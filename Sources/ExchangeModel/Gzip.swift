import CZlib

/// The gzip format (RFC 1952), with zlib.
package enum Gzip {
    /// Compresses into one member without a time or name, so that equal bytes give equal results. `fast` takes a third
    /// of the time and compresses less.
    package static func compress(_ bytes: [UInt8], fast: Bool = false) -> [UInt8] {
        let room = czlib_gzip_bound(bytes.count)
        return [UInt8](unsafeUninitializedCapacity: room) { out, count in
            count = max(0, czlib_gzip(bytes, bytes.count, out.baseAddress, room, fast ? 1 : 0))
        }
    }

    /// Decompresses one member; nil if it is damaged or larger than `limit` bytes.
    package static func decompress(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
        // The last four bytes are the size modulo 2^32; if it is wrong, a second pass is needed.
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
