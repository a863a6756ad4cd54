/// Says by the words of a name whether what goes by it is a secret: `u_db_password`, `clientSecret`, `x-api-key`.
///
/// Words are cut at everything but letters and where `camelCase` turns; of a dot-walked name the last part counts. A name
/// is a secret's when it holds a secret word, unless it says something about the secret: its last word is about it
/// (`token_type`, `password_needs_reset`), or a word before it makes it a yes or no (`has_password`) or a number
/// (`max_tokens`). A name with blanks is a text and no name. In doubt it is a secret.
package enum SecretWords {
    /// What sort of secret a name means. The raw value is the word of its placeholder.
    package enum Sort: String, Sendable, Hashable {
        case password, token, secret, key, credential
    }

    /// Names longer than this, in bytes, are none.
    private static let longest = 128

    /// The sort of secret that a name in UTF-8 means; nil when it means none.
    package static func sort(of name: some Collection<UInt8>) -> Sort? {
        guard name.count <= longest, mayHoldWord(name), !name.contains(where: { $0 <= 32 }) else { return nil }
        let words = words(of: name)
        guard let (place, width, sort) = lastSecret(in: words) else { return nil }
        let before = words[..<(place + 1 - width)], after = words[(place + 1)...]
        if before.contains(where: flags.contains) { return nil }
        if sort == .token, let last = before.last, counted.contains(last) { return nil }
        if let last = after.last, about.contains(last) { return sort == .secret && last == "id" ? sort : nil }
        return sort
    }

    /// Whether the name holds letters that every secret word begins with: the one pass that most names get.
    private static func mayHoldWord(_ name: some Collection<UInt8>) -> Bool {
        var three: UInt32 = 0
        for byte in name {
            three = (three << 8 | UInt32(byte | 0x20)) & 0xFF_FFFF
            if three & 0xFFFF == 0x7077 { return true }  // pw
            switch three {
            // pas, sec, tok, key, cre, jwt, bea(rer), csr(f), bas(ic auth), aut(h code), otp, pin
            case 0x70_6173, 0x73_6563, 0x74_6F6B, 0x6B_6579, 0x63_7265, 0x6A_7774, 0x62_6561, 0x63_7372, 0x62_6173,
                0x61_7574, 0x6F_7470, 0x70_696E:
                return true
            default: break
            }
        }
        return false
    }

    /// The words of a name's last part, in small letters.
    private static func words(of name: some Collection<UInt8>) -> [String] {
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
            // Of capitals followed by a small letter the last begins a word: `APIKey`.
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

    /// The last secret word: where it ends, of how many words it is made (`api_key` of two), and its sort.
    private static func lastSecret(in words: [String]) -> (place: Int, width: Int, sort: Sort)? {
        for place in words.indices.reversed() {
            if place > 0, let sort = pairs[words[place - 1] + words[place]] { return (place, 2, sort) }
            if let sort = sort(ofWord: words[place]) { return (place, 1, sort) }
        }
        return nil
    }

    /// Written in one, as `dbpassword` and `apikeyvalue` are. `secretary` and `tokenizer` are other words.
    private static func sort(ofWord word: String) -> Sort? {
        if let sort = whole[word] { return sort }
        if let found = inside.first(where: { holds(word, $0.text) }) {
            return about.contains { $0.utf8.count > 3 && word.hasSuffix($0) } || word == "passwordless"
                ? nil : found.sort
        }
        return ends.first { word.hasSuffix($0.text) }?.sort
    }

    /// Whether a text stands in a word: compared as bytes, for the long answers that are searched name by name.
    private static func holds(_ word: String, _ text: String) -> Bool {
        var rest = word.utf8[...]
        while rest.count >= text.utf8.count {
            if rest.starts(with: text.utf8) { return true }
            rest.removeFirst()
        }
        return false
    }

    private static let whole: [String: Sort] = [
        "jwt": .token, "pass": .password, "pw": .password, "bearer": .token, "csrf": .token, "otp": .token,
        "pin": .token,
        "basicauth": .credential, "authcode": .token,
    ]

    private static let inside: [(text: String, sort: Sort)] = [
        ("password", .password), ("passwd", .password), ("passphrase", .password), ("credential", .credential),
        ("apikey", .key), ("privatekey", .key), ("accesskey", .key), ("secretkey", .key),
    ]

    private static let ends: [(text: String, sort: Sort)] = [
        ("pwd", .password), ("secret", .secret), ("secrets", .secret), ("token", .token), ("tokens", .token),
    ]

    private static let pairs: [String: Sort] = {
        var pairs: [String: Sort] = [
            "password": .password, "passphrase": .password, "basicauth": .credential, "authcode": .token,
        ]
        for kind in ["api", "private", "access", "shared", "signing", "encryption", "ssh", "master", "auth"] {
            pairs[kind + "key"] = .key
            pairs[kind + "keys"] = .key
        }
        for owner in ["db", "user", "admin", "root", "smtp", "ftp", "ldap", "proxy"] {
            pairs[owner + "pass"] = .password
        }
        return pairs
    }()

    /// Before a secret word: the name is answered by yes or no.
    private static let flags = words(
        "is are has have had need needs require requires use uses show hide allow allows no without")

    /// Right before `tokens`: they are counted, not told.
    private static let counted = words("max min num number total prompt completion input output used cached")

    /// At the end of a name: it is about the secret.
    private static let about = words(
        """
        type types kind reset required requirement requirements policy policies rule rules expires expired expiry expiration
        expire exp at on by in date time age lifetime lifespan ttl length len size count limit max min question questions
        label name names id ids uri uris url urls endpoint endpoints path file filename algorithm alg encoding format strength
        score status state valid validity verified changed updated created modified enabled disabled active used usage
        remaining available scope scopes alias aliases order tag tags version versions attempts failures error errors message
        provider source store storage vault manager service field column parameter header prefix hidden visible protected
        mode method flow grant audience issuer description comment comments notes page template link button title
        placeholder icon group table class category location
        """)

    private static func words(_ text: String) -> Set<String> {
        Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
    }
}
