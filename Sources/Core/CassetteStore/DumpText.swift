import ExchangeModel
import Notation

struct DumpText {
    private(set) var text = ""

    /// One line, indented by two spaces per level. The text must not contain control characters.
    mutating func line(_ text: String, level: Int = 0) {
        for _ in 0..<level { self.text += "  " }
        self.text += text
        self.text += "\n"
    }

    /// A named value; nothing if it is nil. Text with a blank at its end is quoted.
    mutating func fact(_ name: String, _ text: String?, level: Int = 1) {
        guard let text else { return }
        let bare = PrintableText.escaped(text)
        let isClear = bare.utf8.first.map { $0 != 0x20 && $0 != UInt8(ascii: "\"") } ?? false && bare.utf8.last != 0x20
        line(name + " " + (isClear ? bare : "\"" + bare + "\""), level: level)
    }

    /// Bytes under a heading: JSON with one member per line, text with a bar before each line, anything else in base64.
    mutating func content(_ heading: String, _ bytes: [UInt8], level: Int = 1) {
        guard !bytes.isEmpty else { return line("\(heading): empty", level: level) }
        let digest = UInt64(bitPattern: StableHash.of(bytes)).padded(to: 16, radix: 16)
        let size = "\(bytes.count) bytes, digest \(digest)"
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            line("\(heading): binary, \(size)", level: level)
            for start in stride(from: 0, to: bytes.count, by: 57) {
                line(Base64.encode(bytes[start..<min(start + 57, bytes.count)]), level: level + 1)
            }
            return
        }
        if let document = try? JSONDocument(bytes), document.root.kind == .object || document.root.kind == .array {
            line("\(heading): JSON, \(size)", level: level)
            json(document.root, before: "", after: "", level: level + 1)
            return
        }
        let isComplete = bytes.last == UInt8(ascii: "\n")
        line("\(heading): text, \(size)" + (isComplete ? "" : ", no newline at its end"), level: level)
        // Split by byte: as a Swift character, CR LF is one.
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        if isComplete { lines.removeLast() }
        for part in lines { line(part.isEmpty ? "|" : "| " + PrintableText.escaped(Substring(part)), level: level + 1) }
    }

    /// The reader's limits bound the depth.
    private mutating func json(_ node: JSONNode, before: String, after: String, level: Int) {
        let (open, close) = node.kind == .object ? ("{", "}") : ("[", "]")
        guard node.kind == .object || node.kind == .array else {
            let text = String(decoding: node.source, as: UTF8.self)
            return line(before + PrintableText.inert(text) + after, level: level)
        }
        guard node.count > 0 else { return line(before + open + close + after, level: level) }
        line(before + open, level: level)
        var left = node.count
        func dump(_ value: JSONNode, before: String) {
            left -= 1
            json(value, before: before, after: left > 0 ? "," : "", level: level + 1)
        }
        for (name, value) in node.members { dump(value, before: PrintableText.inert(JSON.string(name).compact) + ": ") }
        for element in node.elements { dump(element, before: "") }
        line(close + after, level: level)
    }

    mutating func dump(_ session: SessionRecord) {
        line("")
        line("session \(session.id)")
        fact("began", session.startedAt.exactText)
        fact("instance", session.instance)
        fact("user", session.user)
        fact("zone", session.zone)
        fact("zone-rules", session.zoneRules)
        fact("width", session.width.map(String.init))
        fact("version", session.version)
        fact("seed", String(session.seed))
        content("policy", Array(session.policy.utf8))
        content("settings", Array(session.settings.utf8))
    }

    mutating func dump(_ command: CommandRecord) {
        line("")
        line("command \(command.id) of session \(command.session)")
        fact("line", command.line)
        fact("now", command.now.exactText)
        if let status = command.exitStatus { fact("exit", String(status)) } else { line("unfinished", level: 1) }
    }

    mutating func dump(_ exchange: ExchangeRecord, called name: String) {
        let request = exchange.request
        line("")
        line("\(name) of session \(request.session)")
        fact("changes-before", request.epoch.map(String.init))
        fact("purpose", request.purpose)
        fact("principal", request.principal)
        fact("began", request.startedAt.exactText)
        if request.key.utf8.contains(UInt8(ascii: "\n")) {
            content("key", Array(request.key.utf8))
        } else {
            fact("key", request.key)
        }
        if request.keyHash != StableHash.of(request.key) { fact("key-digest", String(request.keyHash)) }
        line("> " + PrintableText.escaped(request.method) + " " + PrintableText.escaped(request.url), level: 1)
        dump(request.headers, mark: "> ")
        if let body = request.body { content("> body", body) }
        switch exchange.outcome {
        case .interrupted: line("< interrupted", level: 1)
        case .failure(let failure):
            line("< failure \(failure.kind.rawValue): " + PrintableText.escaped(failure.message), level: 1)
        case .response(let response): dump(response)
        }
    }

    private mutating func dump(_ response: HTTPResponse) {
        fact(
            "< HTTP/" + PrintableText.escaped(response.facts.httpVersion),
            String(response.status) + (response.reason.isEmpty ? "" : " " + response.reason))
        dump(response.headers, mark: "< ")
        content("< body", response.body)
        fact("< coding", response.facts.contentCoding)
        let timings = response.facts.timings
        line(
            "timings: resolved \(timings.resolved), connected \(timings.connected), secured \(timings.secured), "
                + "first byte \(timings.firstByte), all \(timings.total)", level: 1)
    }

    private mutating func dump(_ headers: HeaderFields, mark: String) {
        for field in headers { fact(mark + PrintableText.escaped(field.name) + ":", field.value) }
    }
}

/// Text made safe for terminals: nothing in it moves the cursor, hides other text or ends a line.
package enum PrintableText {
    /// Escapes control characters (C0, DEL, C1), line and paragraph separators and bidirectional formatting as `\n`,
    /// `\t`, `\r` or `\u{1B}`, and a backslash as `\\`, so that the text can be read back.
    static func escaped(_ text: some StringProtocol) -> String { shown(text, doublingBackslash: true) }

    /// The same without escaping backslashes: for JSON, where they are escapes already.
    package static func inert(_ text: some StringProtocol) -> String { shown(text, doublingBackslash: false) }

    private static func shown(_ text: some StringProtocol, doublingBackslash: Bool) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\\") }
        guard !isPlain else { return String(text) }
        var out = ""
        out.reserveCapacity(text.utf8.count + 8)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": out += doublingBackslash ? "\\\\" : "\\"
            case "\n": out += "\\n"
            case "\r": out += "\\r"
            case "\t": out += "\\t"
            case _ where isHarmful(scalar): out += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    /// Control characters, separators at which some programs break lines, and bidirectional formatting (Unicode 15, 9.9
    /// and 23).
    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C, 0xFEFF, 0xE0000...0xE007F:
            true
        default: false
        }
    }
}
