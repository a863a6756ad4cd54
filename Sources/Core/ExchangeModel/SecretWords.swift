import Synchronization

extension Set<String> {
    /// The words of a text, which are separated by blanks and line ends.
    package init(words text: String) { self.init(text.split { $0 == " " || $0 == "\n" }.map(String.init)) }
}

/// Decides by the words of a name whether its value is a secret: `u_db_password`, `clientSecret`, `x-api-key`.
///
/// Names are split at non-letters and at `camelCase` boundaries; for dot-walked names the last part counts. A name that
/// contains a secret word is secret, unless it describes the secret: by its last word (`token_type`,
/// `password_needs_reset`), or by a preceding word that makes it a Boolean (`has_password`) or a number (`max_tokens`).
/// A text with spaces is not a name. In case of doubt it is a secret.
package enum SecretWords {
    /// The kind of secret. The raw value is the word of its placeholder.
    package enum Kind: String, Sendable, Hashable { case password, token, secret, key, credential }

    /// Longer texts are not names, in bytes.
    private static let longest = 128

    /// The kind of secret that a UTF-8 name denotes; nil if none.
    package static func kind(of name: some Collection<UInt8>) -> Kind? {
        name.withContiguousStorageIfAvailable(kind(ofBytes:)) ?? Array(name).withUnsafeBufferPointer(kind(ofBytes:))
    }

    /// Not generic, for speed: it runs for every name in a text.
    private static func kind(ofBytes name: UnsafeBufferPointer<UInt8>) -> Kind? {
        guard name.count <= longest, mayHoldWord(name), !name.contains(where: { $0 <= 32 }) else { return nil }
        let words = words(of: name)
        guard let (place, width, kind) = lastSecret(in: words) else { return nil }
        let before = words[..<(place + 1 - width)], after = words[(place + 1)...]
        if before.contains(where: flags.contains) { return nil }
        if kind == .token, let last = before.last, counted.contains(last) { return nil }
        if let last = after.last, about.contains(last) { return kind == .secret && last == "id" ? kind : nil }
        return kind
    }

    /// Whether the name contains the first letters of a secret word: a quick check that rejects most names.
    private static func mayHoldWord(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        var three = 0
        for byte in name {
            three = (three << 5 | Int(byte & 31)) & 0x7FFF
            if starts[three] || three & 0x3FF == short { return true }
        }
        return false
    }

    /// The first three letters of each word, and of the second word of each pair, five bits each.
    private static let starts: [Bool] = {
        var starts = [Bool](repeating: false, count: 1 << 15)
        for word in Array(whole.keys) + inside.map(\.text) + ends.map(\.text) + secondWords where word.count > 2 {
            starts[word.utf8.prefix(3).reduce(0) { $0 << 5 | Int($1 & 31) }] = true
        }
        return starts
    }()

    /// `pw`, the only word of two letters.
    private static let short = 16 << 5 | 23

    /// The lower-case words of a name's last part.
    private static func words(of name: UnsafeBufferPointer<UInt8>) -> [String] {
        var words: [String] = [], word: [UInt8] = []
        var wasCapital = false
        func end() {
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
            word = []
        }
        for byte in name {
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            guard isCapital || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) else {
                end()
                if byte == UInt8(ascii: ".") { words = [] }
                continue
            }
            if isCapital, !wasCapital { end() }
            // In a run of capitals, the last one before a small letter begins a word: `APIKey`.
            if !isCapital, wasCapital, word.count > 1 {
                let first = word.removeLast()
                end()
                word = [first]
            }
            word.append(byte | 0x20)
            wasCapital = isCapital
        }
        end()
        return words
    }

    /// The last secret word: its end, the number of words it consists of (`api_key` has two), and its kind.
    private static func lastSecret(in words: [String]) -> (place: Int, width: Int, kind: Kind)? {
        for place in words.indices.reversed() {
            if place > 0, let kind = pairs[words[place - 1] + words[place]] { return (place, 2, kind) }
            if let kind = kind(ofWord: words[place]) { return (place, 1, kind) }
        }
        return nil
    }

    /// Written as one word, such as `dbpassword` and `apikeyvalue`, but not `secretary` and `tokenizer`.
    private static func kind(ofWord word: String) -> Kind? {
        if let kind = whole[word] { return kind }
        if let found = inside.first(where: { holds(word, $0.text) }) {
            return about.contains { $0.utf8.count > 3 && word.hasSuffix($0) } || word == "passwordless"
                ? nil : found.kind
        }
        return ends.first { word.hasSuffix($0.text) }?.kind
    }

    /// Compares bytes, for the speed of searching long responses name by name.
    private static func holds(_ word: String, _ text: String) -> Bool {
        var rest = word.utf8[...]
        while rest.count >= text.utf8.count {
            if rest.starts(with: text.utf8) { return true }
            rest.removeFirst()
        }
        return false
    }

    static let whole: [String: Kind] = [
        "jwt": .token, "pass": .password, "pw": .password, "bearer": .token, "csrf": .token, "xsrf": .token,
        "otp": .token, "totp": .token, "pin": .token, "psk": .key, "userpass": .password,
        "basicauth": .credential, "authcode": .token,
    ]

    static let inside: [(text: String, kind: Kind)] = [
        ("password", .password), ("passwd", .password), ("passphrase", .password), ("credential", .credential),
        ("apikey", .key), ("privatekey", .key), ("accesskey", .key), ("secretkey", .key),
    ]

    static let ends: [(text: String, kind: Kind)] = [
        ("pwd", .password), ("pword", .password), ("pswd", .password), ("kennwort", .password), ("passwort", .password),
        ("secret", .secret), ("secrets", .secret), ("token", .token), ("tokens", .token),
    ]

    static let secondWords = ["word", "phrase", "auth", "code", "key", "keys", "pass"]

    static let pairs: [String: Kind] = {
        var pairs: [String: Kind] = [
            "password": .password, "passphrase": .password, "basicauth": .credential, "authcode": .token,
        ]
        for kind in [
            "api", "private", "access", "shared", "signing", "encryption", "ssh", "master", "auth", "account", "hmac",
            "aes", "storage", "subscription",
            "sas", "session",
        ] {
            pairs[kind + "key"] = .key
            pairs[kind + "keys"] = .key
        }
        for owner in ["db", "user", "admin", "root", "smtp", "ftp", "ldap", "proxy"] {
            pairs[owner + "pass"] = .password
        }
        return pairs
    }()

    /// Before a secret word: the value is a Boolean.
    private static let flags = Set(
        words: "is are has have had need needs require requires use uses show hide allow allows no without")

    /// Directly before `tokens`: the value is a count.
    private static let counted = Set(words: "max min num number total prompt completion input output used cached")

    /// At the end of a name: the value describes the secret.
    private static let about = Set(
        words: """
            type types kind reset required requirement requirements policy policies rule rules expires expired expiry expiration
            expire exp at on by in date time age lifetime lifespan ttl length len size count limit max min question questions
            label name names id ids uri uris url urls endpoint endpoints path file filename algorithm alg encoding format strength
            score status state valid validity verified changed updated created modified enabled disabled active used usage
            remaining available scope scopes alias aliases order tag tags version versions attempts failures error errors message
            provider source store storage vault manager service field column parameter header prefix hidden visible protected
            mode method flow grant audience issuer description comment comments notes page template link button title
            placeholder icon group table class category location rate percentage percent fail yield budget
            """)
}

/// The secrets known to this process, for redaction by value.
///
/// They are kept in memory only. Every secret (a prompted password, a token, a cookie) is registered before the first
/// request that contains it.
public final class SecretBook: Sendable {
    /// A secret and its label.
    public struct Entry: Sendable, Hashable {
        /// The word in the placeholder: `password`, `token`, `cookie`, `authorization`.
        public let label: String
        /// The secret.
        public let text: String
        /// Whether this process does not sign in with it.
        package var isOverheard = false
    }

    private struct Book {
        var entries: [Entry] = []
        var known: Set<String> = []
        var overheard: Set<String> = []
    }

    private let book = Mutex(Book())
    private let harmless = Mutex<Set<String>>([])

    /// The names of response headers, in lower case, that the project declares to hold no secret.
    package var harmlessHeaders: Set<String> {
        get { harmless.withLock { $0 } }
        set { harmless.withLock { $0 = newValue } }
    }

    /// An empty book.
    public init() {}

    /// Registers a secret. Duplicates and empty texts are ignored.
    public func write(_ text: String, as label: String) {
        book.withLock { book in
            guard !text.isEmpty, book.known.insert(text).inserted else { return }
            book.entries.append(Entry(label: label, text: text))
        }
    }

    /// All registered secrets, in order.
    public var entries: [Entry] { all.filter { !$0.isOverheard } }

    /// The same, with those registered by `overhear`.
    package var all: [Entry] { book.withLock { $0.entries } }

    /// Incremented with every new secret, to invalidate compiled redactors.
    public var version: Int { book.withLock { $0.entries.count } }

    /// Registers a secret that this process does not use to sign in, such as a token in a requested response. Tapes
    /// redact these by position; they are registered for masking output.
    public func overhear(_ text: String, as label: String) {
        book.withLock { book in
            guard !text.isEmpty, !book.known.contains(text), book.overheard.insert(text).inserted else { return }
            book.entries.append(Entry(label: label, text: text, isOverheard: true))
        }
    }
}
