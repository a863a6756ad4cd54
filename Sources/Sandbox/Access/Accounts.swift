import Database
package import ExchangeModel
import Notation

struct Account: Sendable {
    let sysID: String
    let userName: String
    /// First and last name.
    let name: String
    let roles: Set<String>
    let groupIDs: [String]
    let format: DateFormat

    var zone: ZoneRule { format.zone }
    var isAdmin: Bool { roles.contains("admin") }
}

struct AccountStore {
    let store: RecordStore

    struct Entry {
        let sysID: String
        let digest: String
        let isOpen: Bool
        let failures: Int
        let hasSecondFactor: Bool
        let isAPIOnly: Bool

        func hasPassword(_ password: String) -> Bool {
            !password.isEmpty && !digest.isEmpty && digest == AccountStore.digest(of: password, for: sysID)
        }
    }

    func entry(userName: String) throws -> Entry? {
        try store.fill(["sys_user"])
        return try store.connection.row(
            """
            SELECT "sys_id", "user_password", "active" = 1 AND "locked_out" IS NOT 1, "failed_attempts",
                "enable_multifactor_authn", "web_service_access_only" FROM "sys_user" WHERE "user_name" = ?
            """, [.text(userName)]
        ) {
            Entry(
                sysID: $0.text(0), digest: $0.text(1), isOpen: $0.integer(2) == 1, failures: Int($0.integer(3)),
                hasSecondFactor: $0.integer(4) == 1, isAPIOnly: $0.integer(5) == 1)
        }
    }

    func setFailures(_ count: Int, of sysID: String, locks: Bool = false) throws {
        try store.connection.run(
            "UPDATE \"sys_user\" SET \"failed_attempts\" = ?" + (locks ? ", \"locked_out\" = 1" : "")
                + " WHERE \"sys_id\" = ?", [.integer(Int64(count)), .text(sysID)])
    }

    func account(_ sysID: String) throws -> Account? {
        try store.fillAccounts()
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
        let written = try store.connection.rows(
            """
            SELECT r."name" FROM "sys_user_has_role" AS h JOIN "sys_user_role" AS r ON r."sys_id" = h."role"
            WHERE h."user" = ?
            """, [.text(sysID)]
        ) { $0.text(0) }
        let roles = try written + RoleInheritance(store: store).unwritten(of: sysID)
        let groups = try store.connection.rows(
            "SELECT \"group\" FROM \"sys_user_grmember\" WHERE \"user\" = ? ORDER BY \"sys_id\"", [.text(sysID)]
        ) { $0.text(0) }
        return Account(
            sysID: sysID, userName: user.userName, name: user.name, roles: Set(roles), groupIDs: groups,
            format: user.format)
    }

    /// The stored digest of a password. It only hides the password from a casual look at the data; a sandbox must not
    /// contain passwords that matter.
    static func digest(of password: String, for sysID: String) -> String {
        String(UInt64(bitPattern: StableHash.of(sysID + ":" + password)), radix: 16)
    }
}

/// Obfuscates secrets that the instance must be able to read: shared keys, API keys. It only hides them from a casual
/// look at the data; a sandbox must not contain secrets that matter.
enum ObfuscatedText {
    private static let seed: UInt64 = 0x4E0B_0D7A

    /// The obfuscated text. Equal texts have equal results.
    static func hidden(_ text: String) -> String { Base64.encode(mixed(Array(text.utf8))) }

    static func text(of hidden: String) -> String? {
        let text = Base64.decode(hidden.utf8).flatMap { String(validating: mixed($0), as: UTF8.self) }
        return text?.isEmpty == true ? nil : text
    }

    private static func mixed(_ bytes: [UInt8]) -> [UInt8] {
        var random = SeededRandom(seed: seed)
        return bytes.map { $0 ^ UInt8(truncatingIfNeeded: random.next()) }
    }
}

/// The inherited rows of `sys_user_has_role`: roles of a user's groups and their parents, and the roles that these and
/// the user's own contain.
struct RoleInheritance {
    static let sources: Set<String> = [
        "sys_user_has_role", "sys_user_grmember", "sys_group_has_role", "sys_user_role_contains", "sys_user_group",
    ]
    static let tables = sources.union(["sys_user_role"])
    /// Stands for the inherited rows of `sys_user_has_role` where the store lists the tables that it has written. They
    /// are written later than the others, because signing in works without them.
    static let inheritedRows = "sys_user_has_role (inherited)"

    let store: RecordStore

    func unwritten(of user: String) throws -> [String] {
        if store.isFilled(RoleInheritance.inheritedRows) { return [] }
        let roles = JSON.array(try rows([user]).map { JSON.string($0.role) })
        return try store.connection.rows(
            "SELECT \"name\" FROM \"sys_user_role\" WHERE \"sys_id\" IN (SELECT value FROM json_each(?))",
            [.text(roles.compact)]
        ) { $0.text(0) }
    }

    private struct Row {
        let user: String
        let role: String
        let group: String
        let container: String

        var sysID: String { SeedIdentity.named("sys_user_has_role", user + role + group) }
    }

    /// Updates the rows of the given users, or of all. New ones were created at `now`.
    func refresh(_ users: [String]? = nil, now: Timestamp) throws {
        let wanted = Dictionary(try rows(users).map { ($0.sysID, $0) }, uniquingKeysWith: { first, _ in first })
        let present = try store.connection.rows(
            "SELECT \"sys_id\", \"user\" FROM \"sys_user_has_role\" WHERE \"inherited\" = 1"
        ) { (sysID: $0.text(0), user: $0.text(1)) }
        let named = users.map(Set.init)
        for row in present where wanted[row.sysID] == nil && named?.contains(row.user) != false {
            try store.connection.run("DELETE FROM \"sys_user_has_role\" WHERE \"sys_id\" = ?", [.text(row.sysID)])
        }
        let known = Set(present.map(\.sysID))
        let batch = try SeedBatch(
            "sys_user_has_role",
            TableCells.words("sys_id user role granted_by included_in_role inherited inh_count state"),
            created: now.glideText, author: "system", store: store)
        for (sysID, row) in wanted.filter({ !known.contains($0.key) }).sorted(by: { $0.key < $1.key }) {
            try batch.add([sysID, row.user, row.role, row.group, row.container, "true", "1", "active"])
        }
    }

    private func rows(_ users: [String]?) throws -> [Row] {
        let chosen = users == nil ? "" : " AND \"user\" IN (SELECT value FROM json_each(?1))"
        let list = users.map { JSON.array($0.map(JSON.string)).compact }
        return try store.connection.rows(
            """
            WITH RECURSIVE member("user", grp) AS (
                SELECT "user", "group" FROM "sys_user_grmember" WHERE "user" IS NOT NULL AND "group" IS NOT NULL\(chosen)
                UNION SELECT m."user", g."parent" FROM member AS m JOIN "sys_user_group" AS g ON g."sys_id" = m.grp
                WHERE g."parent" IS NOT NULL),
            got("user", role, grp, container) AS (
                SELECT "user", "role", NULL, NULL FROM "sys_user_has_role"
                WHERE "inherited" IS NOT 1 AND "user" IS NOT NULL AND "role" IS NOT NULL\(chosen)
                UNION SELECT m."user", r."role", m.grp, NULL FROM member AS m
                JOIN "sys_group_has_role" AS r ON r."group" = m.grp WHERE r."inherits" = 1 AND r."role" IS NOT NULL
                UNION SELECT h."user", c."contains", h.grp, h.role FROM got AS h
                JOIN "sys_user_role_contains" AS c ON c."role" = h.role WHERE c."contains" IS NOT NULL)
            SELECT "user", role, grp, min(container) FROM got AS g WHERE grp IS NOT NULL OR container IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM "sys_user_has_role" AS d WHERE d."user" = g."user" AND d."role" = g.role
                AND d."inherited" IS NOT 1)
            GROUP BY "user", role, grp
            """, list.map { [.text($0)] } ?? []
        ) { Row(user: $0.text(0), role: $0.text(1), group: $0.text(2), container: $0.text(3)) }
    }
}

/// The time zones of the sandbox's users. They have their current rule, applied to earlier years too, so that responses
/// do not depend on a time-zone database.
extension ZoneRule {
    private static let builtIn = [
        ("US/Pacific", "PST8PDT,M3.2.0,M11.1.0"), ("US/Mountain", "MST7MDT,M3.2.0,M11.1.0"),
        ("US/Central", "CST6CDT,M3.2.0,M11.1.0"), ("US/Eastern", "EST5EDT,M3.2.0,M11.1.0"), ("GMT", "GMT0"),
        ("Europe/London", "GMT0BST,M3.5.0/1,M10.5.0"), ("Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3"),
        ("Asia/Kolkata", "IST-5:30"), ("Asia/Tokyo", "JST-9"),
    ].compactMap { name, text in ZoneRule(named: name, text) }

    static let sandbox = builtIn[0]

    static func named(_ name: String) -> ZoneRule { known(name) ?? sandbox }

    package static func known(_ name: String) -> ZoneRule? { builtIn.first { $0.name == name } }
}
