import Notation

enum PersonFields {
    enum Meaning: Sendable, Hashable { case name, part, userName, address, phone }

    static func ofUser(_ name: String) -> Meaning? {
        switch name {
        case "name", "full_name", "display_name", "displayName": .name
        case "first_name", "last_name", "middle_name", "firstName", "lastName", "given_name", "family_name": .part
        case "user_name", "userName": .userName
        case "email": .address
        case "phone", "mobile_phone", "home_phone": .phone
        default: nil
        }
    }

    /// The meaning of a field's value; nil if it names nobody.
    ///
    /// - Parameters:
    ///   - last: the last part of the field's name.
    ///   - before: the part before it in a dot-walk: `caller_id.name`.
    ///   - ofUser: whether the field is one of sys_user.
    static func meaning(of last: String, _ before: String?, ofUser: Bool) -> Meaning? {
        if before.map(isReference) ?? ofUser, let meaning = self.ofUser(last) { return meaning }
        return isReference(last) ? .name : nil
    }

    /// Whether a field is known to name groups, places or things.
    static func names(something last: String) -> Bool { things.contains(last) }

    private static let things = Set(ProgramText.words("fields of things"))

    /// Whether a field, of any table, refers to users or contains user names.
    static func isReference(_ name: String) -> Bool { references.contains(name) }

    private static let references = Set(ProgramText.words("fields of people"))

    /// Fields with text that people wrote.
    static let freeText = Set(ProgramText.words("fields of text"))

    /// The last part of a dot-walk, and the one before it: `caller_id.name`.
    static func split(_ name: String) -> (last: String, before: String?) {
        let parts = name.split(separator: ".")
        guard let last = parts.last else { return (name, nil) }
        return (String(last), parts.dropLast().last.map(String.init))
    }

    /// The names in a value, which may be a list: `Abel Tuter, Beth Anglin`. `Tuter, Abel` is one name.
    static func names(in value: String) -> [String] {
        let parts = value.split(separator: ",").map { String(ASCII.trimmed($0)) }
        let isList =
            parts.count > 2
            || parts.count == 2
                && parts.allSatisfy { part in
                    part.utf8.contains { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: ".") }
                }
        return isList ? parts : [String(ASCII.trimmed(value[...]))]
    }

    /// Whether a value can be a name: a few words without signs of queries, code or numbers.
    static func isName(_ value: String) -> Bool {
        let words = Pseudonyms.words(of: value)
        guard (1...6).contains(words.count), value.utf8.count <= 80, !value.utf8.contains(where: { isSign($0) }),
            words.contains(where: { $0.contains(where: \.isLetter) }), !SysIDForm.isWritten(value)
        else { return false }
        return !RoleWords.isRole(words)
    }

    private static func isSign(_ byte: UInt8) -> Bool { byte < 32 || "=^/<>{}[]:;?*!#$%&|\"".utf8.contains(byte) }
}
