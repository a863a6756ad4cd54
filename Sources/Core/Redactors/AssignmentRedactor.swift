import Notation

/// Secrets assigned in texts, which may be parts of scripts: `var g_ck = '…'`, `window['g_ck'] = "…"`, `{token: \`…\`}`,
/// `headers.set("X-UserToken", "…")`, and unquoted in texts: `password=…`, `password: …`, `X-Api-Key: …`. Objects with a
/// secret's name and value (`{name: 'db.password', value: '…'}`) are name/value records. In texts the words before a
/// value may also name it (`SecretPhrase`).
struct AssignmentRedactor: Redactor {
    /// In a configuration file a word after a name is its value, never the beginning of a sentence.
    var isConfiguration = false
    /// Whether only `name=value` without blanks is looked for: what the answer had, in output made of it.
    var isJoined = false

    func finds(in bytes: [UInt8]) -> [Find] {
        guard !isJoined else { return joined(in: bytes) }
        var finds: [Find] = []
        var record = NamedRecord()
        var names = MemberNames()
        var place = 0, end = 0
        while place < bytes.count {
            var found: Find?
            switch bytes[place] {
            case UInt8(ascii: "="), UInt8(ascii: ":"):
                found = value(of: &record, &names, at: place, in: bytes)
                // Only the first cookie of a line follows the name of the header.
                if let first = found, first.label == "cookie" { finds += cookies(after: first, in: bytes) }
            case UInt8(ascii: ","): found = argument(after: place, in: bytes)
            case UInt8(ascii: " "), UInt8(ascii: "("), 10, 9:
                found = SecretPhrase.value(after: place, in: bytes)
            case UInt8(ascii: "{"), UInt8(ascii: "}"):
                finds += record.takePending()
                record = NamedRecord()
            default: break
            }
            if let found, found.range.lowerBound >= end {
                finds.append(found)
                end = found.range.upperBound
                place = max(place + 1, end)
            } else {
                place += 1
            }
        }
        return Find.merged(finds + record.takePending())
    }

    private func joined(in bytes: [UInt8]) -> [Find] {
        var names = MemberNames(), end = 0
        return bytes.indices.compactMap { sign in
            guard sign >= end, bytes[sign] == UInt8(ascii: "="), case let name = self.name(before: sign, in: bytes),
                !name.isEmpty,
                name.upperBound == sign
            else { return nil }
            let meaning = bytes.withUnsafeBufferPointer { names.meaning(of: name, in: $0) }
            guard let label = names.label(of: meaning), let find = unquoted(after: sign, name, label, in: bytes) else {
                return nil
            }
            end = find.range.upperBound
            return find.with(label)
        }
    }

    /// The value after a sign, if its name or the name/value record makes it a secret.
    private func value(
        of record: inout NamedRecord, _ names: inout MemberNames, at sign: Int, in bytes: [UInt8]
    ) -> Find? {
        let name = self.name(before: sign, in: bytes)
        guard !name.isEmpty else { return SecretPhrase.value(after: sign, in: bytes) }
        let meaning = bytes.withUnsafeBufferPointer { names.meaning(of: name, in: $0) }
        let label = names.label(of: meaning) ?? labelOfTwoWords(name, in: bytes),
            role = label == nil ? meaning.role : nil
        if label == nil, role == nil {
            return everyday(name, at: sign, in: bytes) ?? SecretPhrase.value(after: sign, in: bytes)
        }
        if let find = quoted(after: sign, in: bytes) {
            guard let label else { return record.take(role, find, in: bytes) }
            return Self.secret(of: find, label, in: bytes)
        }
        if let label { return unquoted(after: sign, name, label, in: bytes)?.with(label) }
        if bytes[sign] == UInt8(ascii: "=") {
            return unquoted(after: sign, name, "", in: bytes).flatMap { record.take(role, $0, in: bytes) }
        }
        guard let find = word(after: sign, in: bytes) else { return nil }
        if role == .name { record = NamedRecord() }
        let value = record.take(role, find, in: bytes)
        return value.flatMap { isOrdinary($0.range, in: bytes) ? nil : $0 }
    }

    /// The label of `API key: …`: a key alone is none.
    private func labelOfTwoWords(_ name: Range<Int>, in bytes: [UInt8]) -> String? {
        guard name.count == 3, name.lowerBound > 2, bytes[name.lowerBound - 1] == 32,
            bytes[name].elementsEqual("key".utf8, by: { ASCII.lowercased($0) == $1 })
        else { return nil }
        let first = bytes[..<(name.lowerBound - 1)].suffix(16).split { !ASCII.isName($0) }.last ?? []
        return first.endIndex == name.lowerBound - 1 ? SecretNames.label(of: first + Array("_key".utf8)) : nil
    }

    /// The secret of a literal. Of the value of `Authorization` the scheme is kept, which credentials may follow:
    /// `"Bearer " + token`.
    package static func secret(of literal: Find, _ label: String, in bytes: [UInt8]) -> Find? {
        guard label == "authorization" else { return literal.with(label) }
        guard !AuthorizationRedactor.isScheme(bytes[literal.range]),
            let range = AuthorizationRedactor().finds(in: bytes[literal.range]).first?.range
        else { return nil }
        return CredentialForm.isReference(bytes[range])
            ? nil : Find(range: range, label: label, escapes: literal.escapes)
    }

    private func everyday(_ name: Range<Int>, at sign: Int, in bytes: [UInt8]) -> Find? {
        guard bytes[sign] == UInt8(ascii: "="), name.upperBound == sign, sign + 1 < bytes.count else { return nil }
        let value = sign + 1..<(bytes[(sign + 1)...].firstIndex(where: Self.endsValue) ?? bytes.count)
        return EverydayNames.label(of: bytes[name], bytes[value]).map {
            Find(range: value, label: $0, escapes: [.form])
        }
    }

    private static let calls: Set<String> = [
        "setrequestheader", "setrequestproperty", "setheader", "addheader", "header", "append", "set", "add",
    ]

    static func setsHeader(_ call: ArraySlice<UInt8>) -> Bool {
        call.count <= 24 && calls.contains(ASCII.lowercased(String(decoding: call, as: UTF8.self)))
    }

    /// The second argument of a call that sets a header: `xhr.setRequestHeader("X-UserToken", "…")`.
    private func argument(after comma: Int, in bytes: [UInt8]) -> Find? {
        var end = comma
        while end > 0, comma - end < 16, ASCII.isSpace(bytes[end - 1]) { end -= 1 }
        guard end > 1, Self.isQuote(bytes[end - 1]) else { return nil }
        let name = self.name(before: end, in: bytes)
        guard name.lowerBound > 0, bytes[name.lowerBound - 1] == bytes[end - 1] else { return nil }
        var open = name.lowerBound - 1
        while open > 0, ASCII.isSpace(bytes[open - 1]) { open -= 1 }
        guard open > 0, bytes[open - 1] == UInt8(ascii: "("), let label = SecretNames.label(of: bytes[name]) else {
            return nil
        }
        let call = bytes[..<(open - 1)].suffix(24).split { !ASCII.isLetter($0) }.last ?? []
        guard call.endIndex == open - 1, Self.setsHeader(call),
            let find = quoted(after: comma, in: bytes)
        else { return nil }
        return Self.secret(of: find, label, in: bytes)
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
        let value = start + 1..<min(end, bytes.count)
        return endsLiteral(at: start, before: value, in: bytes) ? nil : Find(range: value, label: "", escapes: [.json])
    }

    /// Whether a quotation mark ends the literal that the name is in, as in `'token: ' + token`.
    private func endsLiteral(at quote: Int, before rest: Range<Int>, in bytes: [UInt8]) -> Bool {
        guard let sign = bytes[rest].first(where: { $0 != 32 && $0 != 9 }), "+),;:]}.".utf8.contains(sign) else {
            return false
        }
        let line = bytes[max(0, quote - 512)..<quote].reversed().prefix { $0 != 10 }
        return line.count { $0 == bytes[quote] } % 2 == 1
    }

    /// `name=value` without blanks around the sign. With blanks, or after a colon, the value must look like one.
    private func unquoted(after sign: Int, _ name: Range<Int>, _ label: String, in bytes: [UInt8]) -> Find? {
        guard bytes[sign] == UInt8(ascii: "="), name.upperBound == sign else {
            return spaced(after: sign, label, in: bytes)
        }
        // A path parameter (`;jsessionid=…`) ends where the path continues; a key in a connection string does not.
        let isBesidePath = label != "key" && name.lowerBound > 0 && bytes[name.lowerBound - 1] == UInt8(ascii: ";")
        let end =
            bytes[(sign + 1)...].firstIndex { Self.endsValue($0) || isBesidePath && "?/#".utf8.contains($0) }
            ?? bytes.count
        let value = bytes[(sign + 1)..<end]
        if value.isEmpty {
            let isSpaced = sign + 1 < bytes.count && (bytes[sign + 1] == 32 || bytes[sign + 1] == 9)
            return isSpaced ? spaced(after: sign, label, in: bytes) : nil
        }
        guard !["true", "false", "null"].contains(where: { value.elementsEqual($0.utf8) }) else { return nil }
        return Find(range: value.indices, label: "", escapes: [.form])
    }

    /// `Name: value` of a header, a configuration file or a text, and `name = value`.
    private func spaced(after sign: Int, _ label: String, in bytes: [UInt8]) -> Find? {
        if bytes[sign] == UInt8(ascii: ":"), label == "authorization" || label == "cookie" {
            let line = Self.line(from: Self.start(ofValueAfter: sign, in: bytes), in: bytes)
            if label == "authorization" { return AuthorizationRedactor().finds(in: line).first }
            if line.contains(UInt8(ascii: "=")) { return CookieRedactor().finds(in: line).first }
        }
        // LDIF writes base64 after two colons.
        let isBase64 = bytes[sign...].starts(with: ":: ".utf8)
        guard let find = word(after: isBase64 ? sign + 1 : sign, in: bytes) else { return nil }
        return !isBase64 && isOrdinary(find.range, in: bytes) ? nil : find
    }

    /// The values after the first one in a header with cookies, whose attributes are kept.
    private func cookies(after first: Find, in bytes: [UInt8]) -> [Find] {
        let rest = Self.line(from: first.range.upperBound, in: bytes)
        return rest.contains(UInt8(ascii: ";")) ? SetCookieRedactor().finds(in: rest) : []
    }

    /// The rest of a line, up to a quotation mark.
    private static func line(from start: Int, in bytes: [UInt8]) -> ArraySlice<UInt8> {
        bytes[start...].prefix { $0 >= 32 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }
    }

    private func isOrdinary(_ value: Range<Int>, in bytes: [UInt8]) -> Bool {
        guard isConfiguration else { return CredentialForm.isOrdinary(bytes[value]) }
        let word = ASCII.lowercased(String(decoding: bytes[value], as: UTF8.self))
        return Self.keywords.contains(word) || CredentialForm.isReference(bytes[value])
            || "{[&*!#".utf8.contains(bytes[value.lowerBound])
    }

    private static let keywords: Set<String> = [
        "-", "true", "false", "null", "~", "yes", "no", "on", "off", "none", "required", "optional", "string",
    ]

    /// The word after a sign, without punctuation of a sentence. It may be in the next line, if that is indented: a
    /// folded header, a block of YAML.
    private func word(after sign: Int, in bytes: [UInt8]) -> Find? {
        let start = Self.start(ofValueAfter: sign, in: bytes)
        var end = start
        while end < bytes.count, !Self.endsWord(bytes[end]) {
            // `password:x,user:y`
            if ",;&".utf8.contains(bytes[end]), Self.beginsPair(bytes[(end + 1)...]) { break }
            end += 1
        }
        let value = isConfiguration ? bytes[start..<end] : CredentialForm.trimmed(bytes[start..<end])
        return value.isEmpty ? nil : Find(range: value.indices, label: "")
    }

    private static func start(ofValueAfter sign: Int, in bytes: [UInt8]) -> Int {
        func blanks(_ from: Int) -> Int { bytes[from...].firstIndex { $0 != 32 && $0 != 9 } ?? bytes.count }
        var start = blanks(sign + 1)
        // `>-` and `|` begin a block of YAML.
        if start < bytes.count, bytes[start] == UInt8(ascii: ">") || bytes[start] == UInt8(ascii: "|") {
            let line = bytes[start...].prefix(4).prefix { $0 != 10 && $0 != 13 }
            if line.count < 3 { start = line.endIndex }
        }
        guard start < bytes.count, bytes[start] == 10 || bytes[start] == 13 else { return start }
        let next = bytes[start] == 13 && start + 1 < bytes.count && bytes[start + 1] == 10 ? start + 2 : start + 1
        let value = next < bytes.count ? blanks(next) : next
        guard value > next else { return start }
        // `password:`, and in the next line `value: …`.
        let name = bytes[value...].prefix { ASCII.isName($0) || $0 == UInt8(ascii: "-") }
        guard !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ":"),
            name.endIndex + 1 == bytes.count || bytes[name.endIndex + 1] <= 32
        else { return value }
        return name.elementsEqual("value".utf8) ? blanks(name.endIndex + 1) : start
    }

    /// Whether a text begins with `name=` or `name:`, after blanks.
    private static func beginsPair(_ text: ArraySlice<UInt8>) -> Bool {
        let text = text.prefix(72).drop { $0 == 32 }
        guard let first = text.first, ASCII.isLetter(first) else { return text.isEmpty }
        let sign = text.first { !ASCII.isName($0) }
        return sign == UInt8(ascii: "=") || sign == UInt8(ascii: ":")
    }

    private static func endsWord(_ byte: UInt8) -> Bool { byte <= 32 || isQuote(byte) || byte == UInt8(ascii: "<") }

    private static func endsValue(_ byte: UInt8) -> Bool { byte <= 32 || isQuote(byte) || "&;^<>,".utf8.contains(byte) }

    static func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "`")
    }
}

/// Words before a value that make it a secret in a text: `IDENTIFIED BY '…'`, `Basic …`, `login anna password …`.
///
/// A phrase is found at the blank, bracket or sign between its last word and the value.
struct SecretPhrase {
    private enum Value {
        /// In quotation marks; `PASSWORD` in capitals belongs to SQL, another word may begin a sentence.
        case quoted
        /// The base64 of `user:password`.
        case basic
        /// A word that looks like a credential.
        case word
    }

    /// In small letters; `*` is any word.
    private let words: [[UInt8]]
    private let value: Value
    private let label: String

    private init(_ words: String, _ value: Value, _ label: String = "password") {
        self.words = words.utf8.split(separator: 32).map(Array.init)
        self.value = value
        self.label = label
    }

    /// Each ends in a word of `endsInLastWord`, or before `=`.
    private static let all = [
        SecretPhrase("identified by", .quoted), SecretPhrase("identified with * by", .quoted),
        SecretPhrase("identified with * as", .quoted), SecretPhrase("password", .quoted),
        // SET PASSWORD FOR 'user'@'host' = '…'
        SecretPhrase("password for *", .quoted),
        SecretPhrase("basic", .basic, "authorization"), SecretPhrase("bearer", .word, "authorization"),
        // The netrc file of ftp and curl.
        SecretPhrase("login * password", .word), SecretPhrase("login * account * password", .word),
        SecretPhrase("machine * password", .word),
    ]

    /// The secret after a phrase that ends at `place`; nil if there is none.
    static func value(after place: Int, in bytes: [UInt8]) -> Find? {
        guard place > 0 else { return nil }
        // Nearly all blanks of a text end here. `=` follows a word in quotation marks.
        let mayEnd = bytes.withUnsafeBufferPointer { endsInLastWord($0, at: place) }
        guard mayEnd || bytes[place] == UInt8(ascii: "=") && bytes[place - 1] <= 32 else { return nil }
        var start = place
        while start < bytes.count, start - place < 16, ASCII.isSpace(bytes[start]) || "(=".utf8.contains(bytes[start]) {
            start += 1
        }
        guard start < bytes.count else { return nil }
        for phrase in all where phrase.ends(at: place, in: bytes) {
            if let range = phrase.value(at: start, in: bytes, isCommand: bytes[place - 1] < 97) {
                return Find(range: range, label: phrase.label)
            }
        }
        return nil
    }

    /// Whether the last word of a phrase may end at `place`. Called for each blank of a text.
    private static func endsInLastWord(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        let last: StaticString =
            switch bytes[place - 1] | 0x20 {
            case UInt8(ascii: "y"): "by"
            case UInt8(ascii: "s"): "as"
            case UInt8(ascii: "d"): "password"
            case UInt8(ascii: "c"): "basic"
            case UInt8(ascii: "r"): "bearer"
            default: ""
            }
        let count = last.utf8CodeUnitCount
        guard count > 0, count <= place else { return false }
        for index in 0..<count where bytes[place - count + index] | 0x20 != last.utf8Start[index] { return false }
        return true
    }

    private func ends(at place: Int, in bytes: [UInt8]) -> Bool {
        var end = place
        for word in words.reversed() {
            while end > 0, place - end < 512, ASCII.isSpace(bytes[end - 1]) { end -= 1 }
            var start = end
            while start > 0, end - start < 128, !ASCII.isSpace(bytes[start - 1]) { start -= 1 }
            let written = bytes[start..<end]
            guard !written.isEmpty, word == [UInt8(ascii: "*")] || isSame(written, word) else { return false }
            end = start
        }
        return true
    }

    /// Compares without case; punctuation may precede the word.
    private func isSame(_ written: ArraySlice<UInt8>, _ word: [UInt8]) -> Bool {
        let end = written.suffix(word.count)
        guard end.count == word.count, zip(end, word).allSatisfy({ ASCII.lowercased($0) == $1 }) else { return false }
        return end.startIndex == written.startIndex || !ASCII.isName(written[end.startIndex - 1])
    }

    private func value(at start: Int, in bytes: [UInt8], isCommand: Bool) -> Range<Int>? {
        switch value {
        case .quoted:
            guard AssignmentRedactor.isQuote(bytes[start]), start + 1 < bytes.count else { return nil }
            let end = bytes[(start + 1)...].firstIndex { $0 == bytes[start] || $0 == 10 } ?? bytes.count
            let value = bytes[(start + 1)..<end]
            let isSentence = value.contains(32) || CredentialForm.isOrdinary(value)
            return value.isEmpty || !isCommand && isSentence ? nil : value.indices
        case .basic, .word:
            let end = bytes[start...].firstIndex {
                $0 <= 32 || AssignmentRedactor.isQuote($0) || $0 == UInt8(ascii: "<")
            }
            let word = bytes[start..<(end ?? bytes.count)]
            guard value == .basic else {
                let value = CredentialForm.trimmed(word)
                return CredentialForm.isOrdinary(value) ? nil : value.indices
            }
            let digits = word.prefix { Base64.value(of: $0) != nil || $0 == UInt8(ascii: "=") }
            return CredentialForm.isUserAndPassword(digits) ? digits.indices : nil
        }
    }
}
