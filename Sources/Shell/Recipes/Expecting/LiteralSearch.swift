/// Finds a text in another in one pass, however much of either repeats itself (Knuth, Morris and Pratt).
struct LiteralSearch {
    private let text: [UInt8]
    /// For each place, how much of the text's beginning ends there.
    private let back: [Int]

    init(_ text: [UInt8]) {
        self.text = text
        var back = [Int](repeating: 0, count: text.count), length = 0
        for place in text.indices.dropFirst() {
            while length > 0, text[place] != text[length] { length = back[length - 1] }
            if text[place] == text[length] { length += 1 }
            back[place] = length
        }
        self.back = back
    }

    /// Whether it occurs; an empty text occurs everywhere.
    func occurs(in bytes: String.UTF8View) -> Bool {
        if text.isEmpty { return true }
        var found = false
        forEachEnd(in: Array(bytes)[...]) { _ in
            found = true
            return false
        }
        return found
    }

    /// Gives the place behind each occurrence, in order, for as long as `body` says so.
    func forEachEnd(in bytes: ArraySlice<UInt8>, _ body: (Int) -> Bool) {
        guard !text.isEmpty else { return }
        var length = 0
        for (place, byte) in zip(bytes.indices, bytes) {
            while length > 0, byte != text[length] { length = back[length - 1] }
            if byte == text[length] { length += 1 }
            guard length == text.count else { continue }
            length = back[length - 1]
            if !body(place + 1) { return }
        }
    }
}
