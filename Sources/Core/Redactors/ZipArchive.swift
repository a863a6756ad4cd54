import ExchangeModel

/// The files in a ZIP archive (APPNOTE 6.3): also Office documents and Java archives.
///
/// Only archives are read that consist of their members, one after the other, and their directory: then nothing is
/// hidden, and files can be replaced.
package struct ZipArchive: Sendable, Hashable {
    package struct Member: Sendable, Hashable {
        package let name: String
        let entry: Range<Int>
        /// Its header and data, up to the next member.
        package let place: Range<Int>
        fileprivate let method: Int
        /// Nil if it was not read.
        package let content: [UInt8]?
    }

    private let bytes: [UInt8]
    /// In the order of their data.
    package let members: [Member]
    private let directory: Range<Int>

    private static let most = 10_000
    private static let stored = 0, deflated = 8

    package static func begins(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

    /// Nil for another text, and for an archive that cannot be read, which is noted. Members that cannot be read are
    /// noted too.
    package init?(_ bytes: [UInt8]) {
        guard Self.begins(bytes) else { return nil }
        self.bytes = bytes
        guard let (directory, entries) = Self.directory(of: bytes) else {
            Inspection.note(.archive)
            return nil
        }
        self.directory = directory
        var members: [Member] = []
        for (place, entry) in entries.enumerated() {
            let end = place + 1 < entries.count ? entries[place + 1].start : directory.lowerBound
            guard let member = Self.member(of: bytes, entry, before: end, isFirst: place == 0) else {
                Inspection.note(.archive)
                return nil
            }
            members.append(member)
        }
        self.members = members
    }

    // MARK: Reading

    private typealias Entry = (range: Range<Int>, start: Int)

    private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int {
        bytes[place..<place + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The directory, and its entries in the order of their data.
    private static func directory(of bytes: [UInt8]) -> (Range<Int>, [Entry])? {
        guard bytes.count >= 22 else { return nil }
        // Nothing may follow the comment at the end.
        let end = (max(0, bytes.count - 22 - 0xFFFF)...bytes.count - 22).last { place in
            bytes[place] == 0x50 && bytes[place...].starts(with: [0x50, 0x4B, 5, 6])
                && place + 22 + number(bytes, place + 20, 2) == bytes.count
        }
        guard let end else { return nil }
        let count = number(bytes, end + 10, 2), start = number(bytes, end + 16, 4)
        guard number(bytes, end + 8, 2) == count, count <= most, start + number(bytes, end + 12, 4) == end else {
            return nil
        }
        var entries: [Entry] = []
        var place = start
        for _ in 0..<count {
            guard place + 46 <= end, bytes[place...].starts(with: [0x50, 0x4B, 1, 2]) else { return nil }
            let size = 46 + [28, 30, 32].reduce(0) { $0 + number(bytes, place + $1, 2) }
            guard place + size <= end else { return nil }
            entries.append((place..<place + size, number(bytes, place + 42, 4)))
            place += size
        }
        guard place == end else { return nil }
        return (start..<end, entries.sorted { $0.start < $1.start })
    }

    private static func member(of bytes: [UInt8], _ entry: Entry, before end: Int, isFirst: Bool) -> Member? {
        let (range, start) = entry, place = range.lowerBound
        guard !isFirst || start == 0, start + 30 <= end, bytes[start...].starts(with: [0x50, 0x4B, 3, 4]) else {
            return nil
        }
        let flags = number(bytes, place + 8, 2), method = number(bytes, place + 10, 2)
        let first = start + 30 + number(bytes, start + 26, 2) + number(bytes, start + 28, 2)
        let last = first + number(bytes, place + 20, 4), size = number(bytes, place + 24, 4)
        // Sizes may follow the data.
        guard last <= end, end == last || flags & 8 != 0 && [12, 16].contains(end - last) else { return nil }
        let name = String(decoding: bytes[(place + 46)..<(place + 46 + number(bytes, place + 28, 2))], as: UTF8.self)
        func member(_ content: [UInt8]?) -> Member {
            Member(name: name, entry: range, place: start..<end, method: method, content: content)
        }
        if flags & 0x2041 != 0 {
            Inspection.note(.encryptedMember(name))
            return member(nil)
        }
        guard method == stored || method == deflated else {
            Inspection.note(.memberMethod(name, method))
            return member(nil)
        }
        guard size <= Inspection.room else {
            Inspection.note(.size)
            return member(nil)
        }
        Inspection.spend(size)
        let content =
            method == stored ? Array(bytes[first..<last]) : Deflate.decompress(bytes[first..<last], size: size)
        guard let content, content.count == size, Int(Deflate.checksum(content)) == number(bytes, place + 16, 4) else {
            return nil
        }
        return member(content)
    }

    // MARK: Writing

    /// The archive with other contents of its members, by their index; unchanged members are copied. A signature of the
    /// archive is no longer valid.
    func replacing(_ contents: [Int: [UInt8]]) -> [UInt8] {
        var out: [UInt8] = []
        var entries: [(start: Int, bytes: [UInt8])] = []
        func write(_ value: Int, _ size: Int, to bytes: inout [UInt8], at place: Int) {
            for index in 0..<size { bytes[place + index] = UInt8(value >> (8 * index) & 0xFF) }
        }
        for (index, member) in members.enumerated() {
            var entry = Array(bytes[member.entry])
            write(out.count, 4, to: &entry, at: 42)
            if let content = contents[index] {
                let data = member.method == Self.stored ? content : Deflate.compress(content)
                let start = member.place.lowerBound
                var header = Array(bytes[start..<start + 30 + Self.number(bytes, start + 26, 2)])
                // The extra field may repeat the sizes.
                write(0, 2, to: &header, at: 28)
                // The local header has the same fields four bytes earlier, and before them one less.
                for (place, value, size) in [
                    (8, Self.number(entry, 8, 2) & ~8, 2), (16, Int(Deflate.checksum(content)), 4), (20, data.count, 4),
                    (24, content.count, 4),
                ] {
                    write(value, size, to: &entry, at: place)
                    write(value, size, to: &header, at: place - 2)
                }
                out += header + data
            } else {
                out += bytes[member.place]
            }
            entries.append((member.entry.lowerBound, entry))
        }
        let start = out.count
        for entry in entries.sorted(by: { $0.start < $1.start }) { out += entry.bytes }
        var end = Array(bytes[directory.upperBound...])
        write(out.count - start, 4, to: &end, at: 12)
        write(start, 4, to: &end, at: 16)
        return out + end
    }
}
