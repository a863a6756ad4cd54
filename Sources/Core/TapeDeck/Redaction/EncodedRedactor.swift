/// Base64 and hexadecimal text with secrets in it.
struct EncodedRedactor: Redactor {
    var depth = 0

    func finds(in bytes: [UInt8]) -> [Find] {
        Self.texts(in: bytes) { text -> [Find]? in
            let finds = EmbeddedText.finds(inText: text.bytes, depth: depth + 1)
            return finds.isEmpty ? nil : finds
        }.map { Find(range: $0.range, label: "encoded", encoded: .init(text: $0.text, finds: $0.found)) }
    }

    /// The encoded texts with secrets, and the secrets.
    ///
    /// - Parameter shortest: texts with fewer digits are not read.
    static func texts<Found>(
        in bytes: [UInt8], shortest: Int = EncodedText.shortestRun, where find: (EncodedText) -> Found?
    ) -> [(range: Range<Int>, text: EncodedText, found: Found)] {
        var texts: [(range: Range<Int>, text: EncodedText, found: Found)] = []
        var place = 0
        while let run = bytes.withUnsafeBufferPointer({ EncodedText.nextRun(in: $0, from: place, shortest: shortest) })
        {
            let start = run.lowerBound
            place = run.upperBound
            var end = place
            while end < bytes.count, end - place < 2, bytes[end] == UInt8(ascii: "=") { end += 1 }
            let mayBeText = bytes.withUnsafeBufferPointer {
                EncodedText.mayBeText($0, run)
                    || end > place && EncodedText.mayBeText($0, run, isPadded: true)
            }
            // What follows may be padding or, as in `name=`, an equals sign. Equal texts are read once: reading each
            // twice would double the work with every level of nesting.
            var read: [UInt8]?
            for range in [start..<end, start..<place] where mayBeText {
                guard let text = EncodedText(run: bytes[range]), text.bytes != read else { continue }
                read = text.bytes
                guard let found = find(text) else { continue }
                texts.append((range, text, found))
                break
            }
            place = end
        }
        return texts
    }
}
