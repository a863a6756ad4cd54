import Database
import ExchangeModel

/// Who signs in in other ways, or cannot. It draws no number and comes last, so that nobody else's records depend on it.
enum SignInSeeds {
    /// The user that the application `snowdeck` is itself. It stands behind everybody of the first users and before the
    /// later ones.
    static let integrationUser = "ffd0c1a24f4212008a5ab895f110c7f4"
    /// The user that the API key speaks for: Abel Tuter.
    static let keyUser = "62826bf03710200044e0bfc8bcbe5df1"

    static func write(_ world: SeedWorld, _ store: RecordStore) throws {
        let stamp = SeedBatch.Stamp(Timestamp(seconds: world.start.seconds - 30 * 86_400))
        let users = try SeedBatch(
            "sys_user", "sys_id user_name first_name last_name name email title active web_service_access_only",
            store: store)
        try users.add(
            [
                integrationUser, "integration.user", "Integration", "User", "Integration User",
                "integration.user@example.com", "", "true", "true",
            ], stamp)
        let itil = "282bf1fac6112285017366cb5f867469"
        try SeedBatch("sys_user_has_role", "sys_id user role", store: store).add(
            ["ffd0c1a24f4212008a5ab895f110c7f5", integrationUser, itil], stamp)
        try change("5137153cc611227c000bbd1bd8cd2005", "\"enable_multifactor_authn\" = 1", store)
        try change("46d44a23a9fe19810012d100cca80666", "\"active\" = 0", store)
        try change("9ee1b13dc6112271007f9d0efdb69cd0", "\"locked_out\" = 1, \"failed_attempts\" = 5", store)
    }

    /// Fred Luddy has a second factor, Beth Anglin is gone, Don Goodliffe is locked out: each with a password.
    private static func change(_ sysID: String, _ what: String, _ store: RecordStore) throws {
        try store.connection.run(
            "UPDATE \"sys_user\" SET \"user_password\" = ?, \(what) WHERE \"sys_id\" = ?",
            [.text(AccountBook.digest(of: "password", for: sysID)), .text(sysID)])
    }
}
