import Database
import ExchangeModel

/// Looks users up: by name and password, and by sys_id.
struct AccountBook {
    let store: RecordStore

    /// The active user with that name and password, or nil. It does not say which of the two was wrong.
    func account(userName: String, password: String) throws -> String? {
        let found = try store.connection.row(
            """
            SELECT "sys_id", "user_password" FROM "sys_user"
            WHERE "user_name" = ? AND "active" = 1 AND "locked_out" IS NOT 1
            """, [.text(userName)]
        ) { (sysID: $0.text(0), digest: $0.text(1)) }
        guard let found, !password.isEmpty, found.digest == AccountBook.digest(of: password, for: found.sysID) else {
            return nil
        }
        return found.sysID
    }

    /// Everything a request needs to know of a user. Nil when there is no such user, or one
    /// who is inactive or locked out.
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
