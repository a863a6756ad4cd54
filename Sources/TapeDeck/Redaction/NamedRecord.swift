import Notation

/// Which half of a name/value record a field is: `{"name": "db.password", "value": "…"}`, a row of `sys_properties`, a
/// header of a batch part, a change in `sys_audit`.
enum PairRole: Sendable, Hashable {
    case name, value

    /// By the field's name; of a dot-walked or prefixed name the last part counts. Nil for any other field.
    init?(_ name: some BidirectionalCollection<UInt8>) {
        // Nearly all names end here, without a text being made of them.
        guard let last = name.last, "eyrdtm".utf8.contains(last | 0x20), name.count <= 128 else { return nil }
        var word: [UInt8] = []
        for byte in name {
            if byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":") {
                word = []
            } else if ASCII.isLetter(byte) {
                word.append(ASCII.lowercased(byte))
            } else if ASCII.isDigit(byte) {
                return nil
            }
        }
        guard let role = Self.roles[String(decoding: word, as: UTF8.self)] else { return nil }
        self = role
    }

    private static let roles: [String: PairRole] = {
        var roles: [String: PairRole] = [:]
        for name in ["name", "key", "header", "property", "field", "fieldname", "element", "parameter", "param"] {
            roles[name] = .name
        }
        for name in ["value", "displayvalue", "oldvalue", "newvalue", "defaultvalue", "content"] {
            roles[name] = .value
        }
        return roles
    }()
}

/// What is known of a record whose fields are being read: the value may come before the name.
struct NamedRecord {
    /// The label that the name gives to the value.
    private(set) var label: String?
    /// Values that came before a name did.
    private var waiting: [Find] = []
    /// Values that a name has since made secrets.
    private var found: [Find] = []

    /// Takes in what the record's name means; nil when it is no secret's.
    mutating func take(name label: String?) {
        guard let label, self.label == nil else { return }
        self.label = label
        found += waiting.map { waiting in
            var find = waiting
            find.label = label
            return find
        }
        waiting = []
    }

    /// Takes in a value; gives it back with its label when the name has made it a secret.
    mutating func take(value: Find) -> Find? {
        guard let label else {
            if waiting.count < 16 { waiting.append(value) }
            return nil
        }
        var find = value
        find.label = label
        return find
    }

    /// The values that became secrets after they were taken in.
    mutating func takePending() -> [Find] {
        defer { found = [] }
        return found
    }
}
