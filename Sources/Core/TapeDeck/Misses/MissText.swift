import Notation

extension Miss {
    package var message: String {
        let request = method + " " + MissText.address(url)
        return switch reason {
        case .notRecorded where compared == 0 && !isCapped:
            "Nothing is recorded for \(request): no request on the tape is similar."
        case .notRecorded where method == "POST" && url.hasSuffix("/api/now/graphql"):
            "This GraphQL request is not recorded: \(request)."
        case .notRecorded: "Nothing is recorded for \(request)."
        case .interrupted(let exchange):
            "The recording was interrupted before \(request) was answered (\(place(of: exchange)))."
        case .alreadyChanged(let exchange, _):
            "The tape answers \(request) only before a change that has been played (\(place(of: exchange)))."
        case .exhausted(let exchange):
            "\(request) was played as often as it is recorded (\(place(of: exchange))), and it changes something."
        case .laterOnly(let exchange, _, let first) where !isRead:
            "\(request) was recorded later (\(place(of: exchange))), after a change that has not been played; "
                + must(first)
        case .laterOnly(let exchange, _, let first):
            "The tape answers \(request) only after a change that has not been played (\(place(of: exchange))); "
                + must(first)
        }
    }

    var isRead: Bool { ["GET", "HEAD"].contains(method) }

    private func must(_ first: Step) -> String {
        first.line.map { "run `\(SafeText.line($0, limit: 300))` first." }
            ?? "\(first.method) \(MissText.address(first.url)) must come first."
    }

    package var hints: [String] {
        var hints: [String] = []
        switch reason {
        case .laterOnly(_, _, let first):
            if let line = first.line { hints.append(line) }
            hints.append("tape show \(place(of: first.exchange))")
        case .interrupted(let exchange), .alreadyChanged(let exchange, _), .exhausted(let exchange):
            hints.append("tape show \(place(of: exchange))")
        case .notRecorded:
            for near in nearest {
                if let line = near.line, !hints.contains(line) { hints.append(line) }
            }
            if let near = nearest.first { hints.append("tape show \(place(of: near.exchange))") }
        }
        return hints.filter { !$0.utf8.contains { $0 < 32 || $0 == 127 } } + ["tape list"]
    }

    package var lines: [String] {
        var lines: [String] = []
        for near in nearest {
            let line = near.line.map { ", recorded by: " + SafeText.line($0, limit: 300) } ?? ""
            lines.append("nearest: \(place(of: near.exchange))\(line)")
            for difference in near.differences {
                lines.append("  " + difference.place)
                lines.append("    recorded: " + (difference.recorded.map { MissText.cut($0, to: 500) } ?? "(nothing)"))
                lines.append("    asked:    " + (difference.asked.map { MissText.cut($0, to: 500) } ?? "(nothing)"))
            }
        }
        if isCapped { lines.append("(compared with \(compared) requests of the tape, which has more)") }
        return lines
    }
}

/// Prepares text from a tape for messages.
package enum MissText {
    /// Without control characters, so that an untrusted tape cannot send escape sequences to the terminal.
    package static func plain(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { out.append(isControl(scalar) ? "\u{FFFD}" : scalar) }
        return String(out)
    }

    package static func address(_ url: String) -> String { cut(ReadableAddress.of(url), to: 300) }

    static func cut(_ text: String, to length: Int) -> String {
        let text = plain(text)
        guard let end = text.index(text.startIndex, offsetBy: length, limitedBy: text.endIndex), end < text.endIndex
        else { return text }
        return text[..<end] + "…"
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<32, 127..<160, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
        default: false
        }
    }
}

/// A URL in readable form: `active=true^priority=1` for `active%3Dtrue%5Epriority%3D1`. The result is one word that can
/// be pasted and means the same.
package enum ReadableAddress {
    package static func of(_ url: String) -> String {
        let bytes = Array(url.utf8)
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return url }
        var out = String(decoding: bytes[...mark], as: UTF8.self).unicodeScalars
        var place = mark + 1
        while place < bytes.count {
            var escaped: [UInt8] = []
            while let byte = escape(in: bytes, at: place + escaped.count * 3) { escaped.append(byte) }
            if escaped.isEmpty {
                // A percent sign that begins no escape is kept.
                let end = bytes[(place + 1)...].firstIndex(of: UInt8(ascii: "%")) ?? bytes.count
                out += String(decoding: bytes[place..<end], as: UTF8.self).unicodeScalars
                place = end
            } else {
                append(escaped, to: &out)
                place += escaped.count * 3
            }
        }
        return String(out)
    }

    private static func escape(in bytes: [UInt8], at place: Int) -> UInt8? {
        guard place + 2 < bytes.count, bytes[place] == UInt8(ascii: "%"), let high = ASCII.hexValue(bytes[place + 1]),
            let low = ASCII.hexValue(bytes[place + 2])
        else { return nil }
        return high << 4 | low
    }

    private static func append(_ escaped: [UInt8], to out: inout String.UnicodeScalarView) {
        let text = String(validating: escaped, as: UTF8.self)
        for scalar in text?.unicodeScalars ?? String.UnicodeScalarView() {
            // After a literal percent sign, a digit would form an escape.
            if isPlain(scalar), !out.suffix(2).contains("%") {
                out.append(scalar)
            } else {
                for byte in String(scalar).utf8 { out += written(byte) }
            }
        }
        if text == nil { for byte in escaped { out += written(byte) } }
    }

    private static func written(_ byte: UInt8) -> String.UnicodeScalarView {
        let digits = String(byte, radix: 16, uppercase: true)
        return ("%" + (digits.count < 2 ? "0" : "") + digits).unicodeScalars
    }

    /// Whether a character can be shown unescaped without changing how the query is split.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": return true
        // Characters allowed in a query (RFC 3986, 3.4), and those of encoded queries and JSON.
        case "-", ".", "_", "~", "!", "$", "'", "(", ")", "*", ",", ";", "=", ":", "@", "/", "?": return true
        case "^", "|", "{", "}", "[", "]": return true
        case _ where scalar.isASCII: return false
        // Letters and digits: a combining mark would change what is before it, U+0338 `=` into `≠`.
        default: return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
    }
}
