import Notation

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
            guard digits.count >= 4, let text = Base64.decode(digits), text.contains(UInt8(ascii: ":")),
                String(validating: text, as: UTF8.self) != nil
            else { return nil }
            return digits.indices
        }
    }
}
