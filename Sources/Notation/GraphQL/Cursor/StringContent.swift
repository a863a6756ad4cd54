extension GraphQL {
    /// What stands in a string up to the cursor.
    package struct StringContent: Sendable, Hashable {
        /// What is meant, in UTF-8 bytes: escapes resolved. One that is not whole, or wrong, stands as it is written.
        package internal(set) var text: [UInt8] = []
        /// Where each byte of `text` is written in the document, and at the end where the cursor is.
        package internal(set) var origins: [Int] = []
        /// Whether it is a `"""…"""`, in which only `\"""` is an escape.
        package internal(set) var isBlock: Bool
        /// Whether its closing quotes stand behind the cursor.
        package internal(set) var isClosed: Bool

        /// The string of a token, up to a place in it.
        init?(_ bytes: [UInt8], _ token: LooseToken, upTo end: Int) {
            isBlock = token.kind == .blockString
            isClosed = token.isClosed
            guard isBlock || token.kind == .string else { return nil }
            let quotes = isBlock ? 3 : 1
            let start = token.range.lowerBound + quotes
            let last = token.range.upperBound - (isClosed ? quotes : 0)
            guard start <= end, end <= last else { return nil }
            var place = start
            while place < end {
                let length = escapeLength(bytes, place, end)
                let meant: [UInt8] =
                    if length > 1, isBlock {
                        [0x22, 0x22, 0x22]
                    } else if length > 1,
                        let text = try? StringReading.string(bytes, place - 1..<place + length + 1)
                    {
                        Array(text.utf8)
                    } else {
                        Array(bytes[place..<place + length])
                    }
                text += meant
                origins += Array(repeating: place, count: meant.count)
                place += length
            }
            origins.append(end)
        }

        /// How many bytes the character or escape that begins at `place` takes; 1 for one that breaks off.
        private func escapeLength(_ bytes: [UInt8], _ place: Int, _ end: Int) -> Int {
            guard bytes[place] == UInt8(ascii: "\\"), place + 1 < end else { return 1 }
            if isBlock { return bytes[(place + 1)..<end].starts(with: [0x22, 0x22, 0x22]) ? 4 : 1 }
            guard bytes[place + 1] == UInt8(ascii: "u") else { return 2 }
            let isPair =
                place + 12 <= end && bytes[place + 6] == UInt8(ascii: "\\") && bytes[place + 7] == UInt8(ascii: "u")
                && (try? StringReading.string(bytes, place - 1..<place + 7)) == nil
            return isPair ? 12 : min(6, end - place)
        }
    }
}
