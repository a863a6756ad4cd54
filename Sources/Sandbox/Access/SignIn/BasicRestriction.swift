/// Whether somebody may use Basic authentication with an API. New instances refuse it unless the account is one for APIs
/// alone, gave the passcode of a second factor, or has a role for it; a sandbox takes it unless it is told otherwise.
struct BasicRestriction {
    let store: RecordStore

    /// Whether a user whose password is right is refused all the same.
    func refuses(_ userID: String, userName: String, byPasscode: Bool) throws -> Bool {
        guard !byPasscode, try InstanceProperty.isTrue(SignInProperty.enforcesBasic, in: store),
            try InstanceProperty.isTrue(SignInProperty.restrictsBasic, in: store, shipped: true)
        else { return false }
        let book = AccountBook(store: store)
        guard try book.entry(userName: userName)?.isForAPIsAlone != true else { return false }
        let text = try InstanceProperty.value(SignInProperty.basicRoles, in: store) ?? SignInProperty.usualBasicRoles
        let roles = Set(text.split(separator: ",").map { String($0.filter { $0 != " " }) })
        return try book.account(userID)?.roles.isDisjoint(with: roles) ?? true
    }
}
