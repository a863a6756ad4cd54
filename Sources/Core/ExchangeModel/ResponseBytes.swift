/// A response as bytes in the memory of its source, such as a row of a database: valid only during the call that passes
/// it.
package struct ResponseBytes {
    package var status: Int
    package var headers: [HeaderBytes]
    package var body: UnsafeRawBufferPointer

    package init(status: Int, headers: [HeaderBytes], body: UnsafeRawBufferPointer) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first value of a header field; empty if there is none.
    ///
    /// - Parameter name: in lower case.
    package func value(of name: StaticString) -> UnsafeBufferPointer<UInt8> {
        headers.first { $0.name.isWord(name) }?.value ?? UnsafeBufferPointer(start: nil, count: 0)
    }
}

/// A header field as bytes, valid as long as the memory that they are in.
package struct HeaderBytes {
    package var name: UnsafeBufferPointer<UInt8>
    package var value: UnsafeBufferPointer<UInt8>

    package init(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
        self.name = name
        self.value = value
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether it is that word, ignoring ASCII case.
    ///
    /// - Parameter word: in lower case.
    package func isWord(_ word: StaticString) -> Bool {
        count == word.utf8CodeUnitCount && hasWord(word, at: 0)
    }

    /// Whether that word occurs, ignoring ASCII case.
    ///
    /// - Parameter word: in lower case.
    package func containsWord(_ word: StaticString) -> Bool {
        var place = 0
        while place + word.utf8CodeUnitCount <= count {
            if hasWord(word, at: place) { return true }
            place += 1
        }
        return false
    }

    private func hasWord(_ word: StaticString, at place: Int) -> Bool {
        for offset in 0..<word.utf8CodeUnitCount {
            let byte = self[place + offset]
            guard ((65...90).contains(byte) ? byte | 0x20 : byte) == word.utf8Start[offset] else { return false }
        }
        return true
    }
}
