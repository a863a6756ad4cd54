import Glibc

/// The writing side of a terminal.
struct TerminalScreen {
    let descriptor: Int32

    /// Its size in cells; 80 by 24 where it does not say.
    var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Writes text now. A terminal that has gone away is noticed when it is read from.
    func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = Glibc.write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written > 0 { rest = rest.dropFirst(written) } else if errno != EINTR { return }
            }
        }
    }

    /// Text of others with what could act on the terminal left out, line breaks too.
    static func harmless(_ text: String) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !acts(scalar) { kept.append(scalar) }
        return String(kept)
    }

    /// Control characters, line and paragraph separators, and marks that turn the direction of writing.
    static func acts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
