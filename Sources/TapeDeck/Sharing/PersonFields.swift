import Notation

/// Which fields name a person.
enum PersonFields {
    enum Meaning: Sendable, Hashable { case name, part, userName, address, phone }

    /// The meaning of a column of sys_user; nil for any other.
    static func ofUser(_ name: String) -> Meaning? {
        switch name {
        case "name", "full_name", "display_name", "displayName": .name
        case "first_name", "last_name", "middle_name", "firstName", "lastName": .part
        case "user_name", "userName": .userName
        case "email": .address
        case "phone", "mobile_phone", "home_phone": .phone
        default: nil
        }
    }

    /// Whether a field, of any table, refers to users or contains user names.
    static func isReference(_ name: String) -> Bool { references.contains(name) }

    private static let references: Set<String> = [
        "actioned_by", "additional_assignee_list", "approved_by", "approver", "assigned_by", "assigned_to", "author",
        "caller", "caller_id", "checked_out_by", "closed_by", "created_by", "delegate", "managed_by", "manager",
        "opened_by", "opened_for", "owned_by", "published_by", "received_by", "reopened_by", "requested_by",
        "requested_for", "requester", "resolved_by", "reviewed_by", "supported_by", "sys_created_by",
        "sys_updated_by", "sys_user", "updated_by", "user", "user_display_name", "userDisplayName", "user_name",
        "userName", "watch_list", "work_notes_list",
    ]

    /// Fields with text that people wrote.
    static let freeText: Set<String> = [
        "additional_comments", "approval_history", "close_notes", "comments", "comments_and_work_notes", "description",
        "justification", "notes", "resolution_notes", "short_description", "text", "work_notes",
    ]

    /// The last part of a dot-walk, and the one before it: `caller_id.name`.
    static func split(_ name: String) -> (last: String, before: String?) {
        let parts = name.split(separator: ".")
        guard let last = parts.last else { return (name, nil) }
        return (String(last), parts.dropLast().last.map(String.init))
    }

    /// Whether a value can be a name: a few words without signs of queries, code or numbers.
    static func isName(_ value: String) -> Bool {
        let words = Pseudonyms.words(of: value)
        guard (1...6).contains(words.count), value.utf8.count <= 80, !value.utf8.contains(where: { isSign($0) }),
            words.contains(where: { $0.contains(where: \.isLetter) }), !isIdentifier(value)
        else { return false }
        return !RoleWords.isRole(words)
    }

    static func isIdentifier(_ value: String) -> Bool {
        value.utf8.count == 32 && value.utf8.allSatisfy { ASCII.hexValue($0) != nil }
    }

    private static func isSign(_ byte: UInt8) -> Bool { byte < 32 || "=^/<>{}[]:;?*!#$%&|\"".utf8.contains(byte) }
}
