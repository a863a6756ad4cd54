import ExchangeModel
import Glibc
import Notation

/// The names of fields and headers whose values are secrets: a list of names that instances and clients use, and
/// everything that `SecretWords` accepts. Compared without case, hyphens and underscores; of a dot-walked name the last
/// part counts.
package enum SecretNames {
    private static let labels = NameTable([
        "password": """
        password userpassword passwd passphrase newpassword oldpassword currentpassword confirmpassword
        retypepassword proxypassword passcode
        """,
        "token": """
        accesstoken refreshtoken idtoken token usertoken xusertoken xusertokenresponse sysparmck gck sessiontoken
        csrftoken bearertoken authtoken xauthtoken mfatoken xmfatoken clientassertion assertion codeverifier
        samlresponse jwt
        """,
        "secret": "clientsecret secret privatekey sharedsecret sessionid xsessionid jsessionid glidesessionstore",
        "key": "apikey xapikey xsnapikey snapikey", "authorization": "authorization proxyauthorization",
        "cookie": "cookie setcookie",
    ])

    /// A secret's name in form bodies and URLs only; elsewhere it is an everyday word.
    private static let formOnly: Set<String> = ["code"]

    package static func label(of name: some Collection<UInt8>) -> String? {
        if let label = labels[name] { return label }
        guard let kind = SecretWords.kind(of: name) else { return nil }
        // The label in a placeholder is no word of the name, so that redacting twice is the same as once.
        let bytes = Array(name), places = Placeholder.ranges(in: bytes)
        guard !places.isEmpty else { return kind.rawValue }
        return SecretWords.kind(of: Edit.apply(places.map { Edit(range: $0, replacement: [], label: "") }, to: bytes))?
            .rawValue
    }

    static func isListed(_ name: some Collection<UInt8>) -> Bool { labels[name] != nil }

    package static func label(of name: String) -> String? { label(of: name.utf8) }

    static func labelInForm(of name: String) -> String? {
        label(of: name) ?? (formOnly.contains(normal(name.utf8)) ? "token" : nil)
    }

    static func normal(_ name: some Collection<UInt8>) -> String {
        var kept: [UInt8] = []
        for byte in name {
            if byte == UInt8(ascii: ".") { kept.removeAll() }
            if ASCII.isLetter(byte) || ASCII.isDigit(byte) { kept.append(ASCII.lowercased(byte)) }
        }
        return String(decoding: kept, as: UTF8.self)
    }
}

/// What names mean, without case, hyphens and underscores; of a dot-walked name the last part counts. Names are looked
/// up by digest, so that the keys of a long list need no strings.
struct NameTable<Meaning: Sendable>: Sendable {
    private var meanings: [UInt64: Meaning] = [:]
    private let separators: ASCIISet

    /// - Parameters:
    ///   - names: the names, separated by white space, by what they mean.
    ///   - separators: what separates the parts of a name.
    init(_ names: KeyValuePairs<Meaning, String>, separators: String = ".") {
        self.separators = ASCIISet(separators)
        for (meaning, list) in names {
            for name in list.utf8.split(whereSeparator: ASCII.isSpace) {
                if let digest = digest(of: name) { meanings[digest] = meaning }
            }
        }
    }

    subscript(name: some Collection<UInt8>) -> Meaning? { digest(of: name).flatMap { meanings[$0] } }

    /// Nil for names longer than any known one.
    private func digest(of name: some Collection<UInt8>) -> UInt64? {
        var digest = NameDigest()
        guard name.count <= 128 else { return nil }
        for byte in name {
            if separators.contains(byte) { digest = NameDigest() }
            if ASCII.isLetter(byte) || ASCII.isDigit(byte) { digest.add(ASCII.lowercased(byte)) }
        }
        return digest.value
    }
}

/// FNV-1a of the bytes of a name.
private struct NameDigest {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
}

/// Caches the meaning of names of members and assignments in one text. The rows of a list repeat the same names in the
/// same order, and looking a name up is faster than analyzing it.
struct MemberNames {
    private struct Entry {
        package let range: Range<Int>
        let meaning: Meaning
        /// The entry that followed last time.
        var next = 0
        /// The entry of the column that followed last time: between two columns there are members of their values.
        var nextColumn = 0
    }

    struct Meaning {
        var role: PairRole?
        package var place: FieldPlace?
        /// The index of its label.
        fileprivate var label: Int?

        /// Whether the name affects neither its value nor the object that contains it.
        var isPlain: Bool { label == nil && role == nil && place == nil }
        /// Whether only the name of a record can make the value a secret.
        var isOfPlainField: Bool { label == nil && role != .name && place != .columns && place != .auth }
    }

    /// Members that identify the kind of their object.
    enum FieldPlace: String {
        case value, link, columns
        /// Docker's `auth`: the base64 of `user:password`.
        case auth
        case displayValue = "display_value"
        case shownValue = "displayValue"
        case defaultValue = "default_value"

        /// Few other names have one of these lengths.
        static let lengths = [4, 5, 7, 12, 13]

        var isValue: Bool { self != .link && self != .columns && self != .auth }
    }

    private var entries: [Entry] = []
    /// Indexes into `entries` by digest; of two names with equal digests only the first is cached.
    private var places: [UInt64: Int] = [:]
    private var labels: [String] = []
    /// The entries of the last name and of the last column.
    private var last = 0, column = 0
    private static let maxKnown = 4096

    mutating func meaning(of name: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Meaning {
        if last < entries.count {
            let next = entries[last].next, nextColumn = entries[column].nextColumn
            if isSame(name, as: entries[next].range, bytes) { return follow(next) }
            if isSame(name, as: entries[nextColumn].range, bytes) { return follow(nextColumn) }
        }
        var digest = NameDigest()
        for place in name { digest.add(bytes[place]) }
        let known = places[digest.value]
        if let known, isSame(name, as: entries[known].range, bytes) { return follow(known) }
        let plain = MemberNames.decoded(bytes[name]) ?? Array(bytes[name])
        let meaning = Meaning(
            role: PairRole(plain),
            place: FieldPlace.lengths.contains(plain.count)
                ? FieldPlace(rawValue: String(decoding: plain, as: UTF8.self)) : nil,
            label: SecretNames.label(of: plain).map { index(of: $0) })
        guard entries.count < MemberNames.maxKnown, known == nil else { return meaning }
        if entries.isEmpty { places.reserveCapacity(24) }
        places[digest.value] = entries.count
        entries.append(Entry(range: name, meaning: meaning))
        return follow(entries.count - 1)
    }

    /// The label that makes the values of a name secret.
    package func label(of meaning: Meaning) -> String? { meaning.label.map { labels[$0] } }

    private mutating func index(of label: String) -> Int {
        if let known = labels.firstIndex(of: label) { return known }
        labels.append(label)
        return labels.count - 1
    }

    private mutating func follow(_ entry: Int) -> Meaning {
        let meaning = entries[entry].meaning
        entries[last].next = entry
        last = entry
        if meaning.place == nil {
            entries[column].nextColumn = entry
            column = entry
        }
        return meaning
    }

    private func isSame(_ name: Range<Int>, as other: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = bytes.baseAddress else { return name.isEmpty && other.isEmpty }
        return name.count == other.count && memcmp(start + name.lowerBound, start + other.lowerBound, name.count) == 0
    }

    static func decoded(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8]? {
        guard name.contains(UInt8(ascii: "\\")) else { return nil }
        return EscapedView(Array(name)[...], of: .json)?.bytes
    }
}

/// The half of a name/value record that a field is: `{"name": "db.password", "value": "…"}`, a row of `sys_properties`,
/// a header of a batch request, a change in `sys_audit`.
enum PairRole: Sendable, Hashable {
    case name, value

    /// By the field's name; of a dot-walked or prefixed name the last part counts. Nil for any other field.
    init?(_ name: some BidirectionalCollection<UInt8>) {
        // Nearly all names end here.
        guard let last = name.last, "eyrdtmlh".utf8.contains(last | 0x20), let role = Self.roles[name] else {
            return nil
        }
        self = role
    }

    private static let roles = NameTable<PairRole>(
        [
            .name: "name key header property field fieldname element parameter param label path parameterkey",
            .value: "value displayvalue oldvalue newvalue defaultvalue content parametervalue",
        ], separators: ".:")
}

/// A record whose fields are being read: the value may come before the name.
struct NamedRecord {
    package private(set) var label: String?
    private var waiting: [Find] = []
    private var found: [Find] = []

    /// Takes the label of the record's name; nil if the name is not a secret's.
    package mutating func take(name label: String?) {
        guard let label, self.label == nil else { return }
        self.label = label
        found += waiting.map { $0.with(label) }
        waiting = []
    }

    /// Takes a value; returns it with its label if the name has made it a secret.
    package mutating func take(value: Find) -> Find? {
        guard let label else {
            if waiting.count < 16 { waiting.append(value) }
            return nil
        }
        return value.with(label)
    }

    /// Takes a field; returns it if it is a value that the name has made a secret.
    package mutating func take(_ role: PairRole?, _ find: Find, in bytes: [UInt8]) -> Find? {
        switch role {
        case .name: take(name: SecretNames.label(of: find.secret(in: bytes)))
        case .value: return take(value: find)
        case nil: break
        }
        return nil
    }

    /// Takes a field that is a secret by its label, or as half of the record.
    mutating func take(_ find: Find, _ label: String?, _ role: PairRole?, in bytes: [UInt8]) {
        if let secret = label.map(find.with) ?? take(role, find, in: bytes) { found.append(secret) }
    }

    mutating func takePending() -> [Find] {
        defer { found = [] }
        return found
    }
}
