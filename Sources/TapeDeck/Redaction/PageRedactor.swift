import Notation

/// Secrets of pages and other markup: script assignments (`var g_ck = '…'`, `"g_ck":"…"`, `NOW.session_id = "…"`), input
/// fields (`<input type="password" value="…">`, `name="sysparm_ck" value="…"`, `<textarea name="u_password">…`) and elements named like a secret
/// (`<user_password>…</user_password>` of an XML answer).
struct PageRedactor: Redactor {
    static let name = "page"

    func finds(in bytes: [UInt8]) -> [Find] {
        var finds: [Find] = []
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "<") {
                let tag = MarkupTag(in: bytes, at: place)
                if let find = tag.flatMap({ secret(of: $0, in: bytes) }) {
                    finds.append(find)
                    place = find.range.upperBound
                } else {
                    place += 1
                }
            } else if byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") {
                if let find = assignment(at: place, in: bytes) ?? token(at: place, in: bytes),
                    find.range.lowerBound >= finds.last?.range.upperBound ?? 0
                {
                    finds.append(find)
                    place = find.range.upperBound
                } else {
                    place += 1
                }
            } else {
                place += 1
            }
        }
        return finds
    }

    private func secret(of tag: MarkupTag, in bytes: [UInt8]) -> Find? {
        if tag.name == "input" {
            let isPassword = tag.attributes["type"].map { ASCII.lowercased(text(bytes[$0])) } == "password"
            let name = tag.attributes["name"] ?? tag.attributes["id"]
            guard let value = tag.attributes["value"], !value.isEmpty,
                let label = isPassword ? "password" : name.flatMap({ self.label(of: bytes[$0], bytes[value]) })
            else { return nil }
            return Find(range: value, label: label, coding: .html)
        }
        let isField = tag.name == "textarea"
        guard
            let label = isField
                ? tag.attributes["name"].flatMap({ SecretNames.label(of: bytes[$0]) })
                : SecretNames.label(of: tag.name),
            !tag.isClosing,
            let end = bytes[tag.end...].firstIndex(of: UInt8(ascii: "<")), end > tag.end
        else { return nil }
        return Find(range: tag.end..<end, label: label, coding: .html)
    }

    /// The label of a field: by its name, and what a sign-in by browser keeps in a form by its value too.
    private func label(of name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> String? {
        if let label = SecretNames.label(of: name) { return label }
        let isHandedOn = name.elementsEqual("state".utf8) || name.elementsEqual("code".utf8)
        return isHandedOn && AuthorizationFields.looksRandom(value) ? "token" : nil
    }

    /// `name = 'value'` or `"name": "value"`, seen from its sign.
    private func assignment(at sign: Int, in bytes: [UInt8]) -> Find? {
        var start = sign + 1
        while start < bytes.count, start - sign < 16, ASCII.isSpace(bytes[start]) { start += 1 }
        guard start < bytes.count, bytes[start] == UInt8(ascii: "'") || bytes[start] == UInt8(ascii: "\"") else {
            return nil
        }
        var nameEnd = sign
        while nameEnd > 0, sign - nameEnd < 16, ASCII.isSpace(bytes[nameEnd - 1]) { nameEnd -= 1 }
        if nameEnd > 0, bytes[nameEnd - 1] == UInt8(ascii: "'") || bytes[nameEnd - 1] == UInt8(ascii: "\"") {
            nameEnd -= 1
        }
        var nameStart = nameEnd
        while nameStart > 0, nameEnd - nameStart < 128, ASCII.isName(bytes[nameStart - 1]) { nameStart -= 1 }
        guard let label = SecretNames.label(of: bytes[nameStart..<nameEnd]) else { return nil }
        let quote = bytes[start]
        var end = start + 1
        while end < bytes.count, bytes[end] != quote, bytes[end] != 10 {
            end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        end = min(end, bytes.count)
        return Find(range: start + 1..<end, label: label, coding: .json)
    }

    /// The token of the page in an address (`?sysparm_ck=…`), seen from its sign. Scripts have signs like that too, so that
    /// only what looks like one counts.
    private func token(at sign: Int, in bytes: [UInt8]) -> Find? {
        let name = Array("sysparm_ck".utf8)
        guard sign > name.count, bytes[..<sign].suffix(name.count).elementsEqual(name),
            "?&;".utf8.contains(bytes[sign - name.count - 1])
        else { return nil }
        var end = sign + 1
        while end < bytes.count, ASCII.isLetter(bytes[end]) || ASCII.isDigit(bytes[end]) { end += 1 }
        return end - sign > 32 ? Find(range: sign + 1..<end, label: "token", coding: .html) : nil
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
