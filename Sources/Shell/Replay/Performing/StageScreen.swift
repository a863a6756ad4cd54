import LineEditing
import Rendering

/// What a performance has on its stage: the lines so far, and now and then a remark behind the cursor that goes away again.
struct StageScreen {
    private let stage: any Stage
    private let paints: Bool
    /// The line that the cursor stands in, so far.
    private var line = ""
    /// The cells of the remark that is to be seen.
    private var remarkWidth = 0

    init(_ stage: any Stage, paints: Bool) {
        self.stage = stage
        self.paints = paints
    }

    /// Shows a part behind what stands there.
    mutating func show(_ part: Performance.Part) {
        hideRemark()
        stage.write(part.written(paints: paints))
        line = Self.lastLine(line + part.plain)
    }

    /// Clears the screen and shows parts at once, as far as they fit.
    mutating func redraw(_ parts: some Sequence<Performance.Part>) {
        remarkWidth = 0
        var text = "", plain = ""
        for part in parts {
            text += part.written(paints: paints)
            plain += part.plain
        }
        // Each line takes at least one row; those above would only be seen to rush by.
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false).suffix(stage.size.rows)
        stage.write("\u{1B}[H\u{1B}[2J" + lines.joined(separator: "\r\n"))
        line = Self.lastLine(plain)
    }

    /// Says something behind the cursor, in the first form that the row has room for. It is ASCII.
    mutating func remark(_ forms: [String]) {
        hideRemark()
        let columns = stage.size.columns
        let width = DisplayWidth.of(line.replacing("\t", with: "        "))
        // A full row leaves the cursor between two rows, and terminals do not agree on which.
        guard width == 0 || width % columns != 0 else { return }
        guard let form = forms.first(where: { width % columns + 2 + $0.utf8.count < columns }) else { return }
        stage.write(paints ? "\u{1B}[2m  \(form)\u{1B}[0m" : "  \(form)")
        remarkWidth = form.utf8.count + 2
    }

    mutating func hideRemark() {
        guard remarkWidth > 0 else { return }
        stage.write(String(repeating: "\u{8}", count: remarkWidth) + "\u{1B}[K")
        remarkWidth = 0
    }

    /// Leaves the cursor at the beginning of a line.
    mutating func leave() {
        hideRemark()
        if !line.isEmpty { stage.write("\r\n") }
        line = ""
    }

    private static func lastLine(_ text: String) -> String {
        guard let end = text.utf8.lastIndex(of: UInt8(ascii: "\n")) else { return text }
        return String(text[text.utf8.index(after: end)...])
    }
}
