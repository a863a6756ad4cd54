import Notation

/// Secrets assigned in scripts and texts: `var g_ck = '…'`, `window['g_ck'] = "…"`, `{token: \`…\`}`, and unquoted in
/// texts: `password=…`, `Authorization: Basic …`. Objects with a secret's name and value (`{name: 'db.password', value:
/// '…'}`) are name/value records.
struct AssignmentRedactor: Redactor {
    static let name = "assignment"

    var isScript = false

    func finds(in bytes: [UInt8]) -> [Find] {
        var finds: [Find] = []
        var record = NamedRecord()
        var names = MemberNames()
        var place = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "="), UInt8(ascii: ":"):
                if let find = value(of: &record, &names, at: place, in: bytes),
                    find.range.lowerBound >= finds.last?.range.upperBound ?? 0
                {
                    finds.append(find)
                    place = max(place + 1, find.range.upperBound)
                } else {
                    place += 1
                }
            case UInt8(ascii: "{"), UInt8(ascii: "}"):
                finds += record.takePending()
                record = NamedRecord()
                place += 1
            default: place += 1
            }
        }
        return Find.merged(finds + record.takePending())
    }

    /// The value after a sign, if its name or the name/value record makes it a secret.
    private func value(
        of record: inout NamedRecord, _ names: inout MemberNames, at sign: Int, in bytes: [UInt8]
    ) -> Find? {
        let name = self.name(before: sign, in: bytes)
        guard !name.isEmpty else { return nil }
        let meaning = bytes.withUnsafeBufferPointer { names.meaning(of: name, in: $0) }
        let label = names.label(of: meaning), role = label == nil ? meaning.role : nil
        guard label != nil || role != nil else { return nil }
        guard
            var find = quoted(after: sign, in: bytes)
                ?? (isScript ? nil : unquoted(after: sign, name, label, in: bytes))
        else { return nil }
        if let label {
            find.label = label
            return find
        }
        return record.take(role, find, in: bytes)
    }

    /// The name before a sign, without surrounding quotation marks, brackets and white space.
    private func name(before sign: Int, in bytes: [UInt8]) -> Range<Int> {
        var end = sign
        while end > 0, sign - end < 16, ASCII.isSpace(bytes[end - 1]) { end -= 1 }
        if end > 0, bytes[end - 1] == UInt8(ascii: "]") { end -= 1 }
        if end > 0, Self.isQuote(bytes[end - 1]) { end -= 1 }
        var start = end
        while start > 0, end - start < 128, ASCII.isName(bytes[start - 1]) { start -= 1 }
        return start..<end
    }

    private func quoted(after sign: Int, in bytes: [UInt8]) -> Find? {
        var start = sign + 1
        // `=>` of other languages.
        if start < bytes.count, bytes[sign] == UInt8(ascii: "="), bytes[start] == UInt8(ascii: ">") { start += 1 }
        while start < bytes.count, start - sign < 16, ASCII.isSpace(bytes[start]) { start += 1 }
        guard start < bytes.count, Self.isQuote(bytes[start]) else { return nil }
        let quote = bytes[start]
        var end = start + 1
        while end < bytes.count, bytes[end] != quote, bytes[end] != 10 || quote == UInt8(ascii: "`") {
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        return Find(range: start + 1..<min(end, bytes.count), label: "", coding: .json)
    }

    /// `name=value` without blanks around the sign; after a colon, only the value of a header field.
    private func unquoted(after sign: Int, _ name: Range<Int>, _ label: String?, in bytes: [UInt8]) -> Find? {
        if bytes[sign] == UInt8(ascii: ":") {
            guard label == "authorization" else { return nil }
            let end = bytes[sign...].firstIndex { $0 < 32 || Self.isQuote($0) } ?? bytes.count
            let value = AuthorizationRedactor().finds(in: Array(bytes[(sign + 1)..<end])).first
            return value?.moved(by: sign + 1)
        }
        guard name.upperBound == sign else { return nil }
        // A path parameter (`;jsessionid=…`) ends where the path continues.
        let isBesidePath = name.lowerBound > 0 && bytes[name.lowerBound - 1] == UInt8(ascii: ";")
        let end =
            bytes[(sign + 1)...].firstIndex { Self.endsValue($0) || isBesidePath && "?/#".utf8.contains($0) }
            ?? bytes.count
        let value = bytes[(sign + 1)..<end]
        guard !value.isEmpty, !["true", "false", "null"].contains(where: { value.elementsEqual($0.utf8) }) else {
            return nil
        }
        return Find(range: value.indices, label: "", coding: .percent)
    }

    private static func endsValue(_ byte: UInt8) -> Bool {
        byte <= 32 || isQuote(byte) || "&;^<>,".utf8.contains(byte)
    }

    private static func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "`")
    }
}

/// Secrets of a script: what it assigns, and what its strings contain.
struct ScriptRedactor: Redactor {
    static let name = "script"

    var depth = 0

    func finds(in bytes: [UInt8]) -> [Find] {
        var finds = AssignmentRedactor(isScript: true).finds(in: bytes)
        var place = 0
        while place < bytes.count {
            let quote = bytes[place]
            place += 1
            guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "`") else {
                continue
            }
            let start = place
            while place < bytes.count, bytes[place] != quote, bytes[place] != 10 || quote == UInt8(ascii: "`") {
                place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
            }
            place = min(place, bytes.count)
            // A string does not extend beyond its line, so an apostrophe in a comment is harmless.
            if place - start > 6 { finds += EmbeddedText.finds(in: bytes[start..<place], .json, depth: depth + 1) }
            place += 1
        }
        return Find.merged(finds)
    }
}
