import ExchangeModel
import Notation

/// Pseudonyms of people, derived from a project's key: the same name has the same one on every tape, and without the
/// key a guess cannot be verified.
///
/// Each word of a name has its own pseudonym. So a person's name, user name and mail address agree, and so do tapes
/// that contain only some of them.
package struct Pseudonyms: Sendable {
    private let key: [UInt8]

    /// The number of bytes of a key.
    package static let keyLength = 32

    package init(key: [UInt8]) { self.key = key }

    /// `Abel Tuter` as `Robin Quinn`. Separators and the order stay.
    package func name(_ original: String) -> String {
        var out = "", word = ""
        for character in original + " " {
            if Self.isInWord(character) {
                word.append(character)
                continue
            }
            if !word.isEmpty { out += Self.alike(pseudonym(of: word), word) }
            word = ""
            out.append(character)
        }
        return String(out.dropLast())
    }

    /// `abel.tuter` and `atuter` as `robin.quinn`.
    func userName(_ original: String) -> String {
        let words = Self.words(of: original)
        guard let first = words.first else { return original }
        let names = words.count > 1 ? words.map { pseudonym(of: $0) } : [pseudonym(of: first), second(of: first)]
        return names.joined(separator: ".").lowercased()
    }

    /// A mail address in `example.com`. The mailbox of a role keeps its name.
    func address(_ original: String) -> String {
        let mailbox = String(original.prefix { $0 != "@" })
        let isRole = RoleWords.isRole(Self.words(of: mailbox))
        return (isRole ? mailbox.lowercased() : userName(mailbox)) + "@example.com"
    }

    static func isPhone(_ digits: [UInt8]) -> Bool { digits.count == 8 && digits.starts(with: "155501".utf8) }

    /// A telephone number of those that are reserved for fiction.
    func phone(_ original: String) -> String {
        let digits = PhoneDigits.significant(Array(original.utf8)[...])
        let number = digest("phone", String(decoding: digits, as: UTF8.self))[0] % 100
        return "+1 555 01" + (number < 10 ? "0" : "") + String(number)
    }

    /// Neutral text of similar length.
    package func text(_ original: String) -> String {
        var words = digest("text", original).makeIterator()
        var out = "", round = 0
        while out.count + 6 < original.count || out.isEmpty {
            if let byte = words.next() {
                out += (out.isEmpty ? "" : " ") + Self.fillers[Int(byte) % Self.fillers.count]
            } else {
                round += 1
                words = digest("text", "\(round) \(original)").makeIterator()
            }
        }
        return out.prefix(1).uppercased() + out.dropFirst()
    }

    package static func words(of name: String) -> [String] { name.split { !isInWord($0) }.map { $0.lowercased() } }

    static func isInWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "'" || character == "’"
    }

    private func pseudonym(of word: String) -> String { pick("name", word) }
    private func second(of word: String) -> String { pick("second", word) }

    private func pick(_ purpose: String, _ word: String) -> String {
        // Spellings with and without diacritics have the same pseudonym.
        let word = String(decoding: FoldedText.of(word), as: UTF8.self)
        let number = digest(purpose, word).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let names = NeutralNames.all
        let name = names[number % names.count]
        // A pseudonym differs from the name.
        return name.lowercased() == word ? names[(number + 1) % names.count] : name
    }

    private func digest(_ purpose: String, _ text: String) -> [UInt8] {
        HMACSHA256.code(of: Array((purpose + "\n" + text).utf8), key: key)
    }

    private static func alike(_ name: String, _ word: String) -> String {
        if word.count > 1, word == word.uppercased(), word != word.lowercased() { return name.uppercased() }
        return word == word.lowercased() && word != word.uppercased() ? name.lowercased() : name
    }

    static let fillers = ProgramText.words("fillers")
}

/// Names that are first and last names of any people, so that they fit in either order.
enum NeutralNames {
    static let all = ProgramText.words("neutral names")
    static let lowercased = Set(all.map { $0.lowercased() })
}

/// Words that name a function and not a person: `System Administrator`, `problem.manager`.
enum RoleWords {
    /// Whether a name with these words is a role: it ends with one, and the other words belong to roles, too.
    static func isRole(_ words: [String]) -> Bool {
        guard let last = words.last else { return true }
        return nouns.contains(last)
            && words.allSatisfy { nouns.contains($0) || qualifiers.contains($0) || $0.allSatisfy(\.isNumber) }
    }

    private static let nouns = Set(ProgramText.words("roles"))
    private static let qualifiers = Set(ProgramText.words("words of roles"))
}

/// Names that are also ordinary words. Alone they are only replaced where a column says that they are names.
enum OrdinaryWords {
    package static func contains(_ word: String) -> Bool { words.contains(word) }

    private static let words = Set(ProgramText.words("ordinary words"))
}
