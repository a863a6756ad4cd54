/// The lines of a block as one text, so that a command may go over several, and the way back to the file's lines.
struct RecipeBlockText {
    /// Without the blanks that the fence stands behind.
    let bytes: [UInt8]
    /// Where each line begins in the bytes.
    private let starts: [Int]
    /// The index of the first line in the file.
    private let first: Int
    /// How many blanks were taken off each line.
    private let indents: [Int]

    init(_ layout: RecipeLayout, _ fence: RecipeLayout.Fence) {
        var bytes: [UInt8] = [], starts: [Int] = [], indents: [Int] = []
        for index in fence.content {
            let (text, indent) = layout.line(index, in: fence)
            starts.append(bytes.count)
            indents.append(indent)
            bytes += text.utf8
            bytes.append(.lineFeed)
        }
        if !bytes.isEmpty { bytes.removeLast() }
        self.bytes = bytes
        self.starts = starts
        self.indents = indents
        first = fence.content.lowerBound
    }

    /// How many lines there are.
    var count: Int { starts.count }

    /// A line, counted from 0 in the block.
    func line(_ number: Int) -> Range<Int> {
        starts[number]..<(number + 1 < starts.count ? starts[number + 1] - 1 : bytes.count)
    }

    /// The text of a line or of a part.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The index of a line in the file.
    func index(_ number: Int) -> Int { first + number }

    /// The line that a byte stands on, counted from 0 in the block.
    func number(of offset: Int) -> Int {
        var low = 0, high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// Where a range stands: the index of its first line in the file, and the bytes of that line.
    func place(_ range: Range<Int>) -> (index: Int, span: Range<Int>) {
        let number = number(of: range.lowerBound)
        let line = line(number), shift = indents[number] - line.lowerBound
        let end = max(range.lowerBound, min(range.upperBound, line.upperBound))
        return (first + number, range.lowerBound + shift..<end + shift)
    }
}
