import Database

/// The second factor of those users who have one.
enum SecondFactor {
    /// The passcode of everybody: a sandbox has nobody's telephone to ask.
    static let passcode = "246810"

    /// Whether a user has one.
    static func isWanted(by userID: String, in store: RecordStore) throws -> Bool {
        try store.connection.row(
            "SELECT 1 FROM \"sys_user\" WHERE \"sys_id\" = ? AND \"enable_multifactor_authn\" = 1", [.text(userID)]
        ) { _ in true } ?? false
    }
}
