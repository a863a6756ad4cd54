import Database
import ExchangeModel

/// Looks users up: what their sign-in depends on by name, and everything else by sys_id.
struct AccountBook {
    let store: RecordStore

    /// What a user's sign-in depends on.
    struct Entry {
        let sysID: String
        /// The digest of the password; empty when there is none.
        let digest: String
        /// Neither inactive nor locked out.
        let isOpen: Bool
        /// Wrong passwords since the last right one.
        let failures: Int
        let hasSecondFactor: Bool
        /// Whether APIs are all the user may use.
        let isForAPIsAlone: Bool

        /// Whether that is the user's password.
        func hasPassword(_ password: String) -> Bool {
            !password.isEmpty && !digest.isEmpty && digest == AccountBook.digest(of: password, for: sysID)
        }
    }

    /// The user of that name, inactive ones included.
    func entry(userName: String) throws -> Entry? {
        try store.connection.row(
            """
            SELECT "sys_id", "user_password", "active" = 1 AND "locked_out" IS NOT 1, "failed_attempts",
                "enable_multifactor_authn", "web_service_access_only" FROM "sys_user" WHERE "user_name" = ?
            """, [.text(userName)]
        ) {
            Entry(
                sysID: $0.text(0), digest: $0.text(1), isOpen: $0.integer(2) == 1, failures: Int($0.integer(3)),
                hasSecondFactor: $0.integer(4) == 1, isForAPIsAlone: $0.integer(5) == 1)
        }
    }

    /// Writes down how many wrong passwords there were, and whether that locks the user out.
    func setFailures(_ count: Int, of sysID: String, locks: Bool = false) throws {
        try store.connection.run(
            "UPDATE \"sys_user\" SET \"failed_attempts\" = ?" + (locks ? ", \"locked_out\" = 1" : "")
                + " WHERE \"sys_id\" = ?", [.integer(Int64(count)), .text(sysID)])
    }

    /// Everything a request needs to know of a user. Nil when there is no such user, or one who is inactive or locked
    /// out.
    func account(_ sysID: String) throws -> Account? {
        let user = try store.connection.row(
            """
            SELECT "user_name", "name", "time_zone", "date_format", "time_format" FROM "sys_user"
            WHERE "sys_id" = ? AND "active" = 1 AND "locked_out" IS NOT 1
            """,
            [.text(sysID)]
        ) {
            (
                userName: $0.text(0), name: $0.text(1),
                format: DateFormat(
                    zone: $0.text(2).isEmpty ? store.userZone : .named($0.text(2)), date: $0.text(3), time: $0.text(4))
            )
        }
        guard let user else { return nil }
        try store.fill(["sys_user_has_role"])
        let roles = try store.connection.rows(
            """
            SELECT r."name" FROM "sys_user_has_role" AS h JOIN "sys_user_role" AS r ON r."sys_id" = h."role"
            WHERE h."user" = ?
            """, [.text(sysID)]
        ) { $0.text(0) }
        let groups = try store.connection.rows(
            "SELECT \"group\" FROM \"sys_user_grmember\" WHERE \"user\" = ? ORDER BY \"sys_id\"", [.text(sysID)]
        ) { $0.text(0) }
        return Account(
            sysID: sysID, userName: user.userName, name: user.name, roles: Set(roles), groupIDs: groups,
            format: user.format)
    }

    /// What is kept of a password. It keeps a password from standing in the data as it is; it is no protection against
    /// somebody who has the data, and a sandbox is no place for a password that matters.
    static func digest(of password: String, for sysID: String) -> String {
        String(UInt64(bitPattern: StableHash.of(sysID + ":" + password)), radix: 16)
    }
}
