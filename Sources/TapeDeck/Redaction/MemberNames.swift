/// What the members' names of one JSON text say. The rows of a list repeat them a thousand times, and what a name says takes
/// longer to find out than to look up.
struct MemberNames {
    private struct Entry {
        /// Where the name stood first.
        let range: Range<Int>
        let label: String?
    }

    /// By digest; of two names with the same one the first is remembered.
    private var known: [UInt64: Entry] = [:]
    private static let mostKnown = 4096

    /// The label of the placeholder for the value that goes by the name; nil when it is no secret.
    mutating func label(of name: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for place in name { digest = (digest ^ UInt64(bytes[place])) &* 0x100_0000_01B3 }
        if let entry = known[digest], entry.range.count == name.count {
            var left = entry.range.lowerBound, right = name.lowerBound
            while right < name.upperBound, bytes[left] == bytes[right] {
                left += 1
                right += 1
            }
            if right == name.upperBound { return entry.label }
        }
        let label = MemberNames.decoded(bytes[name]).map(SecretNames.label) ?? SecretNames.label(of: bytes[name])
        if known.count < MemberNames.mostKnown, known[digest] == nil {
            known[digest] = Entry(range: name, label: label)
        }
        return label
    }

    /// A name with its escapes decoded; nil when it has none.
    private static func decoded(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        guard name.contains(UInt8(ascii: "\\")) else { return nil }
        return EscapedView(Array(name)[...], of: .json)?.bytes
    }
}
