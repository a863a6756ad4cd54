import CLibedit

final class EditedLine {
    private let editor: OpaquePointer

    init(_ editor: OpaquePointer) { self.editor = editor }

    deinit { cel_close(editor) }

    func read() -> [UInt32]? {
        var count: Int32 = 0
        guard let text = cel_read_line(editor, &count) else { return nil }
        return Array(UnsafeBufferPointer(start: text, count: Int(count)))
    }

    var text: [UInt32] {
        var count = 0
        var cursor = 0
        return Array(UnsafeBufferPointer(start: cel_line(editor, &count, &cursor), count: count))
    }

    var cursor: Int {
        get {
            var count = 0
            var cursor = 0
            _ = cel_line(editor, &count, &cursor)
            return cursor
        }
        set { cel_move(editor, Int32(clamping: newValue - cursor)) }
    }

    func insert(_ text: [UInt32]) {
        if text.isEmpty { return }
        (text + [0]).withUnsafeBufferPointer { _ = cel_insert(editor, $0.baseAddress) }
    }

    /// Replaces a part of the line. The cursor is then after the new text.
    func replace(_ part: Range<Int>, with text: [UInt32]) {
        cursor = part.upperBound
        cel_delete_before(editor, Int32(part.count))
        insert(text)
    }

    func set(_ text: [UInt32]) { replace(0..<self.text.count, with: text) }

    func redraw() { cel_redraw(editor) }

    func resize() { cel_resize(editor) }

    func setRaw(_ raw: Bool) { cel_set_raw(editor, raw ? 1 : 0) }
}

/// Where libedit draws the characters of a line: it uses `wcwidth`, shows control characters as `^X` and other
/// unprintable ones as `\U+1B600`, and wraps as soon as a row is full.
struct LineLayout {
    let columns: Int
    private(set) var row = 0
    private(set) var column = 0

    init(columns: Int) { self.columns = max(columns, 1) }

    mutating func add(_ text: some Sequence<UInt32>) {
        for character in text { add(character) }
    }

    private mutating func add(_ character: UInt32) {
        switch character {
        case 0x0A:
            row += 1
            column = 0
            return
        case 0x09: column += 8 - column % 8
        case 0..<0x20, 0x7F: addCells(2)
        default:
            let width = Int(cel_width(character))
            if width < 0 { return addCells(character > 0xFFFF ? 8 : 7) }
            if column + width > columns {
                row += 1
                column = 0
            }
            column += width
        }
        if column >= columns {
            row += 1
            column = 0
        }
    }

    private mutating func addCells(_ count: Int) {
        row += (column + count) / columns
        column = (column + count) % columns
    }

    /// The position of the next character.
    func place(of character: UInt32) -> (row: Int, column: Int) {
        column + max(Int(cel_width(character)), 0) > columns ? (row + 1, 0) : (row, column)
    }

    /// Whether there are no wide and no combining characters.
    static func isNarrow(_ text: [UInt32]) -> Bool { text.allSatisfy { $0 < 0x300 || cel_width($0) == 1 } }

    static func width(_ text: some Sequence<UInt32>) -> Int {
        text.reduce(0) { $0 + max(Int(cel_width($1)), 0) }
    }
}

/// Converts a bracketed paste to text: line ends become `\n`, trailing ones are removed, and so are control characters.
struct PastedText {
    private(set) var text: [UInt32] = []
    private(set) var isComplete = false
    private var afterReturn = false

    private static let end: [UInt32] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
    private var matched = 0

    mutating func add(_ character: UInt32) {
        if character == Self.end[matched] {
            matched += 1
            if matched == Self.end.count { finish() }
            return
        }
        // The buffered characters were not the end mark but text; the escape character is removed.
        let unfinished = Self.end[..<matched]
        matched = 0
        for character in unfinished { keep(character) }
        if character == Self.end[0] { matched = 1 } else { keep(character) }
    }

    private mutating func keep(_ character: UInt32) {
        let follows = afterReturn
        afterReturn = character == 0x0D
        switch character {
        case 0x0D: text.append(0x0A)
        case 0x0A: if !follows { text.append(0x0A) }
        case 0x09: text.append(character)
        default:
            if let scalar = Unicode.Scalar(character), !TerminalScreen.acts(scalar) { text.append(character) }
        }
    }

    private mutating func finish() {
        isComplete = true
        while text.last == 0x0A { text.removeLast() }
    }
}

/// A zero-terminated text at a fixed address, for callbacks that return a pointer.
final class WideString {
    let pointer: UnsafePointer<UInt32>
    private let memory: UnsafeMutablePointer<UInt32>

    init(_ scalars: [UInt32]) {
        memory = .allocate(capacity: scalars.count + 1)
        for (index, scalar) in scalars.enumerated() { memory[index] = scalar }
        memory[scalars.count] = 0
        pointer = UnsafePointer(memory)
    }

    deinit { memory.deallocate() }
}

/// Text in libedit's encoding, UTF-32.
enum WideText {
    static func string(_ scalars: some Sequence<UInt32>) -> String {
        var view = String.UnicodeScalarView()
        for scalar in scalars { view.append(Unicode.Scalar(scalar) ?? "\u{FFFD}") }
        return String(view)
    }

    static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }
}
