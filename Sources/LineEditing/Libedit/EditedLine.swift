import CLibedit

/// The line in libedit's hands.
final class EditedLine {
    private let editor: OpaquePointer

    /// Takes over an open editor.
    init(_ editor: OpaquePointer) { self.editor = editor }

    deinit { cel_close(editor) }

    /// Reads a line; nil at the end of input or when a command broke it off.
    func read() -> [UInt32]? {
        var count: Int32 = 0
        guard let text = cel_read_line(editor, &count) else { return nil }
        return Array(UnsafeBufferPointer(start: text, count: Int(count)))
    }

    /// What stands in the line.
    var text: [UInt32] {
        var count = 0
        var cursor = 0
        return Array(UnsafeBufferPointer(start: cel_line(editor, &count, &cursor), count: count))
    }

    /// The place of the cursor, in characters.
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

    /// Puts `text` in the place of a part of the line; the cursor comes to stand behind it.
    func replace(_ part: Range<Int>, with text: [UInt32]) {
        cursor = part.upperBound
        cel_delete_before(editor, Int32(part.count))
        insert(text)
    }

    /// Puts `text` in the place of the whole line.
    func set(_ text: [UInt32]) { replace(0..<self.text.count, with: text) }

    func redraw() { cel_redraw(editor) }

    func resize() { cel_resize(editor) }

    func setRaw(_ raw: Bool) { cel_set_raw(editor, raw ? 1 : 0) }
}
