/// Where a word that is longer than a line is cut.
struct WordCut {
    private(set) var bytes: Int
    private(set) var width: Int

    /// The part that fits into `room` cells; at least one character on a fresh line. An address is cut behind one of its
    /// marks where that leaves more than half a line.
    init(_ text: UnsafeBufferPointer<UInt8>, room: Int, isFresh: Bool) {
        let fitting = DisplayWidth.prefix(of: text, fitting: max(room, 0))
        (bytes, width) = (fitting.bytes, fitting.width)
        if bytes == 0, isFresh {
            let least = DisplayWidth.prefix(of: text, fitting: 2)
            (bytes, width) = least.bytes > 0 ? (least.bytes, least.width) : (text.count, 2)
        }
        guard bytes < text.count, bytes == width else { return }
        var end = bytes
        while end > bytes / 2 {
            switch text[end - 1] {
            case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "="), UInt8(ascii: "-"),
                UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ","):
                (bytes, width) = (end, end)
                return
            default: end -= 1
            }
        }
    }
}
