/// Looking for words in a page's bytes.
extension UnsafeRawBufferPointer {
    /// Where a word stands next; nil when it does not.
    func place(of word: StaticString, from: Int) -> Int? {
        let length = word.utf8CodeUnitCount
        guard from >= 0, count - from >= length else { return nil }
        let first = word.utf8Start[0]
        for place in from...(count - length) where self[place] == first {
            if (1..<length).allSatisfy({ self[place + $0] == word.utf8Start[$0] }) { return place }
        }
        return nil
    }

    /// The first place that is no white space.
    func place(afterSpacesFrom from: Int) -> Int {
        var place = from
        while place < count, [0x20, 0x09, 0x0A, 0x0D, 0x0C].contains(self[place]) { place += 1 }
        return place
    }
}
