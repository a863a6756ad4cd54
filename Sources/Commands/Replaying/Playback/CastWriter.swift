import ExchangeModel
import LineEditing
import Notation
import Rendering

/// Writes a playback as an asciicast of version 2 (https://docs.asciinema.org/manual/asciicast/v2/): a header in JSON,
/// then a line for each event. The same tape gives the same bytes.
package struct CastWriter: Sendable {
    private let tape: PlaybackTape
    private let speed: Double

    package init(_ tape: PlaybackTape, speed: Double = 1) {
        self.tape = tape
        self.speed = speed
    }

    package func bytes(of playback: Playback) -> [UInt8] {
        var bytes = header.compactBytes + [UInt8(ascii: "\n")]
        var now: Int64 = 0
        var waiting: (at: Int64, text: String)?
        for event in playback.events {
            let pause = (Double(event.pause) / speed).rounded()
            now += Int64(pause)
            if let text = waiting?.text, waiting?.at != now || event.part.isPlace {
                add(waiting?.at ?? now, "o", text, to: &bytes)
                waiting = nil
            }
            switch event.part {
            case .cue(_, let label): add(now, "m", label, to: &bytes)
            // Without a last event, a player would stop or restart before the last answer can be read.
            case .end: add(now, "o", "", to: &bytes)
            case .prompt, .typed, .answer:
                waiting = (now, (waiting?.text ?? "") + event.part.written(paints: true))
            }
        }
        return bytes
    }

    private var header: JSON {
        .object([
            JSON.Member("version", 2), JSON.Member("width", .number(String(tape.columns))),
            JSON.Member("height", .number(String(rows))),
            JSON.Member("timestamp", .number(String(max(tape.beganAt.seconds, 0)))),
            JSON.Member("title", .string(tape.title)),
            JSON.Member("env", .object([JSON.Member("TERM", "xterm-256color")])),
        ])
    }

    /// Rows for the tallest answer with its command and the next prompt, from 24 to 40.
    var rows: Int {
        let tallest = tape.commands.map { command in
            (command.prompt.text + command.line + "\n" + command.answer).split(
                separator: "\n", omittingEmptySubsequences: false
            ).reduce(0) { $0 + rows(of: $1) }
        }
        return min(max(tallest.max() ?? 0, 24), 40)
    }

    private func rows(of line: Substring) -> Int {
        max(1, (DisplayWidth.of(String(line)) + tape.columns - 1) / tape.columns)
    }

    private func add(_ moment: Int64, _ kind: String, _ text: String, to bytes: inout [UInt8]) {
        bytes += "[\(moment / 1_000_000).\((moment % 1_000_000).padded(to: 6)), \"\(kind)\", ".utf8
        JSON.append(text, to: &bytes)
        bytes += "]\n".utf8
    }
}

extension Playback.Part {
    /// Whether the part shows nothing.
    fileprivate var isPlace: Bool {
        switch self {
        case .cue, .end: true
        case .prompt, .typed, .answer: false
        }
    }
}
