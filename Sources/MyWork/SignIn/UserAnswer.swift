import NowData
import Notation

/// Reads who a user is.
enum UserAnswer {
    /// A name that can be looked for. The instance makes a query of it, in which `^` ends a condition; a colon ends the
    /// name in a Basic credential (RFC 7617).
    static func check(_ name: String, for method: AuthenticationMethod) throws(MyWorkError) {
        guard !name.isEmpty else { throw MyWorkError(.unusable, "A user name is needed.") }
        guard EncodedQuery.mayStandAsValue(name), name.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw MyWorkError(.unusable, "A user name with ^ or a control character cannot be looked for.")
        }
        guard !name.lowercased().hasPrefix("javascript:") else {
            throw MyWorkError(.unusable, "A user name that begins with javascript: would be run, not looked for.")
        }
        if method == .basic, name.utf8.contains(UInt8(ascii: ":")) {
            throw MyWorkError(.unusable, "A user name with a colon cannot be sent with a password.")
        }
    }

    /// The user of that name among the rows that came. An instance that passes over the condition answers with any users.
    static func user(named name: String, in answer: APIAnswer) throws(MyWorkError) -> AuthSession.User {
        let result: JSONNode?
        do {
            result = try answer.json()["result"]
        } catch {
            // A list without rows is 404 in the first version of the API.
            if case .refused(let refusal) = error, refusal.kind == .notFound { throw nobody(name, error) }
            throw MyWorkError(error)
        }
        guard let result, result.kind == .array else {
            throw MyWorkError(.unexpectedAnswer, "The answer holds no list of users.")
        }
        let rows = result.elements.map(TableRow.init)
        if rows.isEmpty { throw nobody(name, nil) }
        let wanted = name.lowercased()
        guard let row = rows.first(where: { $0["user_name"]?.value.lowercased() == wanted }) else {
            throw MyWorkError(
                .otherUser, "The instance answered with other users: it passed over the name that was asked for.")
        }
        guard let sysID = row.sysID, !sysID.isEmpty else {
            throw MyWorkError(.unexpectedAnswer, "The user came without a sys_id.")
        }
        func text(_ column: String) -> String { row[column]?.value ?? "" }
        return AuthSession.User(
            userName: text("user_name"), firstName: text("first_name"), lastName: text("last_name"), sysID: sysID)
    }

    private static func nobody(_ name: String, _ failure: RequestFailure?) -> MyWorkError {
        MyWorkError(.noUser, "The instance shows no user of this name.", failure)
    }
}
