/// Parts text that is not plain ASCII into letters that stand together, spaces, and places where a line may end:
/// before and after the wide characters of scripts that put no spaces between words.
struct ClusterWalk {
    /// A part of a text.
    struct Run {
        enum Kind {
            case letters(String), space, breakable
        }
        var kind: Kind
        /// In cells.
        var width = 0
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var walk: WidthWalk
    private var start = 0
    private var startWidth = 0
    private var waiting: [Run] = []
    /// The first bytes of the cluster that was looked at last, and where it ends.
    private var open: (start: Int, width: Int)?
    private var mayBreakAfter = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        walk = WidthWalk(bytes)
    }

    mutating func next() -> Run? {
        while waiting.isEmpty {
            let (offset, width) = (walk.offset, walk.width)
            guard walk.advance() else {
                guard let last = open else { return nil }
                open = nil
                take(last, to: offset, width)
                flush(to: offset, width)
                continue
            }
            guard walk.startedCluster else { continue }
            if let last = open { take(last, to: offset, width) }
            open = (offset, width)
        }
        return waiting.removeFirst()
    }

    /// Looks at one whole cluster.
    private mutating func take(_ cluster: (start: Int, width: Int), to end: Int, _ endWidth: Int) {
        if bytes[cluster.start] == 0x20, end == cluster.start + 1 {
            flush(to: cluster.start, cluster.width)
            waiting.append(Run(kind: .space))
            (start, startWidth) = (end, endWidth)
            mayBreakAfter = false
            return
        }
        let scalar = endWidth - cluster.width == 2 ? scalar(at: cluster.start) : 0
        let isIdeograph = 0x2E80...0xFFEF ~= scalar || 0x20000...0x3FFFD ~= scalar
        if (isIdeograph || mayBreakAfter) && !Self.staysBehind.contains(scalar) {
            flush(to: cluster.start, cluster.width)
            waiting.append(Run(kind: .breakable))
        }
        mayBreakAfter = isIdeograph && !Self.staysBefore.contains(scalar)
    }

    private mutating func flush(to end: Int, _ endWidth: Int) {
        if end > start {
            let run = UnsafeBufferPointer(rebasing: bytes[start..<end])
            // A space that must not be broken at is a space to whoever copies it.
            var text = String(decoding: run, as: UTF8.self)
            if text.unicodeScalars.contains("\u{A0}") {
                text = String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\u{A0}" ? " " : $0 }))
            }
            waiting.append(Run(kind: .letters(text), width: endWidth - startWidth))
        }
        (start, startWidth) = (end, endWidth)
    }

    private func scalar(at place: Int) -> UInt32 {
        let lead = UInt32(bytes[place])
        let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        var scalar = length == 1 ? lead : lead & (0x7F >> UInt32(length))
        for index in (place + 1)..<max(min(place + length, bytes.count), place + 1) {
            scalar = scalar << 6 | UInt32(bytes[index] & 0x3F)
        }
        return scalar
    }

    /// What no line begins with (JIS X 4051, the common ones).
    private static let staysBehind = Set("、。，．・：；？！ー々）］｝〉》」』】〕〗…".unicodeScalars.map(\.value))
    /// What no line ends with.
    private static let staysBefore = Set("（［｛〈《「『【〔〖".unicodeScalars.map(\.value))
}
