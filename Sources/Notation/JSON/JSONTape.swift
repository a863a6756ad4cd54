/// The bytes of a text and one or two words for every value in it, in document order.
///
/// A scalar or member name is one word. An array or object is two: its own, and one that says where it ends, followed
/// by its contents; a member is the word of its name and then its value. Walking past a value is therefore one read,
/// whatever it holds.
final class JSONTape: @unchecked Sendable {
    // Sendable because nothing is changed after initialisation.
    let bytes: [UInt8]
    let words: UnsafePointer<UInt64>

    /// Takes over words that were allocated; they are given back with the tape.
    init(bytes: [UInt8], words: UnsafePointer<UInt64>) {
        self.bytes = bytes
        self.words = words
    }

    deinit { words.deallocate() }

    /// What stands at that place.
    func word(_ index: Int) -> JSONWord { JSONWord(raw: words[index]) }

    /// The place just past the value at `index`, contents included.
    func next(after index: Int) -> Int {
        word(index).tag.isContainer ? Int(words[index + 1] >> 32) : index + 1
    }

    /// Where the value stands in the bytes.
    func range(_ index: Int) -> Range<Int> {
        let word = word(index)
        let end = word.tag.isContainer ? Int(words[index + 1] & 0xFFFF_FFFF) : word.start + word.size
        return Range(uncheckedBounds: (word.start, end))
    }

    /// Whether the string at `index`, its escapes decoded, has exactly these bytes.
    func string(_ index: Int, equals name: UnsafeBufferPointer<UInt8>) -> Bool {
        let word = word(index)
        if word.tag == .plainString {
            guard word.size == name.count + 2 else { return false }
            return bytes.withUnsafeBufferPointer { buffer in
                for offset in 0..<name.count where buffer[word.start + 1 + offset] != name[offset] { return false }
                return true
            }
        }
        // Escapes only ever make the text longer than what it stands for.
        guard word.tag == .escapedString, word.size >= name.count + 2 else { return false }
        return string(index).utf8.elementsEqual(name)
    }

    /// The text of the string at `index`, its escapes decoded.
    func string(_ index: Int) -> String {
        let word = word(index)
        return bytes.withUnsafeBufferPointer { buffer in
            let inside = UnsafeBufferPointer(rebasing: buffer[(word.start + 1)..<(word.start + word.size - 1)])
            return word.tag == .plainString ? String(decoding: inside, as: UTF8.self) : JSONEscapes.decode(inside)
        }
    }
}
