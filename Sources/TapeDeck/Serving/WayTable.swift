import CassetteStore
import ExchangeModel

/// How each URL of a site was requested. Methods and targets are kept as digests with a seed of this process, because a
/// tape may have millions; ways of different URLs that are equal but for the key are kept once.
struct WayTable: Sendable {
    private struct Entry: Comparable {
        var digest: UInt64
        var exchange: Int64
        var key: Int64
        var kind: Int32
        var hasKey: Bool

        static func < (left: Entry, right: Entry) -> Bool {
            left.digest == right.digest ? left.exchange < right.exchange : left.digest < right.digest
        }

        func isSameWay(as other: Entry) -> Bool {
            kind == other.kind && hasKey == other.hasKey && (!hasKey || key == other.key)
        }
    }

    /// An untrusted tape may request one URL in a great many ways.
    private static let mostForOne = 16

    private var entries: [Entry] = []
    private var kinds: [TapeSite.Way] = []
    private var places: [TapeSite.Way: Int32] = [:]
    private var last = 0

    /// The digest of a request line.
    static func digest(_ method: String, _ target: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var method = method
        return method.withUTF8 { digest($0, target) }
    }

    private static func digest(
        _ method: UnsafeBufferPointer<UInt8>, _ target: UnsafeBufferPointer<UInt8>
    ) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(method))
        // No method contains a space.
        hasher.combine(UInt8(ascii: " "))
        hasher.combine(bytes: UnsafeRawBufferPointer(target))
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }

    /// Adds a request and returns its way, without the key.
    mutating func add(
        _ exchange: ExchangeHead, _ target: UnsafeBufferPointer<UInt8>, isSignIn: Bool, hasKey: Bool
    ) -> TapeSite.Way {
        let accept = exchange.headers.first { $0.name.isWord("accept") }?.value
        let isPartial = exchange.headers.contains {
            $0.name.isWord("range") || UnsafeBufferPointer(rebasing: $0.name.prefix(3)).isWord("if-")
        }
        let isLast =
            last < kinds.count && kinds[last].isPartial == isPartial && kinds[last].isSignIn == isSignIn
            && Self.isSame(accept, kinds[last].accept) && Self.isSame(exchange.principal, kinds[last].principal)
        if !isLast {
            let way = TapeSite.Way(
                accept: accept.map { String(decoding: $0, as: UTF8.self) },
                principal: exchange.principal.map { String(decoding: $0, as: UTF8.self) }, isPartial: isPartial,
                isSignIn: isSignIn)
            if let place = places[way] {
                last = Int(place)
            } else {
                last = kinds.count
                places[way] = Int32(clamping: last)
                kinds.append(way)
            }
        }
        entries.append(
            Entry(
                digest: Self.digest(exchange.method, target), exchange: exchange.id, key: exchange.keyHash,
                kind: Int32(clamping: last), hasKey: hasKey))
        return kinds[last]
    }

    private static func isSame(_ bytes: UnsafeBufferPointer<UInt8>?, _ text: String?) -> Bool {
        guard let bytes, let text else { return bytes == nil && text == nil }
        return bytes.elementsEqual(text.utf8)
    }

    /// To be called when all requests were added. Keeps the first of equal ways.
    mutating func sort() {
        entries.sort()
        var kept: [Entry] = []
        kept.reserveCapacity(entries.count)
        // Where the ways of the present URL begin.
        var start = 0
        for entry in entries {
            if kept.last?.digest != entry.digest { start = kept.count }
            if kept.count - start < Self.mostForOne,
                !(start..<kept.count).contains(where: { kept[$0].isSameWay(as: entry) })
            {
                kept.append(entry)
            }
        }
        entries = kept
        places = [:]
    }

    private func entries(_ digest: UInt64) -> ArraySlice<Entry> {
        let start = entries.firstPlace { $0.digest >= digest }
        return entries[start...].prefix { $0.digest == digest }
    }

    /// The ways in which something was requested, in order.
    func ways(_ method: String, _ target: UnsafeBufferPointer<UInt8>) -> [TapeSite.Way] {
        entries(Self.digest(method, target)).map { entry in
            var way = kinds[Int(entry.kind)]
            way.keyHash = entry.hasKey ? entry.key : nil
            return way
        }
    }

    /// The key of a request without a body, if there is one way only, and that is unconditional.
    func plainKey(_ method: String, _ target: UnsafeBufferPointer<UInt8>) -> Int64? {
        let found = entries(Self.digest(method, target))
        guard found.count == 1, let only = found.first, only.hasKey, !kinds[Int(only.kind)].isPartial else {
            return nil
        }
        return only.key
    }
}
