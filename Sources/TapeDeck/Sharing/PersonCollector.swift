import ExchangeModel
import Notation

/// Collects the people, mail addresses, telephone numbers and, on demand, free text of a tape.
struct PersonCollector: Sendable {
    private(set) var names: Set<String> = []
    private(set) var userNames: Set<String> = []
    private(set) var addresses: Set<String> = []
    private(set) var phones: Set<String> = []
    private(set) var texts: Set<String> = []
    /// Words of the tape's structure in lower case: members, commands, paths. A name that is one of them is only
    /// replaced as a part of a longer one.
    private(set) var vocabulary: Set<String> = []
    let takesText: Bool

    init(takesText: Bool) { self.takesText = takesText }

    mutating func read(_ part: TapePart) {
        if case .user = part.kind { takeUserName(String(decoding: part.bytes, as: UTF8.self)) }
        if case .line = part.kind { readLine(String(decoding: part.bytes, as: UTF8.self)) }
        if case .address = part.kind { readAddress(String(decoding: part.bytes, as: UTF8.self)) }
        var bytes = part.bytes, type: String?, url = ""
        if case .body(let media, let address) = part.kind { (type, url) = (media, address) }
        if let whole = EncodedText(whole: bytes, type: type) { bytes = whole.bytes }
        let kind = BodyKind(of: bytes, type: type)
        if kind == .binary { return }
        if part.isEncoded, part.kind != .address {
            for field in String(decoding: bytes, as: UTF8.self).split(separator: "&") {
                let sides = field.split(separator: "=", maxSplits: 1)
                guard sides.count == 2 else { continue }
                take(PercentCoding.decodeForm(sides[1]), PercentCoding.decodeForm(sides[0]), ofUser: false)
            }
        }
        guard kind == .json, let document = try? JSONDocument(bytes) else {
            ContactScan.forEachText(in: bytes) { takeContacts(in: $0) }
            if kind == .markup { readMarkup(bytes) }
            return
        }
        let table = Self.table(of: url)
        walk(document.root, "", ofUser: table == "sys_user")
    }

    // MARK: JSON

    private mutating func walk(_ node: JSONNode, _ name: String, ofUser: Bool) {
        switch node.kind {
        case .array: for element in node.elements { walk(element, name, ofUser: ofUser) }
        case .object:
            let isUser =
                ofUser || name == "sys_user"
                || node["user_name"] != nil && (node["first_name"] ?? node["last_name"] ?? node["email"]) != nil
            let isPerson = node["link"]?.string.map(Self.linksUser) ?? PersonFields.isReference(name)
            for (member, value) in node.members {
                for word in Self.identifiers(in: member) { vocabulary.insert(word) }
                take(value, member, ofUser: isUser, isPerson: isPerson)
            }
            takeJournal(node)
        case .string:
            let bytes = Array((node.string ?? "").utf8)
            if bytes.count > 5 { ContactScan.forEachText(in: bytes) { takeContacts(in: $0) } }
        case .number, .bool, .null: break
        }
    }

    /// - Parameter isPerson: whether the object around refers to a user, so that its display value is a name.
    private mutating func take(_ value: JSONNode, _ member: String, ofUser: Bool, isPerson: Bool) {
        if value.kind == .string, let text = value.string {
            if isPerson, member == "display_value" || member == "displayValue" {
                takeNames(text)
            } else {
                take(text, member, ofUser: ofUser)
            }
        }
        let (last, _) = PersonFields.split(member)
        if value.kind == .object, value["link"]?.string.map(Self.linksUser) ?? true {
            for key in ["display_value", "displayValue", "value"] {
                if let text = value[key]?.string { take(text, member, ofUser: ofUser) }
            }
        }
        walk(value, last, ofUser: ofUser && value.kind == .array)
    }

    /// The value of a field, which may be a dot-walk.
    ///
    /// - Parameter ofUser: whether the field is one of sys_user.
    mutating func take(_ text: String, _ field: String, ofUser: Bool) {
        let (last, before) = PersonFields.split(field)
        if takesText, PersonFields.freeText.contains(last) { takeText(text) }
        let isUser = before.map(PersonFields.isReference) ?? ofUser
        if isUser, let meaning = PersonFields.ofUser(last) {
            switch meaning {
            case .name: takeNames(text)
            case .part: if PersonFields.isName(text) { names.insert(text) }
            case .userName: takeUserName(text)
            case .address: takeContacts(in: Array(text.utf8))
            case .phone: if text.utf8.filter(ASCII.isDigit).count >= 7 { phones.insert(text) }
            }
        } else if PersonFields.isReference(last) {
            takeNames(text)
        }
    }

    /// The text of a journal entry is in a column named like any other.
    private mutating func takeJournal(_ node: JSONNode) {
        guard takesText, node["element"]?.string.map(PersonFields.freeText.contains) ?? false,
            let text = node["value"]?.string
        else { return }
        takeText(text)
    }

    // MARK: Values

    /// Names, or a list of them. One word is a user name.
    private mutating func takeNames(_ text: String) {
        for part in text.split(separator: ",").count > 2 ? text.split(separator: ",") : [text[...]] {
            let name = String(ASCII.trimmed(part))
            guard PersonFields.isName(name) else {
                takeContacts(in: Array(name.utf8))
                continue
            }
            if name.utf8.contains(UInt8(ascii: " ")) { names.insert(name) } else { takeUserName(name) }
        }
    }

    private mutating func takeUserName(_ text: String) {
        guard PersonFields.isName(text) else { return }
        if text.utf8.contains(UInt8(ascii: "@")) { addresses.insert(text) } else { userNames.insert(text) }
    }

    private mutating func takeContacts(in bytes: [UInt8]) {
        addresses.formUnion(ContactScan.addresses(in: bytes))
        phones.formUnion(ContactScan.phones(in: bytes))
    }

    /// Each line is replaced alone, so that a journal keeps its headers.
    private mutating func takeText(_ text: String) {
        for line in text.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }) {
            let line = ASCII.trimmed(line)
            guard line.utf8.count > 3, !Self.isJournalHeader(line), line.contains(where: \.isLetter),
                !PersonFields.isIdentifier(String(line))
            else { continue }
            texts.insert(String(line))
        }
    }

    /// `2026-04-14 19:29:09 - Abel Tuter (Work notes)`.
    private static func isJournalHeader(_ line: Substring) -> Bool {
        let start = Array(line.utf8.prefix(22))
        return start.count == 22 && start[4] == UInt8(ascii: "-") && start[13] == UInt8(ascii: ":")
            && start[20] == UInt8(ascii: "-")
    }

    // MARK: Lines and URLs

    /// A command line's first words and flags are the program's.
    private mutating func readLine(_ line: String) {
        let words = line.split(separator: " ")
        for word in words.prefix(3) + words.filter({ $0.hasPrefix("-") }) {
            vocabulary.formUnion(Self.identifiers(in: String(word)))
        }
    }

    private mutating func readAddress(_ text: String) {
        guard let url = HTTPURL(text) else { return }
        vocabulary.formUnion(Self.identifiers(in: url.path))
        let isUser = Self.table(of: text) == "sys_user"
        for field in url.queryFields {
            vocabulary.formUnion(Self.identifiers(in: field.name))
            guard field.name == "sysparm_query" else { continue }
            for term in field.value.split(separator: "^") {
                let sides = term.split(separator: "=", maxSplits: 1)
                guard sides.count == 2 else { continue }
                let name = sides[0].hasPrefix("OR") ? sides[0].dropFirst(2) : sides[0]
                take(String(sides[1]), String(name), ofUser: isUser)
            }
        }
    }

    private static func linksUser(_ link: String) -> Bool { link.firstEnd(of: "/sys_user/") != nil }

    /// The table that a REST URL names.
    private static func table(of url: String) -> String? {
        guard let path = HTTPURL(url)?.path, let end = path.firstEnd(of: "/table/") else { return nil }
        return String(path[end...].prefix { $0 != "/" })
    }

    private static func identifiers(in text: String) -> [String] {
        text.utf8.split { !ASCII.isLetter($0) }.map { ASCII.lowercased(String(Substring($0))) }
    }
}
