import ExchangeModel
import Redactors

/// Secrets typed into a line although no flag takes one: `--password x`, `-p x`, `--user name:x`, and `--from x` with
/// the secret itself. Such a line is rejected before it is recorded, and the secret is masked so that neither the
/// history nor the error contains it.
enum TypedSecrets {
    /// The line with each secret masked.
    static func hidden(in line: String) -> String {
        guard let words = try? Parser.parse(line).words, isAboutSignIn(words) else { return line }
        var bytes = Array(line.utf8)
        for span in spans(in: words).reversed() where span.upperBound <= bytes.count {
            bytes.replaceSubrange(span, with: Redaction.mask.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The kind of secret that an unknown flag would hold; nil if it is merely unknown.
    package static func meaning(of flag: String) -> String? {
        let name = flag.drop { $0 == "-" }.lowercased()
        switch name {
        case "p", "pass", "w": return "password"
        case "client_secret", "client-secret", "secret": return "client secret"
        default: break
        }
        switch SecretWords.kind(of: name.utf8) {
        case .password: return "password"
        case .token: return "token"
        case .key: return "key"
        case .secret: return "secret"
        case .credential: return "credential"
        case nil: return nil
        }
    }

    /// Whether a command has sign-in flags; only then does `-p` mean a password.
    static func takesSignIn(_ definition: Command) -> Bool {
        definition.flags.contains { $0.name == FlagDefinition.signInKind.name }
    }

    /// Whether the value of `--from` may be a secret: it is neither a source nor a misspelled one.
    static func mayBeSecret(_ text: String) -> Bool {
        SecretSource(text) == nil && DidYouMean.nearest(to: text, among: SecretSource.words).isEmpty
            && !SecretSource.beginnings.contains { text.hasPrefix($0) }
    }

    /// Whether a flag is masked here; secrets recognized by their name are masked elsewhere with all others of the
    /// line.
    private static func isMaskedHere(_ flag: String) -> Bool {
        meaning(of: flag) != nil && SecretWords.kind(of: flag.drop { $0 == "-" }.utf8) == nil
    }

    private static func isAboutSignIn(_ words: [Word]) -> Bool {
        let names = words.prefix(2).map { $0.literal ?? "" }
        guard let first = names.first else { return false }
        // The program's own flags precede the command.
        if first.hasPrefix("-") { return true }
        return CommandTable.all.contains { $0.group == first && takesSignIn($0) }
    }

    private static func spans(in words: [Word]) -> [Range<Int>] {
        var spans: [Range<Int>] = []
        for (place, word) in words.enumerated() where ArgumentIterator.isFlag(word) {
            let bare = word.barePrefix
            let sign = bare.utf8.firstIndex(of: .equals).map { bare.utf8.distance(from: bare.utf8.startIndex, to: $0) }
            let name = String(decoding: bare.utf8.prefix(sign ?? bare.utf8.count), as: UTF8.self)
            let next = place + 1 < words.count ? words[place + 1] : nil
            if name == "--user" || name == "-u" || name == "--from" || name == "--client-from" {
                let value = sign.map { word.dropping($0 + 1) } ?? next
                guard let value, let text = value.literal else { continue }
                if name.hasSuffix("from") {
                    if mayBeSecret(text) { spans.append(value.span) }
                } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
                    let length = text.utf8.distance(from: text.utf8.startIndex, to: colon) + 1
                    spans.append(value.span(of: length..<text.utf8.count, variableLengths: []))
                }
            } else if isMaskedHere(name) {
                if let sign { spans.append(word.dropping(sign + 1).span) } else if let next { spans.append(next.span) }
            } else if name.hasPrefix("-p"), !name.hasPrefix("--"), word.span.count > 2 {
                spans.append(word.span.lowerBound + 2..<word.span.upperBound)
            }
        }
        return spans.filter { !$0.isEmpty }
    }
}

/// The error for a secret in a command line.
enum SecretFlag {
    static let explanation =
        "Secrets do not belong in a command line: others see it in the list of processes, and a shell keeps it."
    static let places = "--from ask, keyring, env:NAME, 'command:LINE' or fd:N says where it comes from: help sign-in"

    /// The error for a flag that would hold a secret, such as `--password`; nil for any other flag.
    static func problem(_ flag: String, in definition: Command) -> (message: String, hints: [String])? {
        let isProgram = definition == .program
        // `-pSECRET` is one word.
        let isLetter = flag.hasPrefix("-p") && (isProgram || TypedSecrets.takesSignIn(definition))
        guard let meaning = isLetter ? "password" : TypedSecrets.meaning(of: flag) else { return nil }
        // Without sign-in flags, a single letter may mean anything.
        guard flag.hasPrefix("--") || isProgram || TypedSecrets.takesSignIn(definition) else { return nil }
        let article = meaning.first.map { "aeiouA".contains($0) } ?? false ? "An" : "A"
        return (
            "\(article) \(meaning) is not taken from a command line: others see it in the list of processes, and a "
                + "shell keeps it.", [places]
        )
    }
}
