import Notation

/// Mail addresses and telephone numbers by their form.
enum ContactScan {
    /// Passes on a text and what is encoded in it, for values in any encoding.
    static func forEachText(in bytes: [UInt8], depth: Int = 0, _ body: ([UInt8]) -> Void) {
        body(bytes)
        guard depth < 2 else { return }
        for escape in EscapedView.Escape.allCases where escape != .form {
            if let view = EscapedView(bytes[...], of: escape) {
                forEachText(in: view.bytes, depth: depth + 1, body)
            }
        }
        for (_, text, _) in EncodedRedactor.texts(in: bytes, where: { _ in true }) {
            forEachText(in: text.bytes, depth: depth + 1, body)
        }
    }

    static func addresses(in bytes: [UInt8]) -> [String] {
        var found: [String] = []
        var from = 0
        while let sign = bytes.dropFirst(from).firstPlace(of: UInt8(ascii: "@")) {
            from = sign + 1
            var start = sign, end = sign + 1
            while start > 0, sign - start < 64, isMailbox(bytes[start - 1]) { start -= 1 }
            start = afterEscape(start, sign, in: bytes)
            while end < bytes.count, end - sign < 254, isHost(bytes[end]) { end += 1 }
            while end > sign + 1, !ASCII.isLetter(bytes[end - 1]) { end -= 1 }
            while start < sign, !ASCII.isLetter(bytes[start]), !ASCII.isDigit(bytes[start]) { start += 1 }
            let labels = bytes[(sign + 1)..<end].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard start < sign, labels.count > 1, !labels.contains(where: \.isEmpty),
                let top = labels.last, top.count > 1, top.allSatisfy(ASCII.isLetter),
                !fileTypes.contains(String(decoding: top, as: UTF8.self))
            else { continue }
            found.append(String(decoding: bytes[start..<end], as: UTF8.self))
            from = end
        }
        return found
    }

    /// `logo@2x.png` is a file.
    private static let fileTypes: Set<String> = [
        "png", "jpg", "jpeg", "gif", "svg", "webp", "css", "js", "txt", "json",
    ]

    /// Numbers with `+`, or with an area code in parentheses, with an international prefix, of the form 555-555-0100, or
    /// after a word that says so: `tel: 0171 5551234`.
    static func phones(in bytes: [UInt8]) -> [String] {
        var found: [String] = []
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            let isStart = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "(") || ASCII.isDigit(byte)
            guard isStart, place == 0 || !continuesNumber(bytes[place - 1]) else {
                place += 1
                continue
            }
            var end = place + 1
            while end < bytes.count, end - place < 26, ASCII.isDigit(bytes[end]) || " -.()/".utf8.contains(bytes[end]) {
                end += 1
            }
            while end > place, !ASCII.isDigit(bytes[end - 1]) { end -= 1 }
            let next = end < bytes.count ? bytes[end] : 0
            if end > place, !ASCII.isLetter(next), next != UInt8(ascii: "_"),
                isPhone(bytes[place..<end]) || followsLabel(place, in: bytes) && isLocalPhone(bytes[place..<end])
            {
                found.append(String(decoding: bytes[place..<end], as: UTF8.self))
                place = end
            } else {
                // The bracket may be around the whole number.
                place = byte == UInt8(ascii: "(") ? place + 1 : max(place + 1, end)
            }
        }
        return found
    }

    static func isPhone(_ text: ArraySlice<UInt8>) -> Bool {
        let digits = text.filter(ASCII.isDigit).count
        guard (7...15).contains(digits) else { return false }
        let groups = text.split { !ASCII.isDigit($0) }.map(\.count)
        switch text.first {
        case UInt8(ascii: "+"): return digits >= 8 && ASCII.isDigit(text[text.startIndex + 1])
        case UInt8(ascii: "("): return groups.count > 2 && groups[0] == 3 && digits == 10
        case UInt8(ascii: "0") where text.starts(with: "00".utf8): return digits >= 10 && groups.count > 1
        default:
            let signs = Set(text.filter { !ASCII.isDigit($0) })
            return groups == [3, 3, 4] && signs.isSubset(of: Array("-. ".utf8))
        }
    }

    private static let labels = ["tel", "telefon", "telephone", "phone", "mobile", "mobil", "cell", "fax"]

    private static func followsLabel(_ place: Int, in bytes: [UInt8]) -> Bool {
        let before = bytes[..<place].suffix(16).reversed().drop { " :.=\"'".utf8.contains($0) }
        let word = before.prefix(while: ASCII.isLetter).reversed()
        return labels.contains { word.elementsEqual($0.utf8, by: { ASCII.lowercased($0) == $1 }) }
    }

    /// A number without an international prefix, with at least one sign or a zero at the beginning.
    private static func isLocalPhone(_ text: ArraySlice<UInt8>) -> Bool {
        (7...15).contains(text.count(where: ASCII.isDigit))
            && (text.first == UInt8(ascii: "0") || !text.allSatisfy(ASCII.isDigit))
    }

    private static func isMailbox(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || "._+-'".utf8.contains(byte) || byte >= 0x80
    }

    private static func isHost(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    private static func continuesNumber(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || "+-._%/".utf8.contains(byte)
    }

    /// The start of a mailbox after an escape in front of it: `\n`, `%3D`, `\u003d`.
    private static func afterEscape(_ start: Int, _ sign: Int, in bytes: [UInt8]) -> Int {
        guard start > 0 else { return start }
        switch bytes[start - 1] {
        case UInt8(ascii: "\\"): return min(sign, start + (bytes[start] == UInt8(ascii: "u") ? 5 : 1))
        case UInt8(ascii: "%"): return min(sign, start + 2)
        default: return start
        }
    }
}
