import Notation

/// Makes text of a page safe for a screen.
enum PageText {
    /// On one line: without control characters and soft breaks, with white space as plain spaces. Non-breaking spaces
    /// are kept as U+00A0.
    static func line(_ text: String) -> String {
        var text = text
        if text.withUTF8({ DisplayWidth.isPrintableASCII($0) }) { return text }
        var line = String.UnicodeScalarView()
        for scalar in TerminalText.plain(text).unicodeScalars {
            switch scalar {
            case "\n", "\t", "\u{2028}", "\u{2029}": line.append(" ")
            case "\u{AD}", "\u{200B}", "\u{FEFF}": continue
            case "\u{202F}", "\u{2007}": line.append("\u{A0}")
            default: line.append(scalar)
            }
        }
        return String(line)
    }

    /// `line` without surrounding spaces, and with plain spaces for non-breaking ones.
    static func label(_ text: String) -> String {
        let line = line(text)
        guard line.utf8.contains(where: { $0 == 0x20 || $0 == 0xC2 }) else { return line }
        return line.split(whereSeparator: { $0 == " " || $0 == "\u{A0}" }).joined(separator: " ")
    }

    static func lines(_ text: String) -> [String] {
        TerminalText.plain(text).split(separator: "\n", omittingEmptySubsequences: false).map { untabbed($0) }
    }

    private static func untabbed(_ line: Substring) -> String {
        let cells = line.unicodeScalars.split(separator: "\t", omittingEmptySubsequences: false)
        if cells.count == 1 { return visible(line.unicodeScalars) }
        var whole = "", width = 0
        for (index, cell) in cells.enumerated() {
            if index > 0 {
                let blanks = 8 - width % 8
                whole += String(repeating: " ", count: blanks)
                width += blanks
            }
            let text = visible(cell)
            whole += text
            width += DisplayWidth.of(text)
        }
        return whole
    }

    private static func visible(_ scalars: Substring.UnicodeScalarView) -> String {
        guard scalars.contains(where: { $0.value > 0x7E }) else { return String(scalars) }
        var line = String.UnicodeScalarView()
        for scalar in scalars {
            switch scalar {
            case "\u{2028}", "\u{2029}", "\u{A0}": line.append(" ")
            case "\u{FEFF}": continue
            default: line.append(scalar)
            }
        }
        return String(line)
    }
}

/// Splits text that is not plain ASCII into unbreakable runs, spaces, and break opportunities: before and after wide
/// characters of scripts without spaces between words.
struct ClusterIterator {
    struct Run {
        enum Kind {
            case letters(String), space, breakable
        }
        var kind: Kind
        var width = 0
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var walk: WidthIterator
    private var start = 0
    private var startWidth = 0
    private var waiting: [Run] = []
    /// The start of the last cluster, in bytes and in cells.
    private var open: (start: Int, width: Int)?
    private var mayBreakAfter = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        walk = WidthIterator(bytes)
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
            // A non-breaking space is copied as a space.
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

    private static let staysBehind = Set("、。，．・：；？！ー々）］｝〉》」』】〕〗…".unicodeScalars.map(\.value))
    private static let staysBefore = Set("（［｛〈《「『【〔〖".unicodeScalars.map(\.value))
}

/// Where to cut a word that is longer than a line.
struct WordCut {
    private(set) var bytes: Int
    private(set) var width: Int

    /// The part that fits into `room` cells; at least one character on a fresh line. An address is cut after a
    /// separator if that fills more than half a line.
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

/// Preformatted text. Long lines continue on the next one after a mark.
enum Preformatted {
    static func lines(of text: String, width: Int) -> [Line] {
        whole(text).flatMap { folded($0, width) }
    }

    /// The lines unchanged, without empty ones at the end.
    static func whole(_ text: String) -> [String] {
        var lines = PageText.lines(text)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    private static let mark = Span("↪ ", .faint)

    private static func folded(_ text: String, _ width: Int) -> [Line] {
        var text = text
        return text.withUTF8 { bytes in
            var lines: [Line] = []
            var start = 0
            repeat {
                var line = Line(start > 0 && width > 4 ? [mark] : [])
                let rest = UnsafeBufferPointer(rebasing: bytes[start...])
                let cut = ColumnCut(rest, room: width - line.width)
                let piece = String(decoding: UnsafeBufferPointer(rebasing: rest[..<cut.bytes]), as: UTF8.self)
                line.append(Span(piece, TextStyle(.code), width: cut.width))
                line.trim()
                line.longest = line.width
                lines.append(line)
                start += cut.bytes
            } while start < bytes.count
            return lines
        }
    }

    private struct ColumnCut {
        let bytes: Int
        let width: Int

        init(_ text: UnsafeBufferPointer<UInt8>, room: Int) {
            let fitting = DisplayWidth.prefix(of: text, fitting: room)
            let isStuck = fitting.bytes == 0 && !text.isEmpty
            bytes = isStuck ? text.count : fitting.bytes
            width = isStuck ? room : fitting.width
        }
    }
}
