/// What the names of members and of what is assigned say in one text. The rows of a list repeat them a thousand times, and
/// what a name says takes longer to find out than to look up.
struct MemberNames {
    private struct Entry {
        /// Where the name stood first.
        let range: Range<Int>
        let meaning: Meaning
    }

    /// What one name says.
    struct Meaning {
        /// The label of the placeholder for the value; nil when it is no secret.
        let label: String?
        /// The half of a name/value record that the value is.
        let role: PairRole?
    }

    /// By digest; of two names with the same one the first is remembered.
    private var known: [UInt64: Entry] = [:]
    private static let mostKnown = 4096

    /// What a name says of its value.
    mutating func meaning(of name: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Meaning {
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for place in name { digest = (digest ^ UInt64(bytes[place])) &* 0x100_0000_01B3 }
        if let entry = known[digest], entry.range.count == name.count {
            var left = entry.range.lowerBound, right = name.lowerBound
            while right < name.upperBound, bytes[left] == bytes[right] {
                left += 1
                right += 1
            }
            if right == name.upperBound { return entry.meaning }
        }
        let plain = MemberNames.decoded(bytes[name]) ?? Array(bytes[name])
        let meaning = Meaning(label: SecretNames.label(of: plain), role: PairRole(plain))
        if known.count < MemberNames.mostKnown, known[digest] == nil {
            known[digest] = Entry(range: name, meaning: meaning)
        }
        return meaning
    }

    /// A name with its escapes decoded; nil when it has none.
    private static func decoded(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        guard name.contains(UInt8(ascii: "\\")) else { return nil }
        return EscapedView(Array(name)[...], of: .json)?.bytes
    }
}
